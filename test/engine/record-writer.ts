import { createEngine } from "../../engine/index.ts";

/** Works on a project as a second process: `<root> <writer> <lines>`. */
const [root = "", writer = "", lines = "0"] = process.argv.slice(2);
const engine = createEngine({ root, home: root, host: writer, content: { capabilities: [], workflows: {} }, env: {} });
const session = { id: writer, role: "root" } as const;
for (let index = 0; index < Number(lines); index++) {
  await engine.handle({ type: "prompt.submit", session, at: Date.now(), text: "", author: "person" });
}
