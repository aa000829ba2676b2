/** How deep brackets stand in each other, at the most: deeper ones than anybody writes cost more than they are worth. */
export function nestingOf(source: string): number {
  let [depth, deepest] = [0, 0];
  for (const bracket of source.match(/[(){}]/g) ?? []) {
    if (bracket === "(" || bracket === "{") deepest = Math.max(deepest, ++depth);
    else if (depth > 0) depth--;
  }
  return deepest;
}
