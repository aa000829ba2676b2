/** A command of PowerShell or of `cmd`, spelled so that a shell's parser finds the same words in it. */
export function posixSpelling(command: string): string {
  return command.replaceAll(/[`^](?=\S)/g, "").replaceAll("\\", "/");
}
