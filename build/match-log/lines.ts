/** No line of a log is as long; a file without line ends must not fill the memory. */
const MAX_LINE_LENGTH = 100_000;

/** What stands where bytes are no text in the encoding that they were read in. */
const UNREADABLE = "\ufffd";

/** So many pieces that are no text are kept. */
const MOST_PIECES = 4;

/** So many bytes of a piece are kept. */
const MOST_BYTES = 65_536;

/**
 * Cuts a text that comes in pieces into lines: UTF-8, or UTF-16 as Windows' editors write it, or
 * the encoding that is given; a byte order mark is no part of them.
 */
export class LineReader {
  readonly #given: string | undefined;
  #decoder: TextDecoder | undefined;
  #rest = "";

  /** The name of the encoding, once the first bytes were there. */
  encoding = "utf-8";

  /** The first pieces that are no text in this encoding, each 64 KB at most. */
  readonly unreadablePieces: Uint8Array[] = [];

  constructor(encoding?: string) {
    this.#given = encoding;
  }

  /** How many lines have bytes that are no text in this encoding. */
  unreadable = 0;

  /** The lines that end in these bytes. */
  push(bytes: Uint8Array): string[] {
    if (this.#decoder === undefined) {
      this.encoding = this.#given ?? encodingOf(bytes);
      this.#decoder = new TextDecoder(this.encoding);
    }
    const text = this.#decoder.decode(bytes, { stream: true });
    if (this.unreadablePieces.length < MOST_PIECES && text.includes(UNREADABLE))
      this.unreadablePieces.push(bytes.slice(0, MOST_BYTES));
    return this.#cut(text);
  }

  /** The line that nothing ended, if any. */
  end(): string[] {
    const lines = this.#cut(this.#decoder?.decode() ?? "");
    const rest = this.#rest.replace(/\r$/, "");
    const isLine = this.#rest !== "";
    this.#rest = "";
    if (rest.includes(UNREADABLE)) this.unreadable += 1;
    return isLine ? [...lines, rest] : lines;
  }

  #cut(text: string): string[] {
    const lines = linesOf(this.#rest + text);
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > MAX_LINE_LENGTH) this.#rest = this.#rest.slice(0, MAX_LINE_LENGTH);
    if (text.includes(UNREADABLE))
      this.unreadable += lines.filter((line) => line.includes(UNREADABLE)).length;
    return lines;
  }
}

/**
 * What line feeds and carriage returns part; one at the very end may be the first half of an end.
 */
function linesOf(text: string): string[] {
  if (!text.includes("\r")) return text.split("\n");
  const joined = text.replaceAll("\r\n", "\n");
  return joined.includes("\r") ? joined.split(/\n|\r(?!$)/) : joined.split("\n");
}

/** The lines of a file as it streams in. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const reader = new LineReader();
  for await (const chunk of bytes) yield* reader.push(chunk);
  yield* reader.end();
}

/**
 * By the byte order mark, else by where the zero bytes of the first character are, which is never
 * beyond ASCII.
 */
function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return "utf-8";
}
