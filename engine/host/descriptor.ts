import type {
  AxisName,
  AxisValue,
  DispatchRecord,
  RuntimeFlags,
  SUBAGENT_TOOLKIT,
  UNDOCUMENTED,
} from "./vocabulary.ts";

type OrUndocumented<T> = T | typeof UNDOCUMENTED;

/** What a host says of its sub-agents. Every field is said, if only as undocumented. */
export type DispatchDeclaration = {
  readonly [F in Exclude<keyof DispatchRecord, "subagentToolkit">]: OrUndocumented<DispatchRecord[F]>;
} & { readonly subagentToolkit: OrUndocumented<keyof typeof SUBAGENT_TOOLKIT.members> };

/** A first-party declaration: each value rests on the host's documentation or on a recorded run, or is undocumented. */
export type HostDescriptor = {
  readonly [A in AxisName]: OrUndocumented<AxisValue<A>>;
} & {
  readonly protocolVersion: number;
  readonly dispatch: DispatchDeclaration;
  readonly flags: RuntimeFlags;
};

/** The interpreter found at load. */
export type LoadedRuntime = Extract<AxisValue<"runtime">, "node" | "bun" | "electron">;
