import { ENGINE_MARK } from "../../engine/index.ts";

/** What a message of ours says instead when a person spoke while it was on its way. */
export const OVERTAKEN = `${ENGINE_MARK} The person has spoken since this was sent. What they said counts; this asks for nothing.`;
