/** A message and what to do, as sentences one after the other. */
export function sentences(message: string, remedy: string | undefined): string {
  const first = /[.!?]$/.test(message) ? message : `${message}.`;
  return remedy === undefined ? first : `${first} ${remedy}`;
}
