import type { Report } from "./diagnostic.ts";
import { negotiateDispatch } from "./dispatch.ts";
import type { EngineCapabilities } from "./engine-capabilities.ts";
import { NO_FLAGS, negotiateFlags } from "./flags.ts";
import { type AxisOutcome, negotiateAxis } from "./negotiate-axis.ts";
import { ownValue } from "./own-record.ts";
import type { HostSnapshot } from "./snapshot.ts";
import { negotiateVersion } from "./version.ts";
import {
  AXES,
  type AxisName,
  type AxisValue,
  DISPATCH_FLOOR,
  type HostIntegrationAxes,
  PROTOCOL_VERSION,
  type RuntimeFlags,
} from "./vocabulary.ts";

/** What both sides settled on. */
export interface Agreement {
  readonly protocolVersion: number;
  readonly effective: HostIntegrationAxes;
  readonly flags: RuntimeFlags;
}

/** The agreement with an engine that drives nothing. */
export function agreeOnFloors({ protocolVersion }: HostSnapshot, report: Report): Agreement {
  report("engine-invalid", "engine");
  const version = negotiateVersion(protocolVersion, PROTOCOL_VERSION, report);
  const effective: HostIntegrationAxes = {
    embeddingMode: AXES.embeddingMode.floor,
    commandSurface: AXES.commandSurface.floor,
    dispatch: { ...DISPATCH_FLOOR },
    modelMode: AXES.modelMode.floor,
    hookBus: AXES.hookBus.floor,
    stateIO: AXES.stateIO.floor,
    transport: AXES.transport.floor,
    runtime: AXES.runtime.floor,
    effortSurface: AXES.effortSurface.floor,
  };
  return { protocolVersion: version.spoken, effective, flags: { ...NO_FLAGS } };
}

/** The agreement axis by axis, in the order of the vocabulary. */
export function agree(host: HostSnapshot, engine: EngineCapabilities, report: Report): Agreement {
  const version = negotiateVersion(host.protocolVersion, engine.protocolVersion, report);
  const settle = <A extends AxisName>(name: A): AxisOutcome<AxisValue<A>> => {
    const terms = { known: engine.known[name], drives: engine.drives[name], hostVersion: version.declared };
    return negotiateAxis<AxisValue<A>>(AXES[name], ownValue(host.axes, name), terms, report);
  };
  const embeddingMode = settle("embeddingMode").value;
  const commandSurface = settle("commandSurface").value;
  const dispatch = negotiateDispatch(ownValue(host.axes, "dispatch"), engine.dispatch, version.declared, report);
  const modelMode = settle("modelMode").value;
  const hookBus = settle("hookBus").value;
  const stateIO = settle("stateIO").value;
  const transport = settle("transport").value;
  const runtime = settle("runtime");
  const effective: HostIntegrationAxes = {
    embeddingMode,
    commandSurface,
    dispatch,
    modelMode,
    hookBus,
    stateIO,
    transport,
    runtime: runtime.value,
    effortSurface: settle("effortSurface").value,
  };
  const flags = negotiateFlags(host.flags, effective, runtime.kept, report);
  return { protocolVersion: version.spoken, effective, flags };
}
