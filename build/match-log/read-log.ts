import type { Names } from "../data/names.ts";
import { bestCodePage, type CodePage } from "./code-pages.ts";
import { LineReader } from "./lines.ts";

/** How a log was read. */
export type LogText = {
  encoding: string;
  /** How many lines have bytes that are no text in that encoding. */
  unreadable: number;
  /** Whether it is neither UTF-8 nor UTF-16, and so a code page was taken. */
  isCodePage: boolean;
};

export type ReadOptions = {
  /** Gives the log's bytes from the beginning, a second time where it is in a code page. */
  open: () => AsyncIterable<Uint8Array>;
  /** Told before the first line, each time. */
  begin: () => void;
  take: (lines: readonly string[]) => void;
  names: Names;
  /**
   * The code page of a log that is neither UTF-8 nor UTF-16 (default: the one in which most names
   * are known, if any is).
   */
  codePage?: CodePage | undefined;
  /** Lets others go on; it is waited for after each piece. */
  pause?: (() => Promise<void>) | undefined;
};

/** So many bytes are read in a few milliseconds. */
const PIECE = 65_536;

/** Reads a log: UTF-8, UTF-16, or else a code page. */
export async function readLog(options: ReadOptions): Promise<LogText> {
  const { names, codePage, pause } = options;
  const unicode = await readAs(undefined, options);
  if (unicode.encoding === "utf-8" && unicode.unreadable > 0) {
    const page = codePage ?? (await bestCodePage(unicode.unreadablePieces, names, pause));
    if (page !== undefined) return textOf(await readAs(page, options), true);
  }
  return textOf(unicode, false);
}

async function readAs(
  page: CodePage | undefined,
  { open, begin, take, pause }: ReadOptions,
): Promise<LineReader> {
  const reader = new LineReader(page);
  begin();
  for await (const bytes of open()) {
    for (let at = 0; at < bytes.length; at += PIECE) {
      take(reader.push(bytes.subarray(at, at + PIECE)));
      await pause?.();
    }
  }
  take(reader.end());
  return reader;
}

function textOf({ encoding, unreadable }: LineReader, isCodePage: boolean): LogText {
  return { encoding, unreadable, isCodePage };
}
