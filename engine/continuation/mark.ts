/** Marks every message that the engine sends, so that it is never taken for a person's. */
export const ENGINE_MARK = "[Loopwright]";
