import type { When } from "../capability/manifest.ts";
import type { Point } from "./points.ts";
import type { ActiveHook } from "./resolve.ts";

/** The hooks of a point as Markdown. Texts of capabilities are inserted as they are: a reader must not trust them. */
export function renderHooks(point: Point, hooks: readonly ActiveHook[]): string {
  if (hooks.length === 0) return `_No capability takes part at ${point}._`;
  let steps = 0;
  return hooks
    .map((hook) => (hook.kind === "step" ? `### ${++steps}. ${textOf(hook)}` : textOf(hook)))
    .join("\n\n")
    .trimEnd();
}

const texts = new WeakMap<ActiveHook, string>();

/** The resolver answers with the same hook as long as nothing about it changes. */
function textOf(hook: ActiveHook): string {
  const text = texts.get(hook) ?? renderHook(hook);
  texts.set(hook, text);
  return text;
}

/** A step without its number. */
function renderHook(hook: ActiveHook): string {
  const when = hook.when === undefined ? [] : [`- when: \`${conditionOf(hook.when)}\``];
  switch (hook.kind) {
    case "step": {
      const { skill, agent } = hook.ref;
      const name = skill ? `skill:${skill}` : agent ? `agent:${agent}` : JSON.stringify(hook.ref);
      return [
        `${name} (${hook.capId})`,
        ...artifacts(hook),
        ...when,
        ...(hook.onError ? [`- onError: ${hook.onError}`] : []),
        "",
        hook.fragment?.inline ?? "",
      ]
        .join("\n")
        .trimEnd();
    }
    case "contribution":
      return [
        `<contribution from="${hook.capId}" into="${hook.into}">`,
        hook.fragment.inline ?? "",
        ...artifacts(hook),
        ...when,
        "</contribution>",
      ].join("\n");
    case "gate":
      return [
        `**Gate** ${hook.capId}`,
        `- check: ${JSON.stringify(hook.check)}`,
        `- blocking: ${hook.blocking}`,
        `- onError: ${hook.onError ?? "skip"}`,
        ...when,
      ].join("\n");
  }
}

function conditionOf(when: When): string {
  return typeof when === "string" ? when : JSON.stringify(when);
}

function artifacts(hook: { readonly produces: readonly string[]; readonly consumes: readonly string[] }): string[] {
  return [
    ...(hook.produces.length > 0 ? [`- produces: ${hook.produces.join(", ")}`] : []),
    ...(hook.consumes.length > 0 ? [`- consumes: ${hook.consumes.join(", ")}`] : []),
  ];
}
