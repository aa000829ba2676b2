import { beforeAll, expect, test } from "bun:test";
import { piWords } from "./pi-words.ts";
import { type PiLine, readRecording } from "./recording.ts";
import { replayPi } from "./replay-pi.ts";
import { type Replayed, replayed } from "./replayed.ts";
import { said } from "./said.ts";

let story: Replayed;

beforeAll(async () => {
  const { lines } = readRecording<PiLine>("pi");
  story = await replayed((engine, project) => replayPi(lines, engine, project), piWords);
});

test("what pi handed over becomes the neutral trace, with its reactions", () => {
  expect(story.notes).toEqual([...story.expected]);
});

test("and the reactions reach the host", () => {
  const { reached, notes } = story;
  const asked = said(notes);
  expect(reached.refusals).toEqual(asked.refusals);
  expect(reached.sent).toEqual(asked.sent);
  expect(reached.instructions).toEqual(asked.instructions);
  expect(reached.notices).toEqual(asked.notices);
  expect(reached.environments).toEqual([]);
  // The host takes no text for its summary: the model gets it with the next prompt.
  expect(reached.contexts).toEqual(asked.contexts.slice(1));
});
