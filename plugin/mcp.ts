import { startMcp } from "./start-mcp.ts";

/** The MCP server over stdio. It ends with its input. */
await startMcp(process.argv.slice(2));
