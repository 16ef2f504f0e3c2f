/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** A value as JSON text: two spaces, and a newline at the end. */
export function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A figure, which holds an object: what it rests on. */
const FIGURE = /\{\n *"field": [^{}]*\{[^{}]*\}[^{}]*\}/g;

/**
 * Indented JSON with what holds nothing but plain values in one line each, alone in a list too: a
 * line per figure.
 */
export function densely(json: string): string {
  return json
    .replace(FIGURE, (figure) => figure.replace(/\n\s*/g, " "))
    .replace(/[{[]\n[^{}[\]]*[}\]]/g, (plain) => plain.replace(/\n\s*/g, " "))
    .replace(/\[\n\s*(\{[^\n]*\})\n\s*\]/g, "[$1]");
}
