import { sha256 } from "../file/digest.ts";

interface Sign {
  readonly name: string;
  readonly expression: RegExp;
}

let signs: readonly Sign[] | undefined;

function all(): readonly Sign[] {
  signs ??= [
    {
      name: "earlier instructions are to be ignored",
      expression:
        /\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|of\s+|the\s+|your\s+|these\s+|those\s+)*(?:previous|prior|above|earlier|preceding|existing|system)\s+(?:instructions?|prompts?|rules?|messages?|directions?|guidelines?|context)/i,
    },
    {
      name: "another role is given",
      expression:
        /\byou\s+are\s+(?:now|no\s+longer)\s+(?:an?\s+|the\s+)?(?:[\w-]+\s+){0,3}(?:assistant|agent|ai|model|mode|bot|chatbot|admin)\b/i,
    },
    {
      name: "instructions are replaced",
      expression: /\b(?:new|updated|real|actual)\s+(?:system\s+)?(?:instructions?|prompt)\s*:/i,
    },
    {
      name: "something is to be kept from the person",
      expression:
        /\b(?:do\s+not|don't|never|without)\s+(?:tell|telling|inform|informing|mention|mentioning|alert|alerting|notify|notifying)\b[^.\n]{0,40}\b(?:user|human|person|operator|developer)\b/i,
    },
    {
      name: "keys or the prompt are to be handed over",
      expression:
        /\b(?:send|post|upload|exfiltrate|reveal|print|output|leak)\s+(?:me\s+)?(?:all\s+)?(?:your|the\s+(?:user'?s|system))\s+(?:[\w-]+\s+){0,2}(?:prompt|instructions|api[\s_-]?keys?|credentials|secrets|tokens?|passwords?|environment\s+variables)\b/i,
    },
    {
      name: "marks of a conversation",
      expression:
        /<\|(?:im_start|im_end|system|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|^\s*<\/?(?:system|system-reminder|system_prompt)>/im,
    },
    {
      name: "text that no person sees",
      expression: /[\u202a-\u202e\u2066-\u2069]|[\u200b\u200c\u2060\u2061-\u2064]{6,}|(?:\udb40[\udc20-\udc7f]){8,}/,
    },
  ];
  return signs;
}

const MOST_TEXT = 64 * 1024;
const MOST_KNOWN = 256;
const known = new Map<string, readonly string[]>();

/** What in a text addresses the model that reads it, in words. Looks at the first 64 kB; a text seen before is known. */
export function signsOfInjection(text: string): readonly string[] {
  const start = text.slice(0, MOST_TEXT);
  const digest = sha256(start);
  const before = known.get(digest);
  if (before !== undefined) return before;
  const found = all().flatMap(({ name, expression }) => (expression.test(start) ? [name] : []));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(digest, found);
  return found;
}
