/** In characters. A longer line is cut, so that a file without line ends fills no memory. */
const MAX_LINE_LENGTH = 100_000;

/** A file is not text that can be read. The message is for people. */
export class EncodingError extends Error {
  constructor(
    message = "is neither UTF-8 nor UTF-16 with a byte order mark. Save it as UTF-8 and try again.",
  ) {
    super(message);
  }
}

/**
 * Cuts a text that comes in pieces into lines, without its byte order mark. The text is UTF-8, or
 * UTF-16 by its mark. Throws `EncodingError`.
 */
export function createLineReader() {
  let decoder: TextDecoder | undefined;
  let rest = "";
  const cut = (text: string) => {
    const lines = linesOf(rest + text);
    rest = (lines.pop() ?? "").slice(0, MAX_LINE_LENGTH);
    return lines;
  };
  return {
    /** Takes the next piece, and returns the lines that end in it. */
    push(bytes: Uint8Array): string[] {
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
      return cut(decoded(decoder, bytes));
    },
    /** The last line, where it has no line end. There are no more pieces. */
    end(): string[] {
      const lines = cut(decoder === undefined ? "" : decoded(decoder));
      return rest === "" ? lines : [...lines, rest.replace(/\r$/, "")];
    },
  };
}

function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new EncodingError();
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

/** The encoding by the byte order mark (Encoding §6). */
function encodingOf([first, second, third]: Uint8Array): string {
  // Of zip archives, which workbooks are too; no text has the third byte.
  if (first === 0x50 && second === 0x4b && (third === 3 || third === 5))
    throw new EncodingError("is a zip archive or a workbook. Unpack it, or save it as CSV.");
  if (first === 0 || second === 0) throw new EncodingError(); // UTF-16 without a mark
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
