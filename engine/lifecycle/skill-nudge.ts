export type Domains = Readonly<Record<string, readonly string[]>>;

/** The first domain, in the order of the list, one of whose keywords a prompt holds as whole words. */
export function domainOf(prompt: string, domains: Domains): string | null {
  const words = ` ${wordsOf(prompt)} `;
  const found = Object.entries(domains).find(([, keywords]) =>
    keywords.some((keyword) => wordsOf(keyword) !== "" && words.includes(` ${wordsOf(keyword)} `)),
  );
  return found?.[0] ?? null;
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}
