import * as z from "zod/mini";
import { type EngineEvent, type EnginePort, isJsonObject, type JsonObject } from "../../engine/index.ts";
import { METHODS, type Method, type RequestId, WIRE_CODE, type WireError } from "./wire.ts";

export interface Request {
  readonly id: RequestId;
  readonly method: Method;
  /** Calls the engine. Rejects as the engine does. */
  answer(engine: EnginePort): Promise<unknown>;
}

export type ParsedRequest =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly id: RequestId | null; readonly error: WireError };

/** Reads one line of the wire as a request, or says which error answers it. */
export function parseRequest(line: string): ParsedRequest {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, id: null, error: { code: WIRE_CODE.parseError, message: "The line is not JSON." } };
  }
  schemas ??= createSchemas();
  const envelope = schemas.envelope.safeParse(value);
  if (!envelope.success) return { ok: false, id: idOf(value), error: faults("Not a request.", envelope.error) };
  const { id, method, params } = envelope.data;
  if (!isMethod(method)) {
    return { ok: false, id, error: { code: WIRE_CODE.methodNotFound, message: `There is no method ${method}.` } };
  }
  const call = schemas.calls[method].safeParse(params ?? {});
  if (!call.success) {
    return { ok: false, id, error: faults(`Bad parameters for ${method}.`, call.error, WIRE_CODE.invalidParams) };
  }
  return { ok: true, request: { id, method, answer: call.data } };
}

type Call = (engine: EnginePort) => Promise<unknown>;

/** Parameters of a method together with what answers them. */
function answeredBy<T>(schema: z.ZodMiniType<T>, answer: (engine: EnginePort, params: T) => Promise<unknown>) {
  return z.pipe(
    schema,
    z.transform(
      (params: T): Call =>
        (engine) =>
          answer(engine, params),
    ),
  );
}

function createSchemas() {
  const object = z.custom<JsonObject>(isJsonObject, "must be an object");
  const command = { family: z.string(), subcommand: z.string(), args: object };
  const session = z.object({ id: z.string(), role: z.enum(["root", "child", "unknown"]) });
  const caller = z.object({ audience: z.enum(["model", "person"]), session: z.optional(session) });
  const calls: Record<Method, z.ZodMiniType<Call>> = {
    handle: answeredBy(
      z.object({ event: z.custom<EngineEvent>(isJsonObject, "must be an object") }),
      (engine, { event }) => engine.handle(event),
    ),
    run: answeredBy(z.object({ ...command, caller }), (engine, of) =>
      engine.run(of.family, of.subcommand, of.args, of.caller),
    ),
    wouldRun: answeredBy(z.object(command), (engine, of) => engine.wouldRun(of.family, of.subcommand, of.args)),
    ping: answeredBy(z.object({}), async () => null),
    close: answeredBy(z.object({}), async (engine) => {
      await engine.close();
      return null;
    }),
  };
  const envelope = z.object({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]),
    method: z.string(),
    params: z.optional(z.unknown()),
  });
  return { envelope, calls };
}

let schemas: ReturnType<typeof createSchemas> | undefined;

function isMethod(method: string): method is Method {
  return METHODS.some((known) => known === method);
}

function idOf(value: unknown): RequestId | null {
  const id = isJsonObject(value) ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function faults(message: string, { issues }: z.core.$ZodError, code: number = WIRE_CODE.invalidRequest): WireError {
  const data = { issues: issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })) };
  return { code, message, data };
}
