interface Sign {
  readonly name: string;
  /** In lower case; without one of these the expression cannot match, and most texts have none. */
  readonly hints: readonly string[];
  readonly expression: RegExp;
}

let signs: readonly Sign[] | undefined;

function all(): readonly Sign[] {
  signs ??= [
    {
      name: "earlier instructions are to be ignored",
      hints: ["ignore", "disregard", "forget", "override"],
      expression:
        /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|of\s+|the\s+|your\s+|these\s+|those\s+)*(?:previous|prior|above|earlier|preceding|existing|system)\s+(?:instructions?|prompts?|rules?|messages?|directions?|guidelines?|context)/i,
    },
    {
      name: "another role is given",
      hints: ["you are now", "you are no longer"],
      expression:
        /\byou are (?:now|no longer)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:assistant|agent|ai|model|mode|bot|chatbot|admin)\b/i,
    },
    {
      name: "instructions are replaced",
      hints: ["instruction:", "instructions:", "prompt:"],
      expression: /\b(?:new|updated|real|actual)\s+(?:system\s+)?(?:instructions?|prompt):/i,
    },
    {
      name: "something is to be kept from the person",
      hints: ["tell", "inform", "mention", "alert", "notify"],
      expression:
        /\b(?:do\s+not|don't|never|without)\s+(?:tell|telling|inform|informing|mention|mentioning|alert|alerting|notify|notifying)\b[^.\n]{0,40}\b(?:user|human|person|operator|developer)\b/i,
    },
    {
      name: "keys or the prompt are to be handed over",
      hints: ["your ", "the user", "the system"],
      expression:
        /\b(?:send|post|upload|exfiltrate|reveal|print|output|leak)\s+(?:me\s+)?(?:all\s+)?(?:your|the\s+(?:user'?s|system))\s+(?:[\w-]+\s+){0,2}(?:prompt|instructions|api[\s_-]?keys?|credentials|secrets|tokens?|passwords?|environment\s+variables)\b/i,
    },
    {
      name: "marks of a conversation",
      hints: ["<|", "[inst]", "[/inst]", "sys>>", "<system", "</system"],
      expression:
        /<\|(?:im_start|im_end|system|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|^[ \t]{0,80}<\/?(?:system|system-reminder|system_prompt)>/im,
    },
    {
      name: "text that no person sees",
      hints: [
        "\u202a",
        "\u202b",
        "\u202c",
        "\u202d",
        "\u202e",
        "\u2066",
        "\u2067",
        "\u2068",
        "\u2069",
        "\u200b",
        "\u200c",
        "\u2060",
        "\udb40",
      ],
      expression: /[\u202a-\u202e\u2066-\u2069]|[\u200b\u200c\u2060\u2061-\u2064]{6,}|(?:\udb40[\udc20-\udc7f]){8,}/,
    },
  ];
  return signs;
}

const MOST_TEXT = 64 * 1024;
const MOST_END = 8 * 1024;
const MOST_KNOWN = 32;
/** A model reads the same few files again and again. */
const known = new Map<string, readonly string[]>();

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** The text as a reader takes it: with look-alike letters as plain ones, and nothing between them. */
function asRead(text: string): string {
  return /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\uff00-\uff5e]/.test(text)
    ? `${text}\n${text.replaceAll(INVISIBLE, "").normalize("NFKC")}`
    : text;
}

/** What in a text addresses the model that reads it, in words. Looks at 64 kB, mostly of its start; a text seen lately is known. */
export function signsOfInjection(text: string): readonly string[] {
  const seen = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - MOST_END)}\n${text.slice(-MOST_END)}` : text;
  const before = known.get(seen);
  if (before !== undefined) return before;
  const found = signsIn(asRead(seen));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(seen, found);
  return found;
}

function signsIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return all()
    .filter(({ hints }) => hints.some((hint) => lower.includes(hint)))
    .flatMap(({ name, expression }) => (expression.test(text) ? [name] : []));
}
