/** A position, such as `(1.50, -2.31, 30)`. Its commas do not end a field. */
const POSITION = /\(-?[\d.]+(?:, ?-?[\d.]+)+\)/g;

/** Stands for a comma of a position while a line is split. No log has it. */
const COMMA_OF_POSITION = "\u0000";

/** A field in quotation marks (RFC 4180), or one without. */
const QUOTED_FIELD = /\s*(?:"((?:[^"]|"")*)"[^,;\t]*|([^,;\t]*))/y;

/** What may separate fields. */
const SEPARATOR = /[,;\t]/;

/**
 * The fields of a line, with the spaces around them. The first comma, semicolon or tab is the
 * separator of the line: the game writes commas, other modes and spreadsheets write the others. In
 * a line with quotation marks all three separate fields.
 */
export function fieldsOf(line: string): string[] {
  if (line.includes('"')) return quotedFields(line);
  const separator = line[line.search(SEPARATOR)];
  if (separator === undefined) return [line];
  if (separator !== "," || !line.includes("(")) return line.split(separator);
  return line
    .replace(POSITION, (position) => position.replaceAll(",", COMMA_OF_POSITION))
    .split(",")
    .map((field) => field.replaceAll(COMMA_OF_POSITION, ","));
}

/** Whether a line has a separator. */
export function hasSeparator(line: string): boolean {
  return SEPARATOR.test(line);
}

function quotedFields(line: string): string[] {
  const fields: string[] = [];
  for (QUOTED_FIELD.lastIndex = 0; QUOTED_FIELD.lastIndex <= line.length; ) {
    const [, quoted, plain = ""] = QUOTED_FIELD.exec(line) ?? [];
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    QUOTED_FIELD.lastIndex += 1;
  }
  return fields;
}
