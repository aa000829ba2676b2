import { readRetention } from "../run/retention.ts";

/** An environment variable that changes what the engine or a binding does. */
export interface Variable {
  readonly says: string;
  readonly takes: string;
  /** What holds without it, in words. */
  readonly otherwise: string;
  /** Whether a text that is set does what it says; any does where absent. */
  readonly fits?: (text: string) => boolean;
  /** It is never shown. */
  readonly secret?: true;
}

const isOne = (text: string) => text === "1";
const isMilliseconds = (text: string) => Number.isFinite(Number(text)) && Number(text) > 0;
const isPath = (text: string) => /^(?:\/|[A-Za-z]:[\\/])/.test(text);
const isName = (text: string) => !/[\\/]|\.\./.test(text);

const flag = (says: string): Variable => ({ says, takes: "1", otherwise: "off", fits: isOne });
const milliseconds = (says: string, otherwise: string): Variable => ({
  says,
  takes: "a number of milliseconds above 0",
  otherwise,
  fits: isMilliseconds,
});
const text = (takes: string, otherwise: string, says: string): Variable => ({ says, takes, otherwise });
const folder = (says: string, otherwise: string): Variable => ({ says, takes: "a folder", otherwise });
const name = (says: string, otherwise: string): Variable => ({ says, takes: "a name", otherwise, fits: isName });

/** Variables, by their names. */
export const VARIABLES: Readonly<Record<string, Variable>> = {
  LOOPWRIGHT_ENGINE: {
    says: "Where the engine runs in pi; in OpenCode the plugin option `engine` says it.",
    takes: "child",
    otherwise: "the host's process, and a child where that cannot carry it",
    fits: (mode) => mode === "child",
  },
  LOOPWRIGHT_RUNTIME: text("a program", "node or bun on PATH, or the host's own", "What runs the child process."),
  LOOPWRIGHT_RUN_ID: text(
    "a run",
    "none",
    "Set in the shells of a model; the command line takes it for a model's mark.",
  ),
  GSD_HOME: folder("Whose `.gsd` folder holds overlays, consent, waivers and your own settings.", "your home"),
  GSD_PROJECT: name("The folder of `.planning` that is worked in.", "`.planning` itself"),
  GSD_WORKSTREAM: name("The workstream that is worked in.", "the one chosen for the session or project, else none"),
  GSD_SESSION_KEY: text("a name", "the host's or terminal's own mark", "Which session a chosen workstream is for."),
  GSD_RUNTIME: text("a host", "the setting `runtime`", "The host that capabilities are chosen for."),
  GUILD_RUN_ID: name("The run that this process works at.", "the project's open run"),
  GUILD_RUN_DIR: {
    says: "The folder of that run; a run is begun there when there is none.",
    takes: "an absolute path",
    otherwise: "the project's runs",
    fits: isPath,
  },
  GUILD_RUN_BINDING_REF: {
    says: "Proves that this process may write to the named run.",
    takes: "the nonce that `run env` prints",
    otherwise: "a named run is only looked at",
    secret: true,
  },
  GUILD_HOST_ID: text("a host", "`GUILD_HOST`", "The host that a run's header names as asked for."),
  GUILD_HOST: text("a host", "the running host", "The same, where `GUILD_HOST_ID` is not set."),
  GUILD_LANE_ID: name("The lane that this process works on as a worker.", "none"),
  GUILD_TASK_ID: name("The same, where no lane is named.", "none"),
  GUILD_PLAN_SLUG: name("The plan that lanes are noted with.", "the folder of the phase at work"),
  GUILD_PROGRAM_ID: name("The programme that lanes are noted with.", "none"),
  GUILD_WAVE_INDEX: {
    says: "The wave that lanes are noted with.",
    takes: "a number of up to six digits",
    otherwise: "the wave that was entered last",
    fits: (index) => /^\d{1,6}$/.test(index),
  },
  GUILD_SPEC_SLUG: name("The page of `.guild/spec` that a reflection after workers needs.", "any page there"),
  GUILD_LOG_RETENTION: {
    says: "How much of the archived log is too much; a person is warned, nothing is deleted.",
    takes: "unlimited, <n>MB or <n>GB",
    otherwise: "unlimited; with a value that is none, no run begins",
    fits: (size) => readRetention(size).ok,
  },
  GUILD_REANCHOR_GRACE_MS: milliseconds("How long a closed run counts as alive after its last sign.", "3 hours"),
  GUILD_LIFECYCLE_GATE_RECENCY_MS: milliseconds("How old calls may be that the lifecycle gate counts.", "30 minutes"),
  GUILD_LIFECYCLE_GATE_OVERRIDE: flag("The lifecycle gate and the close gate keep silent."),
  GUILD_LEAN_LEAD_OVERRIDE: flag("The lean-lead guard keeps silent."),
  GUILD_COMMS_FORMAT_ENFORCE: flag("Receipts are looked at in any project, and one that lacks its block is refused."),
  GUILD_ENABLE_DEVTEAM_REFLECT: flag("A reflection is asked for after workers as well."),
  CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: flag("The team checks are on where no setting says otherwise."),
  OPENCODE_CONFIG_DIR: folder("Where OpenCode keeps its configuration and capability profile.", "~/.config/opencode"),
  PI_CODING_AGENT_DIR: folder("Where pi keeps its configuration and capability profile.", "~/.pi/agent"),
  XDG_CONFIG_HOME: folder("Where doctor looks for OpenCode's configuration.", "~/.config"),
  TMPDIR: folder("The temporary folder, which a model may write to.", "/tmp"),
};

/** Beginnings of names that are ours or Guild's, where a slip of the hand is looked for. */
export const VARIABLE_PREFIXES = /^(?:LOOPWRIGHT|GUILD|GSD)_/;
