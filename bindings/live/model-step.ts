import type { ModelRequest } from "./model-request.ts";

/** What the model answers to one request. */
export interface ModelStep {
  readonly say?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: object }[];
  /** Reported tokens; a large input makes a host compact. */
  readonly usage?: { readonly input: number; readonly output: number };
  readonly error?: { readonly status: number; readonly message: string };
  /** No answer until the client goes away. */
  readonly hang?: true;
  /** Leaves the step in the queue for a later request unless it holds. */
  readonly when?: (request: ModelRequest) => boolean;
}

/** A step, or a function that looks at the request before it decides on one. */
export type ScriptedStep = ModelStep | ((request: ModelRequest) => ModelStep);
