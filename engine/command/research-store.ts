import * as z from "zod/mini";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { CONFIDENCES, isResearchKey, ResearchStore } from "../memory/research-store.ts";
import { word } from "./input.ts";
import { type CommandRow, row } from "./row.ts";

const MAX_CONTENT = 256 * 1024;
const key = () => word().check(z.refine(isResearchKey, "a key is 64 hexadecimal digits"));

export const researchStoreCommands: readonly CommandRow[] = [
  row({
    family: "research-store",
    name: "get",
    summary: "A kept answer; with --for-version, one about another version is stale.",
    audience: "both",
    positionals: ["key"],
    isApart: true,
    input: () => z.object({ key: key(), forVersion: z.optional(word()) }),
    run: (context, input) => {
      const answer = storeOf(context).get(input.key, input.forVersion);
      const text = answer.entry === null ? "Nothing is kept under this key." : answer.entry.content;
      return { ok: true, data: answer as unknown as Json, text: answer.stale ? `(stale)\n${text}` : text };
    },
  }),
  row({
    family: "research-store",
    name: "put",
    summary: "Keep an answer: --content --source --provider --confidence --kind, and --for-version where there is one.",
    audience: "both",
    positionals: ["key"],
    isApart: true,
    input: () =>
      z.object({
        key: key(),
        content: z.string().check(z.minLength(1), z.maxLength(MAX_CONTENT)),
        source: word(),
        provider: z._default(word(), "unknown"),
        confidence: z._default(z.enum(CONFIDENCES), "LOW"),
        kind: z._default(word(), "general"),
        forVersion: z.optional(word()),
      }),
    run: (context, { key, forVersion, ...research }, caller) => {
      const isShared = research.source === "curated" && caller.audience === "person";
      const version = forVersion === undefined ? {} : { version: forVersion };
      const entry = storeOf(context).put(key, { ...research, ...version }, isShared ? "user" : "project");
      return { ok: true, data: entry as unknown as Json, text: `Kept until its time is over: ${entry.fetched_at}.` };
    },
  }),
];

function storeOf(context: ProjectContext): ResearchStore {
  const { root, homes, now } = context;
  return new ResearchStore({ root, folder: context.snapshot().folder, home: homes.decisions, now });
}
