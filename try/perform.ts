import { join } from "node:path";
import type { Actor } from "./actor.ts";
import { narrate } from "./narrate.ts";
import { RunRecord } from "./run-record.ts";
import type { Screen } from "./screen.ts";
import { type Chapter, type Claim, type Scene, STORY } from "./story.ts";

interface Shown {
  readonly chapter: string;
  readonly claim: Claim;
  readonly holds: boolean;
}

/** Plays the story in a host and says whether every claim held. */
export async function perform(actor: Actor, screen: Screen, keep: boolean): Promise<boolean> {
  screen.line(
    `${screen.paint("Loopwright", "bold")} in the real ${actor.name}, against a scripted model on this machine`,
  );
  const record = new RunRecord(actor.directory);
  const shown: Shown[] = [];
  for (const chapter of STORY) {
    screen.line();
    screen.line(screen.paint(chapter.title, "bold"));
    const scene = await playChapter(chapter, actor, record, screen);
    for (const claim of chapter.claims) shown.push({ chapter: chapter.title, claim, holds: claim.holds(scene) });
  }
  return conclude(shown, actor, screen, keep);
}

async function playChapter(chapter: Chapter, actor: Actor, record: RunRecord, screen: Screen): Promise<Scene> {
  const fromLine = record.lines.length;
  const fromRequest = actor.model.requests.length;
  const follow = () => {
    for (const line of record.read()) {
      const text = narrate(line, screen);
      if (text !== null) screen.line(text);
    }
  };
  screen.busy(chapter.title, follow);
  try {
    await chapter.play(actor);
  } catch (error) {
    screen.line(
      screen.paint(`The host did not come to rest: ${error instanceof Error ? error.message : error}`, "red"),
    );
  } finally {
    screen.rest();
    follow();
    actor.model.clear();
  }
  return { actor, lines: record.lines.slice(fromLine), requests: actor.model.requests.slice(fromRequest) };
}

function conclude(shown: readonly Shown[], actor: Actor, screen: Screen, keep: boolean): boolean {
  screen.line();
  screen.line(screen.paint("What was seen", "bold"));
  for (const { claim, holds } of shown) {
    const mark = holds ? screen.paint("✓", "green") : screen.paint("✗", "red");
    screen.line(`${mark} ${claim.claim}${holds ? "" : screen.paint(` (${claim.part})`, "red")}`);
  }
  const failed = shown.filter(({ holds }) => !holds);
  screen.line();
  if (failed.length > 0) {
    screen.line(
      screen.paint(
        `${failed.length} of ${shown.length} did not hold: ${failed.map(({ claim }) => claim.part).join(", ")}`,
        "red",
      ),
    );
  }
  const planning = join(actor.directory, ".planning");
  screen.line(
    keep ? `The project is kept; its plan lies in ${planning}` : `Its plan lay in ${planning} (--keep keeps it)`,
  );
  screen.line("With a real model: npm run try -- --model <provider/model>");
  return failed.length === 0;
}
