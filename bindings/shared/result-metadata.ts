import { isJsonObject, type Json, type JsonObject } from "../../engine/index.ts";

/** A command's data as the record that hosts keep beside a tool's text. */
export function resultMetadata(data: Json | undefined): JsonObject {
  return isJsonObject(data) ? data : {};
}
