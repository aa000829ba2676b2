import type { JsonObject } from "../json.ts";
import type { Shape } from "./shape.ts";

/** What a setting takes, for a person: `one of advise, block`. */
export function wordsFor(shape: Shape): string {
  switch (shape.is) {
    case "anything":
      return "anything";
    case "switch":
      return "true or false";
    case "count":
      return `a whole number from ${shape.from}`;
    case "number":
      return "a number";
    case "text":
      return "a text";
    case "choice":
      return shape.called ?? `one of ${shape.of.join(", ")}`;
    case "list":
      return `a list, each ${wordsFor(shape.of)}`;
    case "map":
      return shape.names === undefined
        ? `an object that gives a name ${wordsFor(shape.of)}`
        : `an object that gives ${shape.called ?? `one of ${shape.names.join(", ")}`} ${wordsFor(shape.of)}`;
  }
}

/** The same as JSON Schema. */
export function schemaFor(shape: Shape): JsonObject {
  switch (shape.is) {
    case "anything":
      return {};
    case "switch":
      return { type: "boolean" };
    case "count":
      return { type: "integer", minimum: shape.from };
    case "number":
      return { type: "number" };
    case "text":
      return { type: "string", ...(!shape.mayBeEmpty && { minLength: 1 }) };
    case "choice":
      return { enum: [...shape.of] };
    case "list":
      return { type: "array", items: schemaFor(shape.of) };
    case "map":
      return {
        type: "object",
        ...(shape.names !== undefined && { propertyNames: { enum: [...shape.names] } }),
        additionalProperties: schemaFor(shape.of),
      };
  }
}
