import type { NegotiationResult } from "./negotiate.ts";
import type { InterfacePoint } from "./vocabulary.ts";

/** What the caller cannot do without. */
export interface Need {
  readonly points: readonly InterfacePoint[];
  readonly writesState: boolean;
}

/** What the binding has connected besides the negotiated axes. Left out means not connected. */
export interface Bound {
  /** A call that sends one request to a model. */
  readonly sendRequest?: boolean;
  /** Storage for a host without a file system. */
  readonly stateBackend?: boolean;
  /** Tools registered with the host itself, so that a command can be run without a command surface. */
  readonly hostTools?: boolean;
}

export type AdmissionCode = "no-invocation-path" | "no-model-primitive" | "no-state-backend" | "no-engine-execution";

export interface AdmissionReason {
  readonly code: AdmissionCode;
  readonly point: InterfacePoint | "execution";
  readonly message: string;
}

export type Admission = { readonly ok: true } | { readonly ok: false; readonly reasons: readonly AdmissionReason[] };

function* missing({ effective, flags }: NegotiationResult, need: Need, bound: Bound): Generator<AdmissionReason> {
  const unreachable = effective.commandSurface === "prose-only" && effective.transport !== "mcp" && !bound.hostTools;
  if (need.points.includes("command") && unreachable) {
    yield {
      code: "no-invocation-path",
      point: "command",
      message: "The host has no command surface, no MCP and no registered tool, so no command can be run.",
    };
  }
  if (need.points.includes("model") && effective.modelMode === "active" && !bound.sendRequest) {
    yield {
      code: "no-model-primitive",
      point: "model",
      message: "The host lets the engine call models, but the binding connected no call to send a request.",
    };
  }
  if (need.writesState && effective.stateIO !== "filesystem" && !bound.stateBackend) {
    yield {
      code: "no-state-backend",
      point: "state",
      message: "State must be written, and the host's storage is not connected.",
    };
  }
  if (effective.embeddingMode === "imperative" && !flags.inProcess && !flags.childProcess) {
    yield {
      code: "no-engine-execution",
      point: "execution",
      message: "The engine can run neither inside the host's process nor in a child process.",
    };
  }
}

/** Whether a host is enough for a need. Negotiation never refuses; this does, with every reason at once. */
export function admit(result: NegotiationResult, need: Need, bound: Bound = {}): Admission {
  const reasons = [...missing(result, need, bound)];
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons };
}
