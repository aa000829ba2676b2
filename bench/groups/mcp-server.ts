import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Bench, Group } from "../bench.ts";
import { peakMemory } from "../peak-memory.ts";
import type { Who } from "../readings.ts";

const COMMAND = {
  name: "gsd_invoke_command",
  arguments: { family: "loop", subcommand: "render-hooks", args: ["plan:pre"] },
};

/** A conversation with the companion server: start, one command called again and again, end. */
export const mcpServer: Group = {
  rows: ["mcp.start", "mcp.call", "mcp.memory"],
  share: 8,
  rounds: 5,
  jobs: async (bench) => {
    const cwd = bench.fixtures.project("small", "mcp");
    return bench.having("mcp").map(({ who, runtime, mcp }) => ({
      who,
      run: () => converse(bench, who, { command: runtime, args: [mcp], cwd }),
    }));
  },
};

async function converse(
  bench: Bench,
  who: Who,
  server: { readonly command: string; readonly args: string[]; readonly cwd: string },
): Promise<void> {
  const add = (row: string, value: number) => bench.wants(row) && bench.readings.add(row, who, [value]);
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({ ...server, env: { ...bench.sandbox.env }, stderr: "ignore" });
  const began = performance.now();
  await client.connect(transport);
  add("mcp.start", performance.now() - began);
  try {
    for (let call = 0; bench.wants("mcp.call") && call < (who === "ours" ? 12 : 2); call++) {
      const asked = performance.now();
      const answer = await client.callTool(COMMAND);
      if (answer.isError) {
        bench.note(`mcp.call of ${who} is left out, the tool refused: ${JSON.stringify(answer.content).slice(0, 200)}`);
        break;
      }
      add("mcp.call", performance.now() - asked);
    }
  } finally {
    if (transport.pid !== null) add("mcp.memory", peakMemory(transport.pid));
    await client.close();
  }
}
