import type { Registry } from "../capability/registry.ts";
import type { PhaseView } from "../planning/types.ts";
import type { ProjectContext } from "./context.ts";
import { type Next, nextStep } from "./next.ts";
import { type Point, pointsOf, type Step } from "./points.ts";
import { resolveAt } from "./resolve-at.ts";
import { issueTickets, type Ticketed } from "./tickets.ts";

/**
 * The text by which a model is told to do one step: the workflow, the facts of the phase, who takes part at each
 * point, and the gates that will be evaluated. The same state gives the same bytes.
 */
export function composeWorkOrder(context: ProjectContext, step: Step, phase: PhaseView): string {
  const { content } = context;
  const snapshot = context.snapshot();
  const next = nextStep(snapshot, context.runs.state());
  const points = pointsOf(step).flatMap((point) => {
    const tickets = issueTickets(resolveAt(context, point, phase.number));
    return tickets.length > 0 ? [outlinePoint(point, tickets)] : [];
  });
  return [
    `# Work order: ${step}, phase ${phase.number} (${phase.name})`,
    phaseFacts(phase),
    (content.workflows[step] ?? "").trim(),
    "## What takes part",
    points.length > 0 ? points.join("\n") : "Nothing beside the workflow.",
    "## Where you stand",
    standing(next),
  ].join("\n\n");
}

function phaseFacts(phase: PhaseView): string {
  const facts = [
    `Goal: ${phase.goal ?? "not stated in the roadmap"}`,
    `Folder: ${phase.directory ?? "not made yet; the engine made it if this step needs it"}`,
    ...(phase.requirements.length > 0 ? [`Requirements: ${phase.requirements.join(", ")}`] : []),
    ...phase.successCriteria.map((criterion, index) => `Success ${index + 1}: ${criterion}`),
    ...phase.plans.map((plan) => `Plan ${plan.id} (wave ${plan.wave}): ${plan.done ? "done" : "open"}, ${plan.file}`),
  ];
  return facts.map((fact) => `- ${fact}`).join("\n");
}

function outlinePoint(point: Point, tickets: readonly Ticketed[]): string {
  return [`- ${point}`, ...tickets.map((ticketed) => `  - ${outlineTicket(ticketed)}`)].join("\n");
}

function outlineTicket({ ticket, hook }: Ticketed): string {
  switch (hook.kind) {
    case "step":
      return `step ${ticket.id}: ${ticket.label}${hook.produces.length > 0 ? `, leaves ${hook.produces.join(", ")}` : ""}`;
    case "contribution":
      return `advice ${ticket.id} for the ${hook.into}`;
    case "gate":
      return `gate ${ticket.id}: ${ticket.label}${hook.blocking ? "" : " (advice only)"}`;
  }
}

/** Where the loop stands, as a model reads it: with the call that goes on. */
export function standing(next: Next): string {
  return [`Next: ${next.action}. ${next.reason}`, ...(next.call ? [`Call ${next.call}`] : []), ...question(next)].join(
    "\n",
  );
}

/** The same for a person: with the command that they type into their host. */
export function standingForPerson(next: Next): string {
  return [`Next: ${next.action}. ${next.reason}`, `In the host: ${next.command}`, ...question(next)].join("\n");
}

function question({ waiting }: Next): readonly string[] {
  return waiting === null ? [] : [`A person has to answer first: ${waiting}`];
}

/** What a model reads when it enters a point: every ticket with its text. */
export function renderPoint(point: Point, tickets: readonly Ticketed[], registry: Registry, phase: PhaseView): string {
  const head = `${point} of phase ${phase.number} is open.`;
  if (tickets.length === 0) return `${head} Nothing takes part; close it.`;
  return [head, ...tickets.map((ticketed) => renderTicket(ticketed, registry, phase))].join("\n\n");
}

function renderTicket({ ticket, hook }: Ticketed, registry: Registry, phase: PhaseView): string {
  const owner = registry.capabilities[hook.capId]?.title ?? hook.capId;
  switch (hook.kind) {
    case "step":
      return [
        `## ${ticket.id} (${owner}): ${ticket.label}`,
        hook.fragment?.inline ?? "",
        ...(hook.ref.command === undefined ? [] : [howToRun(hook.ref.command, phase)]),
        ...(hook.produces.length > 0 ? [`Leaves ${hook.produces.join(", ")} in the phase's folder.`] : []),
        `Then settle ${ticket.id}.`,
      ]
        .filter((line) => line !== "")
        .join("\n");
    case "contribution":
      return [
        `## For the ${hook.into}, from ${owner}`,
        hook.fragment.inline ?? "",
        ...(hook.configValues === undefined ? [] : [`Settings: ${JSON.stringify(hook.configValues)}`]),
      ].join("\n");
    case "gate":
      return `## Gate ${ticket.id} (${owner})\nThe engine evaluates ${ticket.label} when the point is closed.`;
  }
}

const COMMAND_WORDS = /^[a-z][a-z0-9-]*(?: [a-z][a-z0-9-]*)*$/;

/** A capability names a command by plain words only; the engine adds the phase. */
function howToRun(command: string, phase: PhaseView): string {
  if (!COMMAND_WORDS.test(command)) return "What it names is no plain command. Do not run it; settle it as failed.";
  return `Run it: gsd_command ${JSON.stringify({ command: `${command} ${phase.number}` })}`;
}
