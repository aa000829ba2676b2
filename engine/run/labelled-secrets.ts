interface LabelledPattern {
  readonly label: string;
  readonly source: string;
  readonly flags: string;
}

/** Built on first use, and frozen: an expression would keep where its last search ended. */
let patterns: readonly LabelledPattern[] | undefined;

function labelledPatterns(): readonly LabelledPattern[] {
  const list: readonly (readonly [label: string, pattern: RegExp])[] = [
    ["password-assignment", /password\s*[:=]\s*[^\s"'<]{6,}/g],
    ["api_key-assignment", /api[_-]?key\s*[:=]\s*[^\s"'<]{6,}/gi],
    ["secret-assignment", /secret\s*[:=]\s*[^\s"'<]{8,}/gi],
    ["AWS access key", /AKIA[A-Z0-9]{16}/g],
    ["GCP API key", /AIza[A-Za-z0-9_-]{35}/g],
    ["GitHub personal access token", /ghp_[A-Za-z0-9]{36}/g],
    ["GitHub server token", /ghs_[A-Za-z0-9]{36}/g],
    ["PEM private key block", /-----BEGIN (?:RSA |EC )?PRIVATE KEY/g],
    ["bearer-token", /\bBearer\s+[A-Za-z0-9._~+/=-]{16,}/gi],
    ["authorization-header", /\bauthorization\s*:\s*[^\s<]{12,}/gi],
    ["token-assignment", /\b(?:auth|access|refresh|id|api|bearer|session)[_-]?token\s*[:=]\s*[^\s"'<]{8,}/gi],
    ["provider-api-key", /\bsk-[A-Za-z0-9_-]{12,}/g],
    ["Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/g],
    ["GitHub token", /\bgh[uor]_[A-Za-z0-9]{36}/g],
    ["GitLab personal access token", /\bglpat-[A-Za-z0-9_-]{20}/g],
    ["npm token", /\bnpm_[A-Za-z0-9]{36}/g],
    ["HuggingFace token", /\bhf_[A-Za-z0-9]{34}/g],
    ["email-address", /\b[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b/g],
    [
      "customer-identifier",
      /\b(?:(?:acct|cus|cust|usr)_[A-Za-z0-9]{5,}|(?:customer|account|user)[_-]?id\s*[:=]\s*[^\s"'<]{4,})/gi,
    ],
    ["high-entropy hex string (potential secret)", /\b[0-9a-fA-F]{40,}\b/g],
  ];
  patterns ??= Object.freeze(list.map(([label, { source, flags }]) => Object.freeze({ label, source, flags })));
  return patterns;
}

export interface Labelled {
  readonly text: string;
  /** What was found, in the order of the patterns, each once. */
  readonly labels: readonly string[];
}

/**
 * Marks every secret in a text that others will read. `operatorPatterns` are a person's own and come first; one that is
 * no regular expression is skipped. A second pass changes nothing.
 */
export function labelSecrets(text: string, operatorPatterns: readonly string[] = []): Labelled {
  const labels: string[] = [];
  let clean = text;
  const own = operatorPatterns
    .filter((source) => patternOf(source) !== null)
    .map((source) => ({ label: "operator-pattern", source, flags: "g" }));
  for (const { label, source, flags } of [...own, ...labelledPatterns()]) {
    const marked = clean.replace(new RegExp(source, flags), `<SECRET-REDACTED:${label}>`);
    if (marked !== clean && !labels.includes(label)) labels.push(label);
    clean = marked;
  }
  return { text: clean, labels };
}

/** A person's pattern, or null when it is none. */
export function patternOf(source: string): RegExp | null {
  try {
    return new RegExp(source, "g");
  } catch {
    // What cannot be compiled matches nothing.
    return null;
  }
}
