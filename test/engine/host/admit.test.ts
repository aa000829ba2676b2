import { describe, expect, test } from "bun:test";
import { admit, type Bound, INTERFACE_POINTS, type Need, negotiate } from "../../../engine/host/index.ts";
import { fullHost } from "./full-host.ts";

const RUNNABLE = { flags: { inProcess: true } };
const BOTH = [true, false];

function reasons(changes: Record<string, unknown>, need: Partial<Need>, bound: Bound = {}): readonly string[] {
  const admission = admit(negotiate(fullHost(changes)), { points: [], writesState: false, ...need }, bound);
  return admission.ok ? [] : admission.reasons.map(({ code }) => code);
}

describe("admission", () => {
  test("needs one way to run a command", () => {
    for (const commandSurface of ["slash-programmatic", "slash-file", "slash-toml", "palette", "prose-only"]) {
      for (const transport of ["mcp", "native-extension"]) {
        for (const hostTools of BOTH) {
          const changes = { ...RUNNABLE, commandSurface, transport };
          const closed = commandSurface === "prose-only" && transport !== "mcp" && !hostTools;
          const refused = closed ? ["no-invocation-path"] : [];
          expect(reasons(changes, { points: ["command"] }, { hostTools })).toEqual(refused);
          expect(reasons(changes, { points: ["artifact"] }, { hostTools })).toEqual([]);
        }
      }
    }
  });

  test("needs a model call only where models are called", () => {
    for (const modelMode of ["active", "passive"]) {
      for (const sendRequest of BOTH) {
        const refused = modelMode === "active" && !sendRequest ? ["no-model-primitive"] : [];
        expect(reasons({ ...RUNNABLE, modelMode }, { points: ["model"] }, { sendRequest })).toEqual(refused);
        expect(reasons({ ...RUNNABLE, modelMode }, { points: [] }, { sendRequest })).toEqual([]);
      }
    }
  });

  test("needs storage only where state is written", () => {
    for (const stateIO of ["filesystem", "sandboxed-storage", "session-log-append"]) {
      for (const stateBackend of BOTH) {
        const refused = stateIO !== "filesystem" && !stateBackend ? ["no-state-backend"] : [];
        expect(reasons({ ...RUNNABLE, stateIO }, { writesState: true }, { stateBackend })).toEqual(refused);
        expect(reasons({ ...RUNNABLE, stateIO }, { points: ["state"] }, { stateBackend })).toEqual([]);
      }
    }
  });

  test("needs a place to run for an imperative host", () => {
    for (const embeddingMode of ["imperative", "declarative"]) {
      for (const inProcess of BOTH) {
        for (const childProcess of BOTH) {
          const stuck = embeddingMode === "imperative" && !inProcess && !childProcess;
          const changes = { embeddingMode, flags: { inProcess, childProcess } };
          expect(reasons(changes, {})).toEqual(stuck ? ["no-engine-execution"] : []);
        }
      }
    }
  });

  test("never fails for dispatch, hooks or artifacts", () => {
    const result = negotiate({ embeddingMode: "declarative" });
    const points = ["dispatch", "hooks", "artifact"] as const;
    expect(admit(result, { points, writesState: false })).toEqual({ ok: true });
  });

  test("gives every reason at once", () => {
    const changes = { commandSurface: "prose-only", transport: "native-extension", stateIO: "sandboxed-storage" };
    expect(reasons(changes, { points: INTERFACE_POINTS, writesState: true })).toEqual([
      "no-invocation-path",
      "no-model-primitive",
      "no-state-backend",
      "no-engine-execution",
    ]);
  });
});
