import { InputError } from "../terminal/terminal.ts";

/** A row of an answer. Its values are the cells. */
export type Row = Record<string, string>;

/** What the rows of an answer take at most, as text and as JSON, of 12 KB and 24 KB for both. */
const MOST_BYTES = 10_000;

/** An answer of a tool: lines for reading, and the same for programs. */
export type Answer = { lines: readonly string[]; content: object };

/** A table as an answer: as many rows from `offset` on as one answer has room for. */
export function tableAnswer(
  about: readonly string[],
  rows: readonly Row[],
  content: object,
  offset = 0,
): Answer {
  const page: Row[] = [];
  let bytes = 0;
  for (const row of rows.slice(offset)) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (page.length > 0 && bytes > MOST_BYTES) break;
    page.push(row);
  }
  const end = offset + page.length;
  const nextOffset = end < rows.length ? end : null;
  const more = nextOffset === null ? [] : [`${rows.length - end} more rows from offset ${end} on`];
  const lines = page.map((row) => Object.values(row).join(" | "));
  return {
    lines: [...about, ...lines, ...more],
    content: { ...content, total: rows.length, rows: page, nextOffset },
  };
}

/** A tool that gives an answer, or the message of an `InputError`. */
export function toTool<Input>(answer: (input: Input) => Answer) {
  const texts = (text: string) => [{ type: "text" as const, text }];
  return (input: Input) => {
    try {
      const { lines, content } = answer(input);
      const structuredContent = JSON.parse(JSON.stringify(content, withoutAddresses));
      return { content: texts(lines.join("\n")), structuredContent };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return { content: texts(error.message), isError: true };
    }
  };
}

/** Only a deployment has addresses of pictures. */
function withoutAddresses(key: string, value: unknown) {
  return key === "portrait" || key === "thumbnail" ? undefined : value;
}
