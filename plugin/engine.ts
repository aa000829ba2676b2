/** The engine by itself, for those who build on it. */
export * from "../engine/index.ts";
