import { beforeAll, expect, test } from "bun:test";
import { opencodeWords } from "./opencode-words.ts";
import { type OpenCodeLine, readRecording } from "./recording.ts";
import { replayOpenCode } from "./replay-opencode.ts";
import { type Replayed, replayed } from "./replayed.ts";
import { said } from "./said.ts";

const { lines } = readRecording<OpenCodeLine>("opencode");
let story: Replayed;

beforeAll(async () => {
  story = await replayed((engine, project) => replayOpenCode(lines, engine, project), opencodeWords);
});

test("what OpenCode handed over becomes the neutral trace, with its reactions", () => {
  expect(story.notes).toEqual([...story.expected]);
});

test("and the reactions reach the host", () => {
  const { reached, notes } = story;
  const asked = said(notes);
  expect(reached.refusals).toEqual(asked.refusals);
  expect(reached.sent).toEqual(asked.sent);
  expect(reached.instructions).toEqual(asked.instructions);
  expect(reached.notices).toEqual(asked.notices);
  expect(reached.environments).toEqual(asked.environments);
  // Once for the summary, and once for the model's next call.
  expect(reached.contexts).toEqual(asked.contexts);
});

test("a program that ends with its turn is asked at the last answer of each turn, and not at that of a summary", async () => {
  const { notes } = await replayed((engine, project) => replayOpenCode(lines, engine, project, true), opencodeWords);
  const closings = notes.flatMap((note) => ("event" in note && note.event.type === "turn.closing" ? [note.event] : []));
  expect(closings.map(({ session }) => session.id)).toEqual(["ses_2", "ses_1", "ses_1"]);
});
