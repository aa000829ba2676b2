import { fromProblems, type Query } from "./query.ts";

const SCREEN = /\.(?:tsx|jsx|vue|svelte|astro|html?|css|scss|less|storyboard|xib)$/i;

/** A phase whose plans change what people see has its UI-SPEC.md. */
export const uiContract: Query = ({ phase }) => {
  const screens = phase.plans.filter(({ filesModified }) => filesModified.some((file) => SCREEN.test(file)));
  const hasUiSpec = phase.artifacts["UI-SPEC"] !== undefined;
  const details = { frontend: screens.length > 0, hasUiSpec };
  const problems = hasUiSpec ? [] : screens.map((plan) => `${plan.id} changes a screen and there is no UI-SPEC.md`);
  return fromProblems(
    problems,
    {
      open: hasUiSpec ? "UI-SPEC.md is there" : "no plan changes a screen",
      remedy: "Write UI-SPEC.md for the phase: each screen with its states, its texts and what a keyboard can do.",
    },
    details,
  );
};
