import type { PhaseView } from "../../planning/types.ts";
import { fromProblems, type Query } from "./query.ts";

const SCREEN = /\.(?:tsx|jsx|vue|svelte|astro|html?|css|scss|less|storyboard|xib)$/i;
const SCREEN_WORD =
  /\b(?:UI|UX|front-?end|user interface|(?:web ?)?pages?|screens?|views?|forms?|dashboards?|layouts?|components?|widgets?|interfaces?)\b/i;
const REMEDY = "Write UI-SPEC.md for the phase: each screen with its states, its texts and what a keyboard can do.";

/** A phase whose plans change what people see has its UI-SPEC.md. */
export const uiContract: Query = ({ phase }) => {
  const screens = screenPlans(phase);
  return answer(
    phase,
    screens.map((id) => `${id} changes a screen`),
    "no plan changes a screen",
  );
};

/** The same for a phase that has no plans yet: what the roadmap says of it counts as well. */
export const uiGate: Query = ({ phase }) => {
  const word = SCREEN_WORD.exec(phase.section ?? phase.name)?.[0];
  const signs = [
    ...(word === undefined ? [] : [`the roadmap says "${word}" of the phase`]),
    ...screenPlans(phase).map((id) => `${id} changes a screen`),
  ];
  return answer(phase, signs, "nothing says that the phase changes a screen");
};

function screenPlans({ plans }: PhaseView): readonly string[] {
  return plans.filter(({ filesModified }) => filesModified.some((file) => SCREEN.test(file))).map(({ id }) => id);
}

function answer(phase: PhaseView, signs: readonly string[], none: string) {
  const hasUiSpec = phase.artifacts["UI-SPEC"] !== undefined;
  return fromProblems(
    hasUiSpec ? [] : signs.map((sign) => `${sign} and there is no UI-SPEC.md`),
    { open: hasUiSpec ? "UI-SPEC.md is there" : none, remedy: REMEDY },
    { frontend: signs.length > 0, hasUiSpec },
  );
}
