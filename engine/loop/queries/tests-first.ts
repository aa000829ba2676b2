import { fromProblems, type Query } from "./query.ts";

const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|cs|php|ex|exs|scala|vue|svelte)$/i;
const TEST = /(?:^|\/)(?:tests?|specs?|__tests__|e2e)\/|(?:^|[./_-])(?:test|spec)s?(?=[./_-])|_test\.|Tests?\./i;

/** A plan that changes code also names the test that comes before it. */
export const testsFirst: Query = ({ phase }) => {
  const problems = phase.plans
    .filter(({ filesModified }) => filesModified.some((file) => CODE.test(file) && !TEST.test(file)))
    .filter(({ filesModified }) => !filesModified.some((file) => TEST.test(file)))
    .map((plan) => `${plan.id} changes code and names no test`);
  return fromProblems(problems, {
    open: "every plan that changes code names its test",
    remedy: "Add the test file to `files_modified` and make writing it the plan's first task.",
  });
};
