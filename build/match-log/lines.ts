import { TextDecoder } from "node:util";

/** No line of a log is as long; a file without line ends must not fill the memory. */
const MAX_LINE_LENGTH = 100_000;

/** The lines of a file as it streams in: UTF-8, or UTF-16 as Windows' editors write it; a byte order mark is no part of them. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let rest = "";
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH) rest = rest.slice(0, MAX_LINE_LENGTH);
    yield* lines;
  }
  rest += decoder?.decode() ?? "";
  if (rest !== "") yield rest.replace(/\r$/, "");
}

/** By the byte order mark, else by where the zero bytes of the first character are, which is never beyond ASCII. */
function encodingOf(start: Buffer): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || second === 0) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || first === 0) return "utf-16be";
  return "utf-8";
}
