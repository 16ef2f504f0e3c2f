/** A position, such as `(1.50, -2.31, 30)`. Its commas do not end a field. */
const POSITION = /\(-?[\d.]+(?:, ?-?[\d.]+)+\)/g;

/** Stands for a comma of a position while a line is split. No log has it. */
const COMMA_OF_POSITION = "\u0000";

/** What may separate fields. */
const SEPARATOR = /[,;\t|]/;

/** A field in quotation marks (RFC 4180), or one without, by the separator of the line. */
const QUOTED_FIELDS: Readonly<Record<string, RegExp>> = {
  ",": /\s*(?:"((?:[^"]|"")*)"[^,]*|([^,]*))/y,
  ";": /\s*(?:"((?:[^"]|"")*)"[^;]*|([^;]*))/y,
  "\t": / *(?:"((?:[^"]|"")*)"[^\t]*|([^\t]*))/y,
  "|": /\s*(?:"((?:[^"]|"")*)"[^|]*|([^|]*))/y,
};

/**
 * The fields of a line, with the spaces around them. The first comma, semicolon, tab or bar outside
 * of quotation marks is the separator of the line: the game writes commas, other modes and
 * spreadsheets write the others. Prose has its names in square brackets.
 */
export function fieldsOf(line: string, separator?: string): string[] {
  if (line.includes('"')) return quotedFields(line, separator ?? separatorOf(line));
  return plainFields(line, separator ?? line[line.search(SEPARATOR)]);
}

function plainFields(line: string, separator: string | undefined): string[] {
  if (separator === undefined) return bracketedFields(line) ?? [line];
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

/** Whether a field in quotation marks goes on in the next line (RFC 4180). */
export function isOpen(line: string): boolean {
  return line.includes('"') && /(?:^|[,;\t|])\s*"(?:[^"]|"")*$/.test(line);
}

function quotedFields(line: string, separator: string): string[] {
  const field = QUOTED_FIELDS[separator] ?? /(.*)/y;
  const fields: string[] = [];
  for (field.lastIndex = 0; field.lastIndex <= line.length; ) {
    const [, quoted, plain = ""] = field.exec(line) ?? [];
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    field.lastIndex += 1;
  }
  return fields;
}

/** The first separator outside of quotation marks. */
export function separatorOf(line: string): string {
  let isQuoted = false;
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && SEPARATOR.test(char)) return char;
  }
  return ",";
}

/** The texts in square brackets, as in `[P1] from [McCree] swapped to [Ana]`, if there are two. */
function bracketedFields(line: string): string[] | undefined {
  const fields = [...line.matchAll(/\[([^\][]+)\]/g)].map(([, field = ""]) => field);
  return fields.length > 1 ? fields : undefined;
}
