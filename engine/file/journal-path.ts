/** The journal lies in the folder of the changed paths, so that one lock on that folder covers it. */
export function journalPath(folder: string): string {
  return `${folder}/.transaction.json`;
}
