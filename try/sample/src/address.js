/** The address of a note: lower case, words joined by single dashes. */
export function addressOf(title) {
  return title.toLowerCase().replace(" ", "-");
}
