import { REPORT_STATUSES } from "../loop/evidence/report-status.ts";
import type { Refusal } from "../reaction.ts";
import type { PathUse } from "./tool-call.ts";
import type { Where } from "./where.ts";

/** What the rules may know beside the path itself. */
export interface GuardFacts {
  /** Current size of a file in bytes, or null when it is not there. */
  sizeOf(where: Where): number | null;
  /** Folders outside the project that the person allows to write to. */
  readonly writableRoots: readonly string[];
}

export interface PathRule {
  readonly name: string;
  refuses(use: PathUse, where: Where, facts: GuardFacts): Refusal | null;
}

const SECRET_NAMES =
  /^(?:\.env(?:\..+)?|\.envrc|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?|service-account.*\.json|.+\.(?:pem|key|p12|pfx|keystore|jks))$/i;
const SECRET_FOLDERS = /(?:^|\/)\.(?:ssh|aws|gnupg|azure|kube|docker)\/|\/\.config\/gcloud\//;
const NOT_SECRET = /^\.env\.(?:example|sample|template|dist|defaults)$/i;

/** A file whose content is a credential, by its name or its folder. */
export function isSecret(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (NOT_SECRET.test(name)) return false;
  return SECRET_NAMES.test(name) || SECRET_FOLDERS.test(path);
}

const ENGINE_OWNED =
  /^(?:\.planning|\.guild)\/(?:STATE\.md|state\.json|WAITING\.json|(?:runs|routing)(?:\/.*)?|(?:.*\/)?[^/]*\.lock|\.transaction.*)$/;
const REPORT = /^\.planning\/phases\/[^/]+\/(?:[^/]+-)?VERIFICATION\.md$/;
const CURATED = /^\.planning\/(?:ROADMAP|REQUIREMENTS|PROJECT|MILESTONES)\.md$|^\.planning\/milestones\//;

/** Written by the engine only: a model reads these and changes them through commands. */
export function isEngineOwned(inside: string): boolean {
  return ENGINE_OWNED.test(inside) || REPORT.test(inside);
}

const STATE_REMEDY = "Use gsd_state to move the state on, gsd_point for the loop, gsd_command for the rest.";
const REPORT_REMEDY = `Call gsd_command with "verify run": it writes the report from what it ran, with a status of ${REPORT_STATUSES.join(", ")}.`;

const CONSENT = /\/\.gsd\/(?:consent\.json|waivers\.json|loopwright\.json)$/;

/** A file in a person's home that records what the person decided. */
export function holdsDecisions(path: string): boolean {
  return CONSENT.test(path);
}

export const PATH_RULES: readonly PathRule[] = [
  {
    name: "secret",
    refuses: (_use, where) =>
      isSecret(where.inside ?? where.real) || isSecret(where.named)
        ? {
            rule: "secret",
            reason: `${where.named} holds credentials`,
            remedy: "Work without its content: read .env.example for the names, or ask the person for what you need.",
          }
        : null,
  },
  {
    name: "engine-owned",
    refuses: ({ use }, where) =>
      use !== "read" && where.inside !== null && isEngineOwned(where.inside)
        ? {
            rule: "engine-owned",
            reason: `${where.named} is written by the engine only`,
            remedy: REPORT.test(where.inside) ? REPORT_REMEDY : STATE_REMEDY,
          }
        : null,
  },
  {
    name: "person-only",
    refuses: ({ use }, where) =>
      use !== "read" && CONSENT.test(where.real)
        ? {
            rule: "person-only",
            reason: `${where.named} records what a person decided`,
            remedy: "Ask the person to decide; they do it in a terminal.",
          }
        : null,
  },
  {
    name: "outside-project",
    refuses: ({ use }, where, facts) =>
      use !== "read" && where.inside === null && !facts.writableRoots.some((root) => where.real.startsWith(`${root}/`))
        ? {
            rule: "outside-project",
            reason: `${where.named} lies outside the project`,
            remedy: "Write inside the project folder, or ask the person to allow that folder.",
          }
        : null,
  },
  {
    name: "git-internals",
    refuses: ({ use }, where) =>
      use !== "read" && where.inside !== null && /(?:^|\/)\.git(?:\/|$)/i.test(where.inside)
        ? {
            rule: "git-internals",
            reason: `${where.named} is part of git's own store`,
            remedy: "Use git commands.",
          }
        : null,
  },
  {
    name: "curated",
    refuses: (use, where, facts) => {
      if (where.inside === null || !CURATED.test(where.inside) || use.use === "read") return null;
      const size = facts.sizeOf(where);
      const cut = use.content !== undefined && size !== null && use.content.length < size / 2;
      if (use.use !== "delete" && !cut) return null;
      return {
        rule: "curated",
        reason: `${where.named} would lose ${use.use === "delete" ? "everything" : "more than half of its text"}`,
        remedy: "Edit the lines that change and leave the others.",
      };
    },
  },
];
