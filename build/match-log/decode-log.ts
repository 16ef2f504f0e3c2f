import type { Names } from "../data/names.ts";
import { bestCodePage, type CodePage } from "./code-pages.ts";
import { LineReader } from "./lines.ts";

/** How a log was read. */
export type LogText = {
  encoding: string;
  /** How many lines have bytes that are not valid in that encoding. */
  unreadable: number;
  /** Whether it was read in a code page, since it is neither UTF-8 nor UTF-16. */
  isCodePage: boolean;
};

export type ReadOptions = {
  /** Opens the log at its beginning. A log in a code page is opened twice. */
  open: () => AsyncIterable<Uint8Array>;
  /** Called before the first line of each reading. */
  onStart: () => void;
  /** Called with the next lines. */
  onLines: (lines: readonly string[]) => void;
  names: Names;
  /**
   * The code page of a log that is neither UTF-8 nor UTF-16. Default: the one in which the most
   * names resolve.
   */
  codePage?: CodePage | undefined;
  /** Lets other work run. It is awaited after each piece. Default: no pause. */
  pause?: (() => Promise<void>) | undefined;
};

/** Bytes of a piece, which takes a few milliseconds. */
const PIECE_BYTES = 65_536;

/** Reads a log in UTF-8, UTF-16 or a code page. */
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
  { open, onStart: begin, onLines: take, pause }: ReadOptions,
): Promise<LineReader> {
  const reader = new LineReader(page);
  begin();
  for await (const bytes of open()) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      take(reader.push(bytes.subarray(at, at + PIECE_BYTES)));
      await pause?.();
    }
  }
  take(reader.end());
  return reader;
}

function textOf({ encoding, unreadable }: LineReader, isCodePage: boolean): LogText {
  return { encoding, unreadable, isCodePage };
}
