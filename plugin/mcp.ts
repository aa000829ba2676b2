/** The MCP server over stdio. It ends with its input. */
const { startMcp } = await import("./start-mcp.ts");
await startMcp(process.argv.slice(2));

export {};
