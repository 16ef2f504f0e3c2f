import type { Names } from "../data/names.ts";
import { LineReader } from "./lines.ts";
import { LogResolver } from "./resolve-log.ts";

/**
 * The code pages in which Windows writes the languages of the game, by the labels of the Encoding
 * standard. Where two of them read a log alike, the first is taken.
 */
export const CODE_PAGES = [
  { page: "windows-1252", languages: "Western Europe" },
  { page: "euc-kr", languages: "Korean" },
  { page: "gb18030", languages: "Simplified Chinese" },
  { page: "big5", languages: "Traditional Chinese" },
  { page: "shift_jis", languages: "Japanese" },
  { page: "windows-1251", languages: "Russian" },
  { page: "windows-1250", languages: "Polish" },
  { page: "windows-1254", languages: "Turkish" },
  { page: "windows-874", languages: "Thai" },
] as const;

export type CodePage = (typeof CODE_PAGES)[number]["page"];

/**
 * The code page in which the most names of these bytes resolve. Undefined where none resolves in
 * any. Names in ASCII do not count. `bytes` are pieces of a log that are not valid UTF-8.
 */
export async function bestCodePage(
  bytes: readonly Uint8Array[],
  names: Names,
  pause?: () => Promise<void>,
): Promise<CodePage | undefined> {
  let best: { page: CodePage; known: number; unreadable: number } | undefined;
  for (const { page } of CODE_PAGES) {
    const tried = { page, ...tryPage(page, bytes, names) };
    const gain = tried.known - (best?.known ?? 0);
    const isClearer = gain === 0 && best !== undefined && tried.unreadable < best.unreadable;
    if (gain > 0 || isClearer) best = tried;
    await pause?.();
  }
  return best?.page;
}

function tryPage(page: CodePage, bytes: readonly Uint8Array[], names: Names) {
  const log = new LogResolver(names);
  let unreadable = 0;
  for (const piece of bytes) {
    const lines = new LineReader(page);
    for (const line of [...lines.push(piece), ...lines.end()])
      if (BEYOND_ASCII.test(line)) log.add(line);
    unreadable += lines.unreadable;
  }
  const known = log.result().names.filter(({ id, name }) => id !== null && BEYOND_ASCII.test(name));
  return { known: known.length, unreadable };
}

/** Characters that code pages encode differently. */
const BEYOND_ASCII = /\P{ASCII}/u;
