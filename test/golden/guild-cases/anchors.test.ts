import { describe, expect, test } from "bun:test";
import { type AnchorInput, anchorFacts, renderAnchor, renderForSummary } from "../../../engine/capsule/anchor.ts";
import { guildCases } from "./cases.ts";

interface Anchors {
  readonly grace_ms: number;
  readonly text_limits: { readonly reanchor_max_lines: number };
  readonly cases: readonly {
    readonly id: string;
    readonly source: AnchorInput["source"];
    readonly worker: boolean;
    readonly asked_run_id?: string;
    readonly run_yaml: AnchorInput["header"];
    readonly newest_signal_age_ms?: number;
    readonly expected: object | null;
  }[];
}

const { cases, grace_ms: graceMs, text_limits: limits } = guildCases<Anchors>("anchors/cases.json");

function factsOf(one: Anchors["cases"][number]) {
  return anchorFacts({
    source: one.source,
    isWorker: one.worker,
    askedRun: one.asked_run_id ?? String(one.run_yaml?.run_id),
    header: one.run_yaml,
    settings: null,
    newestSignalAgeMs: one.newest_signal_age_ms ?? 0,
    graceMs,
  });
}

describe("an anchor", () => {
  test.each(cases.map((one) => [one.id, one] as const))("%s", (_id, one) => {
    const facts = factsOf(one);
    expect(facts as object | null).toEqual(one.expected);
    if (facts === null) return;
    const text = renderAnchor(facts);
    expect(text).toStartWith("[GUILD RE-ANCHOR]");
    expect(text.split("\n").length).toBeLessThanOrEqual(limits.reanchor_max_lines);
    expect(text).toContain(facts.run_id);
    expect(renderForSummary(facts)).toContain(JSON.stringify(facts.phase));
  });
});
