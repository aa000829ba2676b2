import { applyTransition } from "../../../engine/planning/transition.ts";

const [root = "", writer = "", repeat = "0", kind = ""] = process.argv.slice(2);
for (let index = 0; index < Number(repeat); index++) {
  const transition =
    kind === "add-decision"
      ? ({ type: "add-decision", text: `${writer}-${index}` } as const)
      : ({ type: "set-field", field: "last_activity", value: `2026-02-${String(index).padStart(2, "0")}` } as const);
  const result = await applyTransition(root, transition, { now: Date.now, home: "/nowhere/home" });
  if (!result.ok) throw new Error(result.message);
}
