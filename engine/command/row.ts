import type { ZodMiniType } from "zod/mini";
import type { ProjectContext } from "../loop/context.ts";
import type { Outcome } from "../loop/outcome.ts";
import type { Caller } from "../port.ts";

/** Who may see and call a command. What only a person may do never appears on a model's surface. */
export type Audience = "model" | "person" | "both";

/** One command of the hub. Tools, command lines and slash commands are made from these. */
export interface CommandRow<I = unknown> {
  readonly family: string;
  /** Empty where the family is one command. */
  readonly name: string;
  readonly summary: string;
  readonly audience: Audience;
  /** Names of the inputs that a command line gives by position, in order. */
  readonly positionals: readonly string[];
  /** Names of the inputs that a command line gives as a flag without a value. */
  readonly switches?: readonly string[];
  /** Built on first use. */
  readonly input: () => ZodMiniType<I>;
  /** Its answer depends on no phase, or it asks git itself where it does. */
  readonly isApart?: true;
  /** Shell commands that the engine would run for it. */
  readonly wouldRun?: (context: ProjectContext, input: I) => readonly string[];
  readonly run: (context: ProjectContext, input: I, caller: Caller) => Outcome | Promise<Outcome>;
}

/** Lets a row keep its own input type while the table holds rows of all kinds. */
export function row<I>(definition: CommandRow<I>): CommandRow {
  return definition as CommandRow;
}

/** A command as help and schemas show it. */
export interface CommandDescription {
  readonly family: string;
  readonly name: string;
  readonly summary: string;
  readonly audience: Audience;
  /** `family name <position> …` */
  readonly usage: string;
}

export function describeRow({ family, name, summary, audience, positionals }: CommandRow): CommandDescription {
  const words = [family, name, ...positionals.map((position) => `<${position}>`)];
  return { family, name, summary, audience, usage: words.filter((word) => word !== "").join(" ") };
}
