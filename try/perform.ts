import { join } from "node:path";
import type { Actor } from "./actor.ts";
import { narrate } from "./narrate.ts";
import { RunRecord } from "./run-record.ts";
import type { Screen } from "./screen.ts";
import { type Chapter, type Claim, type Scene, STORY } from "./story.ts";

/** What a chapter showed. */
interface Shown {
  readonly name: string;
  readonly claims: readonly (Claim & { readonly isKept: boolean })[];
}

/** Plays the story in a host and says whether every claim held. */
export async function perform(actor: Actor, screen: Screen, keep: boolean): Promise<boolean> {
  screen.line(
    `${screen.paint("Loopwright", "bold")} in the real ${actor.name}, against a scripted model on this machine`,
  );
  const record = new RunRecord(actor.directory);
  const shown: Shown[] = [];
  const begun = performance.now();
  for (const chapter of STORY) {
    screen.line();
    screen.line(screen.paint(chapter.title, "bold"));
    const scene = await playChapter(chapter, actor, record, screen);
    shown.push({
      name: chapter.name,
      claims: chapter.claims.map((claim) => ({ ...claim, isKept: claim.holds(scene) })),
    });
  }
  showTable(shown, screen);
  const seconds = Math.round((performance.now() - begun) / 1000);
  return conclude(shown, seconds, actor, screen, keep);
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

function showTable(shown: readonly Shown[], screen: Screen): void {
  screen.line();
  screen.line(screen.paint("What was seen", "bold"));
  const width = Math.max(...shown.map(({ name }) => name.length)) + 2;
  for (const { name, claims } of shown) {
    claims.forEach(({ claim, part, isKept }, index) => {
      const mark = isKept ? screen.paint("✓", "green") : screen.paint("✗", "red");
      const row = (index === 0 ? name : "").padEnd(width);
      screen.line(`${row}${mark} ${claim}${isKept ? "" : screen.paint(` (${part})`, "red")}`);
    });
  }
}

function conclude(shown: readonly Shown[], seconds: number, actor: Actor, screen: Screen, keep: boolean): boolean {
  const claims = shown.flatMap((chapter) => chapter.claims);
  const failed = claims.filter(({ isKept }) => !isKept);
  screen.line();
  if (failed.length === 0) screen.line(screen.paint(`All ${claims.length} hold, in ${seconds} s.`, "green"));
  else {
    const parts = [...new Set(failed.map(({ part }) => part))].join(", ");
    screen.line(screen.paint(`${failed.length} of ${claims.length} did not hold: ${parts}`, "red"));
  }
  const planning = join(actor.directory, ".planning");
  screen.line(
    keep ? `The project is kept; its plan lies in ${planning}` : `Its plan lay in ${planning} (--keep keeps it)`,
  );
  screen.line("With a real model: npm run try -- --model <provider/model>");
  return failed.length === 0;
}
