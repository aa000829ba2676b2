/** Why negotiation did not take something as it was declared. Closed list. */
export type DiagnosticCode =
  | "host-not-object"
  | "host-unreadable"
  | "accessor-ignored"
  | "key-unknown"
  | "request-invalid"
  | "engine-invalid"
  | "engine-vocabulary-narrow"
  | "version-invalid"
  | "version-newer"
  | "axis-undeclared"
  | "axis-undocumented"
  | "value-not-string"
  | "value-not-boolean"
  | "value-not-object"
  | "value-unknown"
  | "value-newer-than-declared"
  | "value-deprecated"
  | "capped-by-engine"
  | "depth-invalid"
  | "concurrency-invalid"
  | "toolkit-mapped"
  | "dispatch-inconsistent"
  | "flag-withheld";

/** `axis` is an axis, a field (`dispatch.nested`, `flags.childProcess`), or `host`, `request`, `engine`, `protocolVersion`. */
export interface NegotiationDiagnostic {
  readonly code: DiagnosticCode;
  readonly axis: string;
  readonly detail?: string;
}

export type Report = (code: DiagnosticCode, axis: string, detail?: string) => void;

/** A reporter and the list it fills. */
export function diagnosticList(): { readonly report: Report; readonly diagnostics: NegotiationDiagnostic[] } {
  const diagnostics: NegotiationDiagnostic[] = [];
  const report: Report = (code, axis, detail) =>
    diagnostics.push(detail === undefined ? { code, axis } : { code, axis, detail });
  return { report, diagnostics };
}

const LONGEST_QUOTE = 64;

/** A hostile string made safe to show: escaped, and cut. */
export function quote(text: string): string {
  const shown = JSON.stringify(text.slice(0, LONGEST_QUOTE));
  return text.length > LONGEST_QUOTE ? `${shown}…` : shown;
}

const SENTENCES: Readonly<Record<DiagnosticCode, string>> = {
  "host-not-object": "is not an object, so nothing counts as declared",
  "host-unreadable": "could not be read in part; what could not be read counts as undeclared",
  "accessor-ignored": "is an accessor; only plain data properties are read",
  "key-unknown": "has a key that this protocol does not know",
  "request-invalid": "is not a handshake request with an `axes` object",
  "engine-invalid": "does not describe its capabilities, so nothing of the host is used",
  "engine-vocabulary-narrow": "has a floor that the engine does not list; the floor is used all the same",
  "version-invalid": "is not a whole number from 1 up; version 1 is assumed",
  "version-newer": "is newer than the engine's; the engine's version is spoken",
  "axis-undeclared": "is not declared; the floor is used",
  "axis-undocumented": "is undocumented for this host; the floor is used",
  "value-not-string": "is not a string; the floor is used",
  "value-not-boolean": "is not a boolean and counts as false",
  "value-not-object": "is not an object and counts as undeclared",
  "value-unknown": "has a value that the engine does not know; the floor is used",
  "value-newer-than-declared": "has a value younger than the version the host declares; the floor is used",
  "value-deprecated": "has a deprecated value; use its successor",
  "capped-by-engine": "offers more than the engine can drive and was lowered",
  "depth-invalid": "is not a whole number from -1 up; depth 0 is used",
  "concurrency-invalid": "is not a whole number from 1 up; 1 is used",
  "toolkit-mapped": "is limited to built-in tools and is treated as read-only",
  "dispatch-inconsistent": "has fields that need named dispatch and a depth above 0; they were lowered",
  "flag-withheld": "was declared true where the other axes rule it out",
};

/** The diagnostic as one line for a person. */
export function warningOf({ code, axis, detail }: NegotiationDiagnostic): string {
  const sentence = `${axis} ${SENTENCES[code]}`;
  return detail === undefined ? `${sentence}.` : `${sentence}: ${detail}.`;
}
