import { describe, expect, test } from "bun:test";
import { diagnosticList } from "../../../engine/host/diagnostic.ts";
import { negotiateAxis } from "../../../engine/host/negotiate-axis.ts";
import type { Axis } from "../../../engine/host/vocabulary.ts";

const WORDS = ["shout", "speak", "mutter", "silence"] as const;
type Word = (typeof WORDS)[number];

const voice: Axis<Word> = {
  name: "voice",
  floor: "silence",
  stepsDown: true,
  members: {
    shout: { since: 3, rank: 3 },
    speak: { since: 1, rank: 2 },
    mutter: { since: 1, rank: 1, successor: "speak" },
    silence: { since: 1, rank: 0 },
  },
};

function settle(declared: unknown, drives: readonly Word[], axis: Axis<Word> = voice, hostVersion = 3) {
  const { report, diagnostics } = diagnosticList();
  return { ...negotiateAxis(axis, declared, { known: WORDS, drives, hostVersion }, report), diagnostics };
}

describe("an axis", () => {
  test("steps down to the nearest value that the engine drives", () => {
    expect(settle("shout", ["mutter", "silence"]).value).toBe("mutter");
    expect(settle("shout", ["silence", "speak", "mutter"]).value).toBe("speak");
  });

  test("never steps up", () => {
    expect(settle("mutter", ["shout", "speak"])).toMatchObject({ value: "silence", kept: false });
  });

  test("falls to the floor where a higher value does not imply a lower one", () => {
    expect(settle("shout", ["speak", "silence"], { ...voice, stepsDown: false }).value).toBe("silence");
  });

  test("takes a value younger than the declared version as undeclared", () => {
    const { value, diagnostics } = settle("shout", WORDS, voice, 2);
    expect(value).toBe("silence");
    expect(diagnostics.map(({ code }) => code)).toEqual(["value-newer-than-declared"]);
  });

  test("keeps a deprecated value and names its successor", () => {
    const { value, diagnostics } = settle("mutter", WORDS);
    expect(value).toBe("mutter");
    expect(diagnostics).toEqual([{ code: "value-deprecated", axis: "voice", detail: '"mutter" became "speak"' }]);
  });
});
