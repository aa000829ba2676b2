import * as z from "zod/mini";
import { addWaiver, removeWaivers, type Waiver } from "../capability/waivers.ts";
import type { Json } from "../json.ts";
import type { ProjectContext } from "../loop/context.ts";
import { commandsOf } from "../loop/evaluate-predicate.ts";
import { gateDigest } from "../loop/gate.ts";
import { gateSubject, waiverOf } from "../loop/gate-waiver.ts";
import { type Outcome, refuse } from "../loop/outcome.ts";
import { POINTS, type Point } from "../loop/points.ts";
import { positionOf } from "../loop/position.ts";
import { parsePredicate } from "../loop/predicate.ts";
import type { ActiveGate } from "../loop/resolve.ts";
import { resolveAt } from "../loop/resolve-at.ts";
import { issueTickets } from "../loop/tickets.ts";
import { type CommandRow, row } from "./row.ts";

interface ListedGate {
  readonly id: string;
  readonly point: Point;
  readonly gate: ActiveGate;
}

export const gateCommands: readonly CommandRow[] = [
  row({
    family: "gate",
    name: "list",
    summary: "The gates that are active in this project, and what a person has waived.",
    audience: "both",
    positionals: [],
    input: () => z.object({}),
    run: (context) => {
      const gates = gatesOf(context).map((listed) => ({ ...listed, waiver: waiverFor(context, listed) }));
      const describe = ({ id, point, gate, waiver }: (typeof gates)[number]) => ({
        id,
        point,
        check: gate.check as unknown as Json,
        blocking: gate.blocking,
        ...(waiver !== null && { waived: waiver.reason, waivedAt: waiver.at }),
      });
      const lines = gates.map(({ id, point, gate, waiver }) => {
        const note = waiver === null ? "" : ` (waived: ${waiver.reason})`;
        return `${point} ${id}${gate.blocking ? "" : " (advice)"}${note}`;
      });
      const accepted = context
        .waivers()
        .filter(({ kind, project }) => kind === "capability" && project === context.root);
      const others = accepted.map(({ subject, reason }) => `${subject} was not loaded (accepted: ${reason})`);
      return { ok: true, data: gates.map(describe), text: [...lines, ...others].join("\n") };
    },
  }),
  row({
    family: "gate",
    name: "explain",
    summary: "What a gate asks for, what it said last, and how it is opened.",
    audience: "both",
    positionals: ["gate"],
    input: () => z.object({ gate: z.string() }),
    run: (context, input) => {
      const found = matching(context, input.gate);
      if (found.length === 0) return unknownGate(input.gate);
      const answers = found.map((listed) => explain(listed, context));
      return { ok: true, data: answers.map((answer) => ({ ...answer })), text: answers.map(textOf).join("\n\n") };
    },
  }),
  row({
    family: "gate",
    name: "waive",
    summary: "Let a gate stand open in this project, or accept that a capability did not load. Kept in your home.",
    audience: "person",
    positionals: ["gate"],
    input: () =>
      z.object({ gate: z.string(), reason: z.string().check(z.minLength(1)), point: z.optional(z.enum(POINTS)) }),
    run: (context, input) => waive(context, input),
  }),
  row({
    family: "gate",
    name: "unwaive",
    summary: "Take a waiver back.",
    audience: "person",
    positionals: ["gate"],
    input: () => z.object({ gate: z.string() }),
    run: async (context, input) => {
      const { homes, root, now } = context;
      const subjects = context
        .waivers()
        .filter(({ project, subject }) => project === root && (subject === input.gate || names(subject, input.gate)))
        .map(({ subject }) => subject);
      for (const subject of subjects) await removeWaivers(homes.decisions, root, subject, now);
      if (subjects.length === 0) return unknownGate(input.gate);
      return { ok: true, data: { unwaived: subjects }, text: `No longer waived: ${subjects.join(", ")}.` };
    },
  }),
];

function names(subject: string, gate: string): boolean {
  const ticket = subject.split(" ").at(-1) ?? "";
  return ticket === gate || ticket.split(":")[0] === gate;
}

