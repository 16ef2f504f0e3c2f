/** The fields of a line, numbered from 0. */
export type Fields = {
  length: number;
  /** A field with the spaces around it; empty where there is none. */
  at: (index: number) => string;
};

/** A position, such as `(1.50, -2.31, 30)`. Its commas do not end a field. */
const POSITION = /\(-?[\d.]+(?:, ?-?[\d.]+)+\)/y;

/** A field in quotation marks (RFC 4180), or one without. */
const QUOTED_FIELD = /\s*(?:"((?:[^"]|"")*)"[^,;\t]*|([^,;\t]*))/y;

/**
 * The fields of a line from character `from` on. The first comma, semicolon or tab is the separator
 * of the line: the game writes commas, other modes and spreadsheets write the others. In a line
 * with quotation marks all three separate fields.
 */
export function fieldsOf(line: string, from: number): Fields {
  return line.includes('"', from)
    ? new QuotedFields(line.slice(from))
    : new PlainFields(line, from);
}

/** Whether a line has a separator. */
export function hasSeparator(line: string): boolean {
  return line.includes(",") || line.includes(";") || line.includes("\t");
}

const [TAB, OPEN, COMMA, SEMICOLON] = [0x09, 0x28, 0x2c, 0x3b];

/** A line without quotation marks. It is read only as far as fields are asked for. */
class PlainFields implements Fields {
  readonly #line: string;
  readonly #from: number;
  /** The ends of the fields that were found so far. */
  readonly #ends: number[] = [];
  /** Where the next field begins. */
  #next: number;
  /** The separator, once it is known. */
  #separator: number | undefined;

  constructor(line: string, from: number) {
    this.#line = line;
    this.#from = from;
    this.#next = from;
  }

  get length(): number {
    while (this.#next <= this.#line.length) this.#findEnd();
    return this.#ends.length;
  }

  at(index: number): string {
    while (this.#ends.length <= index && this.#next <= this.#line.length) this.#findEnd();
    const end = this.#ends[index];
    if (end === undefined) return "";
    const start = index === 0 ? this.#from : (this.#ends[index - 1] ?? 0) + 1;
    return this.#line.slice(start, end);
  }

  #findEnd(): void {
    const line = this.#line;
    let at = this.#next;
    for (; at < line.length; at += 1) {
      const code = line.charCodeAt(at);
      if (code > SEMICOLON) continue; // most are letters
      if (this.#separator === undefined && isSeparator(code)) this.#separator = code;
      if (code === this.#separator) break;
      if (code === OPEN) at = this.#endOfPosition(at) - 1;
    }
    this.#ends.push(at);
    this.#next = at + 1;
  }

  /** The index behind a position that begins here. Default: the next index. */
  #endOfPosition(at: number): number {
    const mayHold = this.#separator === undefined || this.#separator === COMMA;
    POSITION.lastIndex = at;
    if (!mayHold || !POSITION.test(this.#line)) return at + 1;
    this.#separator = COMMA;
    return POSITION.lastIndex;
  }
}

function isSeparator(code: number): boolean {
  return code === COMMA || code === SEMICOLON || code === TAB;
}

class QuotedFields implements Fields {
  readonly #fields: string[] = [];

  constructor(text: string) {
    for (QUOTED_FIELD.lastIndex = 0; QUOTED_FIELD.lastIndex <= text.length; ) {
      const [, quoted, plain = ""] = QUOTED_FIELD.exec(text) ?? [];
      this.#fields.push(quoted?.replaceAll('""', '"') ?? plain);
      QUOTED_FIELD.lastIndex += 1;
    }
  }

  get length(): number {
    return this.#fields.length;
  }

  at(index: number): string {
    return this.#fields[index] ?? "";
  }
}
