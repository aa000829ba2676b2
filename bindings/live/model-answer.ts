import type { ServerResponse } from "node:http";
import type { ModelStep } from "./model-step.ts";

const DEFAULT_USAGE = { input: 100, output: 10 };

/** Writes `step` as an OpenAI chat completion. A `hang` step is not answered here. */
export function writeAnswer(response: ServerResponse, step: ModelStep, serial: number, stream: boolean): void {
  if (step.error !== undefined) {
    const { status, message } = step.error;
    writeJson(response, status, { error: { message, type: "scripted", code: "scripted" } });
    return;
  }
  const answer = { id: `answer_${serial}`, created: 1, model: "scripted" };
  if (stream) {
    writeStream(response, step, serial, answer);
    return;
  }
  const message = { role: "assistant", content: step.say ?? null, tool_calls: wireCalls(step, serial) };
  const choices = [{ index: 0, finish_reason: finishReason(step), message }];
  writeJson(response, 200, { ...answer, object: "chat.completion", choices, usage: wireUsage(step) });
}

export function writeJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function writeStream(response: ServerResponse, step: ModelStep, serial: number, answer: object): void {
  const event = (data: object) => {
    response.write(`data: ${JSON.stringify({ ...answer, object: "chat.completion.chunk", ...data })}\n\n`);
  };
  const choice = (delta: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta, finish_reason: finish }] });
  response.writeHead(200, { "content-type": "text/event-stream" });
  choice({ role: "assistant", content: "" });
  if (step.say !== undefined) choice({ content: step.say });
  for (const [index, call] of (wireCalls(step, serial) ?? []).entries()) choice({ tool_calls: [{ index, ...call }] });
  choice({}, finishReason(step));
  event({ choices: [], usage: wireUsage(step) });
  response.end("data: [DONE]\n\n");
}

function wireCalls(step: ModelStep, serial: number): object[] | undefined {
  return step.calls?.map(({ tool, args }, index) => ({
    id: `call_${serial}_${index}`,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
}

function finishReason(step: ModelStep): string {
  return (step.calls ?? []).length > 0 ? "tool_calls" : "stop";
}

function wireUsage(step: ModelStep): object {
  const { input, output } = step.usage ?? DEFAULT_USAGE;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
