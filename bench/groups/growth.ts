import type { Bench, Group, Job } from "../bench.ts";

interface Document {
  readonly row: string;
  readonly directory: (bench: Bench) => string;
  readonly ours: readonly [family: string, subcommand: string, args: object];
  /** Absent where only the growth of ours is asked for. */
  readonly gsd?: readonly string[];
}

const state = (row: string, megabytes: number): Document => ({
  row,
  directory: (bench) => bench.fixtures.bigState(megabytes),
  ours: ["state", "json", {}],
});

const roadmap = (row: string, phases: number): Document => ({
  row,
  directory: (bench) => bench.fixtures.bigRoadmap(phases),
  ours: ["progress", "show", {}],
});

const stateEdit = (row: string, megabytes: number): Document => ({
  row,
  directory: (bench) => bench.fixtures.bigState(megabytes, "edit"),
  ours: ["state", "add-decision", { text: "Keep the large file large" }],
});

const roadmapEdit = (row: string, phases: number): Document => ({
  row,
  directory: (bench) => bench.fixtures.bigRoadmap(phases, "edit"),
  ours: ["phase", "add", { text: "One more" }],
});

const gsdState = ["state", "json"];
const gsdRoadmap = ["roadmap", "analyze"];

const DOCUMENTS: readonly Document[] = [
  { ...state("state.tiny", 0), gsd: gsdState },
  state("state.half", 2.5),
  { ...state("state.5mb", 5), gsd: gsdState },
  { ...roadmap("roadmap.10", 10), gsd: gsdRoadmap },
  roadmap("roadmap.1000", 1000),
  { ...roadmap("roadmap.2000", 2000), gsd: gsdRoadmap },
  stateEdit("edit.state.tiny", 0),
  stateEdit("edit.state.half", 2.5),
  stateEdit("edit.state.5mb", 5),
  roadmapEdit("edit.roadmap.10", 10),
  roadmapEdit("edit.roadmap.1000", 1000),
  roadmapEdit("edit.roadmap.2000", 2000),
];

/** One long document: ours answers for the first time in a new process, the reference runs as its own process. */
export const growth: Group = {
  rows: DOCUMENTS.map(({ row }) => row),
  share: 18,
  rounds: 4,
  jobs: async (bench) => {
    const wanted = DOCUMENTS.filter(({ row }) => bench.wants(row));
    const content = await bench.fixtures.content();
    const ours = bench.having("library").filter(({ who }) => who === "ours");
    const gsd = bench.having("cli").filter(({ who }) => who !== "ours");
    return wanted.flatMap((document): Job[] => {
      const directory = document.directory(bench);
      const { gsd: line } = document;
      return [
        ...ours.map(({ who, runtime, library }) => ({
          who,
          repeat: 3,
          async run() {
            const job = { library, content, directory, command: document.ours, budgetMs: 0 };
            const { first, firstCpu } = await bench.probe(runtime, "engine-command", job);
            bench.readings.add(document.row, who, first ?? [], firstCpu ?? []);
          },
        })),
        ...(line ? gsd : []).map(({ who, runtime, cli }) => ({
          who,
          async run() {
            const run = await bench.run([runtime, cli, ...(line ?? [])], directory);
            bench.readings.add(document.row, who, [run.ms], [run.cpuMs]);
          },
        })),
      ];
    });
  },
};
