/** The path of a file in a folder, which stays as it was typed: `./data/patches/x.json`. */
export function asTyped(dir: string, file: string): string {
  return `${dir.replace(/\/+$/, "")}/${file}`;
}
