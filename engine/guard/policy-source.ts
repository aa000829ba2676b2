import { watchedValue } from "../capability/watched-value.ts";
import { workstreamOf } from "../loop/planning-folder.ts";
import { readPersonFile, readProjectFiles, type SettingsPlace } from "../settings/settings-files.ts";
import { composePolicy, type Policy } from "./policy.ts";

export interface PolicySourceOptions extends Omit<SettingsPlace, "workstream"> {
  readonly now: () => number;
}

/** Settings are looked at again after this time at the latest: two looks at the disk cost more than a verdict. */
const FRESH_MS = 250;

/** Reads both layers again when one of their files has changed. */
export function policySource({ now, ...options }: PolicySourceOptions): () => Policy {
  const place = { ...options, workstream: workstreamOf(options.env) };
  const read = watchedValue((watched) =>
    composePolicy([readPersonFile(place, watched), ...readProjectFiles(place, watched)]),
  );
  let last: { readonly policy: Policy; readonly at: number } | undefined;
  return () => {
    const at = now();
    if (last === undefined || at - last.at > FRESH_MS || at < last.at) last = { policy: read(), at };
    return last.policy;
  };
}
