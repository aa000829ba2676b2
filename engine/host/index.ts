export type { Admission, AdmissionCode, AdmissionReason, Bound, Need } from "./admit.ts";
export { admit } from "./admit.ts";
export { resolveDispatchType, shouldFlattenDispatch } from "./decisions.ts";
export type { DispatchDeclaration, HostDescriptor, LoadedRuntime } from "./descriptor.ts";
export { DESCRIPTOR_VOCABULARY } from "./descriptor-vocabulary.ts";
export type { DiagnosticCode, NegotiationDiagnostic } from "./diagnostic.ts";
export type { DispatchCapability, EngineCapabilities } from "./engine-capabilities.ts";
export { defaultEngine } from "./engine-capabilities.ts";
export type { HandshakeRequest } from "./handshake.ts";
export { buildHandshakeRequest, HANDSHAKE_METHOD, handleHandshakeRequest } from "./handshake.ts";
export type { Rung } from "./ladder.ts";
export { degradationFor } from "./ladder.ts";
export type { NegotiationResult, PointLevels } from "./negotiate.ts";
export { negotiate } from "./negotiate.ts";
export { openCodeDescriptor } from "./opencode.ts";
export { piDescriptor } from "./pi.ts";
export type { Profile } from "./profile.ts";
export { profileOf } from "./profile.ts";
export type { DegradationReceipt } from "./receipt.ts";
export { receiptsOf } from "./receipt.ts";
export type {
  AxisName,
  AxisValue,
  DispatchRecord,
  FlagName,
  HostIntegrationAxes,
  InterfacePoint,
  Level,
  RuntimeFlags,
} from "./vocabulary.ts";
export { AXES, AXIS_NAMES, INTERFACE_POINTS, PROTOCOL_VERSION, UNDOCUMENTED } from "./vocabulary.ts";
