import type { JsonObject } from "../json.ts";

/** The summary of a run from its lines: what was dispatched, used and touched, and what went wrong. */
export function composeSummary(run: string, events: readonly JsonObject[]): string {
  const stamps = events.flatMap(({ ts }) => (typeof ts === "string" ? [ts] : []));
  const [started = null] = stamps;
  const ended = stamps.at(-1) ?? null;
  const verdicts = events.flatMap(({ ok }) => (typeof ok === "boolean" ? [ok] : []));
  const front = {
    run_id: run,
    started_at: started,
    ended_at: ended,
    duration_ms: started === null || ended === null ? 0 : Date.parse(ended) - Date.parse(started),
    event_count: events.length,
    specialists_dispatched: named(events, "specialist_dispatch", "specialist"),
    dispatched_lanes: named(events, "specialist_dispatch", "lane_id"),
    dispatch_receipts: named(events, "specialist_receipt", "receipt_path"),
    tools_used: toolsUsed(events),
    files_touched_count: events.filter(({ tool }) => tool === "Write" || tool === "Edit").length,
    errors: verdicts.filter((ok) => !ok).length,
    ok_rate: verdicts.length === 0 ? 1 : Math.round((verdicts.filter(Boolean).length / verdicts.length) * 1000) / 1000,
  };
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ["---", ...lines, "---", "", `# Summary of ${run}`, ""].join("\n");
}

function named(events: readonly JsonObject[], event: string, field: string): readonly string[] {
  return [...new Set(events.filter((one) => one.event === event).map((one) => String(one[field])))];
}

/** Most used first, then by name. */
function toolsUsed(events: readonly JsonObject[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { event, tool } of events) {
    if (event === "tool_call" && typeof tool === "string") counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  return [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([tool]) => tool);
}
