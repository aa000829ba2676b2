import { isDeepStrictEqual } from "node:util";
import { type Asking, askCase, comparable } from "../golden/ask-case.ts";
import { type Answers, caseNames, readCase, readJson, recordedOf, whyOther } from "../golden/golden-case.ts";
import { OURSELVES } from "../golden/our-tool.ts";
import { interchangeProblems } from "./interchange.ts";
import { installReference, readReferenceWarning, referenceTool } from "./reference-tool.ts";

const waiting = readJson("not-yet-commanded.json") as { readonly calls: readonly string[] };
const wanted = process.argv.slice(2);

async function main(): Promise<number> {
  installReference();
  const counts = { equal: 0, onPurpose: 0, different: 0, moved: 0 };
  for (const name of caseNames().filter((one) => wanted.length === 0 || wanted.includes(one))) {
    const live = await askCase(readCase(name, "recorded"), { ...REFERENCE, asks: () => true });
    if (!isDeepStrictEqual(plain(live), plain(comparable(name, recordedOf(name), () => true)))) {
      counts.moved++;
      say(`${name}: the reference does not answer as it was recorded`);
    }
    const asks = (call: string) => !waiting.calls.includes(call);
    const ours = await askCase(readCase(name), { ...OURSELVES, asks });
    const why = whyOther(name);
    const isEqual = isDeepStrictEqual(plain(ours), plain(comparable(name, live, asks)));
    if (isEqual) counts.equal++;
    else if (why !== null) counts.onPurpose++;
    else counts.different++;
    if (!isEqual) say(`${name}: ${why === null ? "we answer otherwise" : `on purpose: ${why}`}`);
  }
  const problems = await interchangeProblems(OURSELVES.tool, referenceTool);
  for (const problem of problems) say(problem);
  const { equal, onPurpose, different, moved } = counts;
  say(
    `${equal} equal, ${onPurpose} different on purpose, ${different} different, ${waiting.calls.length} calls not asked`,
  );
  return different + moved + problems.length === 0 ? 0 : 1;
}

const REFERENCE: Omit<Asking, "asks"> = {
  tool: referenceTool,
  shipped: OURSELVES.shipped,
  pointFlags: [],
  listFlags: [],
  readWarning: readReferenceWarning,
};

/** As JSON has it: fields that hold nothing are not there. */
function plain(answers: Answers): unknown {
  return JSON.parse(JSON.stringify(answers));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main();
