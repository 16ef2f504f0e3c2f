/** The path of a file in a folder, for messages. The folder stays as it was typed: `./data`. */
export function joinKeepingPrefix(dir: string, file: string): string {
  return `${dir.replace(/\/+$/, "")}/${file}`;
}
