import { PERSON, PROJECT, SHARED, setting } from "./setting.ts";
import { SWITCH, TEXTS } from "./shape.ts";

const COUNT_FROM_0 = { is: "count", from: 0 } as const;

/** How far the loop goes by itself, what it says, and what it cleans. */
export const LOOP_ROWS = {
  "continuation.enabled": setting<boolean>({
    takes: SWITCH,
    fallback: false,
    layers: PROJECT,
    says: "An idle turn goes on by itself with the next action of the step that a person began.",
  }),
  "continuation.max_without_progress": setting<number>({
    takes: COUNT_FROM_0,
    fallback: 2,
    layers: PROJECT,
    says: "How many turns go on by themselves while nothing changes.",
  }),
  "continuation.max_in_a_row": setting<number>({
    takes: COUNT_FROM_0,
    fallback: 25,
    layers: PROJECT,
    says: "How many turns go on by themselves before a person speaks.",
  }),
  "continuation.cool_down_ms": setting<number>({
    takes: COUNT_FROM_0,
    fallback: 0,
    layers: PROJECT,
    says: "The least time between two turns that go on by themselves, in milliseconds.",
  }),
  quiet: setting<boolean>({
    takes: SWITCH,
    fallback: false,
    layers: PROJECT,
    says: "Nobody is told in the host that we are at work, what the loop did, and whatever else is no warning; the run's record has it all the same.",
  }),
  bootstrap: setting<boolean>({
    takes: SWITCH,
    fallback: true,
    layers: PROJECT,
    says: "The model of a lead session is told in its system prompt how to work with Loopwright; counts from the next session on.",
  }),
  disabled_capabilities: setting<readonly string[]>({
    takes: TEXTS,
    fallback: [],
    layers: PROJECT,
    says: "Capabilities that take no part in this project, their gates included; `capability disable` writes it.",
  }),
  "secrets_policy.redaction_patterns": setting<readonly string[]>({
    takes: TEXTS,
    fallback: [],
    layers: SHARED,
    guildKey: "secrets_policy.redaction_patterns",
    says: "Regular expressions; what they find is taken out of receipts, reports and wiki pages.",
  }),
  "secrets_policy.fail_mode_durable": setting<string>({
    takes: { is: "choice", of: ["closed", "open"] },
    fallback: "closed",
    layers: SHARED,
    guildKey: "secrets_policy.fail_mode_durable",
    says: "What a broken pattern does: closed keeps the text from being written, open leaves the pattern out.",
  }),
  "hooks.on_tools": setting<boolean>({
    takes: SWITCH,
    fallback: false,
    layers: PERSON,
    says: "Scripts of installed capabilities run for every tool call as well; each starts a process.",
  }),
  "install.yes_without_terminal": setting<boolean>({
    takes: SWITCH,
    fallback: false,
    layers: PERSON,
    says: "`capability install --yes` is taken for your consent where there is no terminal.",
  }),
};