async function waive(
  context: ProjectContext,
  { gate, reason, point }: { readonly gate: string; readonly reason: string; readonly point?: Point | undefined },
): Promise<Outcome> {
  const { homes, root, now } = context;
  const blocked = (context.registry._overlay?.blockedGates ?? []).find(
    ({ capId }) => capId === gate || `${capId}:gate` === gate,
  );
  const common = { project: root, reason, at: new Date(now()).toISOString() };
  if (blocked !== undefined) {
    if (blocked.contentHash === null) {
      const message = `${blocked.capId} has no content hash: it holds a link or a special file`;
      return refuse("not_allowed", message, `Remove it with \`capability remove ${blocked.capId}\`.`);
    }
    const waiver: Waiver = { ...common, kind: "capability", subject: blocked.capId, bound: blocked.contentHash };
    await addWaiver(homes.decisions, waiver, now);
    return { ok: true, data: { waived: [waiver.subject] }, text: `${waiver.subject} may be missing: ${reason}.` };
  }
  const found = matching(context, gate).filter((listed) => point === undefined || listed.point === point);
  if (found.length === 0) return unknownGate(gate);
  const subjects = found.map((listed) => gateSubject(listed.point, listed.id));
  if (found.length > 1) {
    return refuse("ticket_unknown", `${gate} could be any of ${subjects.join("; ")}`, "Name one, with `--point`.");
  }
  for (const listed of found) {
    const subject = gateSubject(listed.point, listed.id);
    await addWaiver(homes.decisions, { ...common, kind: "gate", subject, bound: gateDigest(listed.gate) }, now);
  }
  return {
    ok: true,
    data: { waived: subjects },
    text: `Waived: ${subjects.join(", ")}. It holds until \`gate unwaive\`.`,
  };
}

function unknownGate(gate: string): Outcome {
  return refuse("ticket_unknown", `No active gate is called ${gate}`, "`gate list` names them.");
}

function matching(context: ProjectContext, name: string): readonly ListedGate[] {
  return gatesOf(context).filter(({ id, gate }) => id === name || gate.capId === name);
}

function waiverFor(context: ProjectContext, { point, id, gate }: ListedGate): Waiver | null {
  return waiverOf(context, point, id, gate);
}

function gatesOf(context: ProjectContext): readonly ListedGate[] {
  const position = positionOf(context.snapshot(), context.runs.state());
  const phase = position.kind === "in-phase" ? position.phase.number : null;
  return POINTS.flatMap((point) =>
    issueTickets(resolveAt(context, point, phase)).flatMap(({ ticket, hook }) =>
      hook.kind === "gate" ? [{ id: ticket.id, point, gate: hook }] : [],
    ),
  );
}

function explain(listed: ListedGate, context: ProjectContext) {
  const { id, point, gate } = listed;
  const points = context.runs.state()?.points.values() ?? [];
  const verdicts = [...points]
    .filter(({ place }) => place.point === point)
    .flatMap((state) => state.verdicts.get(id) ?? []);
  const last = verdicts.at(-1);
  const parsed = parsePredicate(gate.check.predicate);
  const commands = parsed.ok ? commandsOf(parsed.predicate, context.settings()) : [];
  return {
    id,
    point,
    asks: commands.length > 0 ? commands.join("; ") : JSON.stringify(gate.check),
    blocking: gate.blocking,
    verdict: last?.verdict ?? null,
    message: last?.message ?? null,
    waived: waiverFor(context, listed)?.reason ?? null,
  };
}

function textOf(answer: ReturnType<typeof explain>): string {
  const last =
    answer.verdict === null ? "It was not evaluated yet." : `Last verdict: ${answer.verdict}. ${answer.message}`;
  const waived = answer.waived === null ? "" : `\nA person waived it: ${answer.waived}.`;
  return `${answer.id} at ${answer.point} asks for ${answer.asks}.\n${last}\nIt is evaluated when the point is closed.${waived}`;
}
