import { join } from "node:path";
import { readJsonFile } from "../capability/json-file.ts";
import { readBounded } from "../capability/read-bounded.ts";
import { watchedValue } from "../capability/watched-value.ts";
import type { Json } from "../json.ts";
import { workstreamOf } from "../loop/planning-folder.ts";
import { lookupConfig, readConfig } from "../planning/config.ts";
import { composePolicy, type Policy } from "./policy.ts";

export interface PolicySourceOptions {
  readonly root: string;
  /** Home of the person's own `.gsd` folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

/** Settings are looked at again after this time at the latest: two looks at the disk cost more than a verdict. */
const FRESH_MS = 250;

/** Reads both layers again when one of their files has changed. */
export function policySource({ root, home, env, now }: PolicySourceOptions): () => Policy {
  const personal = join(home, ".gsd", "loopwright.json");
  const workstream = workstreamOf(env);
  const shared = [[], ...(workstream === null ? [] : [workstream])].map((folder) =>
    join(root, ".planning", ...folder, "config.json"),
  );
  const read = watchedValue((watched) => {
    for (const path of [personal, ...shared]) watched.note(path);
    const person = readJsonFile(personal);
    const policy = composePolicy({
      project: shared.map(projectLayer).findLast((layer) => layer !== undefined),
      person: person.ok ? lookupConfig(person.value, "guard") : undefined,
    });
    if (person.ok || person.code === "absent") return policy;
    const problem = { layer: "person", path: "", message: `${personal} cannot be read (${person.code})` } as const;
    return { ...policy, problems: [...policy.problems, problem] };
  });
  let last: { readonly policy: Policy; readonly at: number } | undefined;
  return () => {
    const at = now();
    if (last === undefined || at - last.at > FRESH_MS || at < last.at) last = { policy: read(), at };
    return last.policy;
  };
}

function projectLayer(path: string): Json | undefined {
  const file = readBounded(path);
  const reading = file.ok ? readConfig(file.bytes.toString("utf8")) : null;
  return reading?.ok ? lookupConfig(reading.config, "loopwright.guard") : undefined;
}
