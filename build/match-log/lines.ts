/** In characters. A longer line is cut, so that a file without line ends fills no memory. */
const MAX_LINE_LENGTH = 100_000;

/** The character that stands for bytes that are not valid in the encoding (Encoding §4.1). */
const UNREADABLE = "\ufffd";

/** How many pieces with invalid bytes are kept. */
const MOST_PIECES = 4;

/** How many bytes of such a piece are kept. */
const MOST_BYTES = 65_536;

/**
 * Cuts a text that comes in pieces into lines, without its byte order mark. Default of the
 * encoding: UTF-8 or UTF-16, by the first bytes.
 */
export class LineReader {
  readonly #given: string | undefined;
  #decoder: TextDecoder | undefined;
  #rest = "";

  /** The name of the encoding. It is known after the first piece. */
  encoding = "utf-8";

  /** The first pieces with bytes that are not valid in this encoding, each 64 KB at most. */
  readonly unreadablePieces: Uint8Array[] = [];

  constructor(encoding?: string) {
    this.#given = encoding;
  }

  /** How many lines have bytes that are not valid in this encoding. */
  unreadable = 0;

  /** Takes the next piece, and returns the lines that end in it. */
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

  /** The last line, where it has no line end. There are no more pieces. */
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
 * Splits at line feeds and carriage returns. A carriage return at the very end stays, as it may be
 * the first half of a line end.
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
 * The encoding by the byte order mark. Without one, the first character is ASCII, and its zero byte
 * tells UTF-16.
 */
function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return "utf-8";
}
