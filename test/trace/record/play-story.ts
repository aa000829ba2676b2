import type { RecordedHost } from "./recorded-host.ts";

/** Lives through the story of the neutral trace in a real host. */
export async function playStory(host: RecordedHost): Promise<void> {
  const call = (tool: string, args: object) => ({ calls: [{ tool, args }] });
  const read = (path: string) => call("read", { [host.pathArgument]: path });
  const write = (path: string, content: string) => call("write", { [host.pathArgument]: path, content });
  const delegation = [
    call("task", { description: "Look around", prompt: "Look for the harbour's token.", subagent_type: "general" }),
    read(".env"),
    { say: "It is not for me." },
  ];
  host.model.play([
    read(".env"),
    read("README.md"),
    write("notes.md", "A harbour has a name.\n"),
    call("bash", { command: "echo no such harbour >&2; exit 3" }),
    call("gsd_point", { action: "enter", point: "discuss:pre" }),
    ...(host.delegates ? delegation : []),
    { say: "I rest here for a moment." },
    { say: "I wait for you." },
  ]);
  await host.command("gsd-discuss-phase", "1");
  await host.compact();
  host.model.play([{ hang: true }]);
  await host.sayAndAbort("Go on, please.");
  await host.leave();
}
