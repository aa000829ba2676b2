import { isEntryShapeChild, runEntryShapeChild } from "../bindings/cli/entry-shape-child.ts";

/** The command line. As a child of doctor, the same file tries a plugin file instead. */
if (isEntryShapeChild(process.argv)) await runEntryShapeChild(process.argv);
else {
  const { startCli } = await import("./start-cli.ts");
  process.exitCode = await startCli(process.argv.slice(2), import.meta.url);
}
