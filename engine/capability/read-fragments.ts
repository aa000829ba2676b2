import { join } from "node:path";
import { confine } from "../file/confine.ts";
import { confineWords } from "../file/confine-words.ts";
import type { CapabilityManifest, Fragment, ManifestIssue } from "./manifest.ts";
import { readBounded } from "./read-bounded.ts";
import { readWords } from "./read-words.ts";
import type { WatchedPaths } from "./watched-paths.ts";

export type WithFragments =
  | { readonly ok: true; readonly manifest: CapabilityManifest }
  | { readonly ok: false; readonly issues: readonly ManifestIssue[] };

/** Puts the text of each fragment file into the manifest. A text that is given inline wins over its file. */
export function readFragments(folder: string, manifest: CapabilityManifest, watched?: WatchedPaths): WithFragments {
  const issues: ManifestIssue[] = [];
  const fill = <T extends { readonly fragment?: Fragment }>(kind: string, hooks: readonly T[]): readonly T[] =>
    hooks.map((hook, index) => {
      const { fragment } = hook;
      if (fragment?.path === undefined || fragment.inline !== undefined) return hook;
      const text = readFragment(folder, fragment.path, watched);
      if (text.ok) return { ...hook, fragment: { ...fragment, inline: text.text } };
      issues.push({ code: "E_FRAGMENT", path: `${kind}.${index}.fragment.path`, message: text.reason });
      return hook;
    });
  const filled = {
    ...manifest,
    steps: fill("steps", manifest.steps),
    contributions: fill("contributions", manifest.contributions),
  };
  return issues.length > 0 ? { ok: false, issues } : { ok: true, manifest: filled };
}

type Text = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

function readFragment(folder: string, path: string, watched: WatchedPaths | undefined): Text {
  const place = confine(folder, path, "descriptor");
  if (!place.ok) {
    return { ok: false, reason: `${path} is refused: ${confineWords(place.code)}` };
  }
  watched?.note(join(folder, place.rel));
  const read = readBounded(place.abs);
  if (read.ok) return { ok: true, text: read.bytes.toString("utf8") };
  return {
    ok: false,
    reason: read.code === "absent" ? `${path} is not there` : `${path} cannot be read: ${readWords(read.code)}`,
  };
}
