/** A table as RFC 4180 has it, with a header; a cell of nothing is empty. */
export function toCsv(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/**
 * Spreadsheets run what begins like a formula, so a text that does is kept from it by an
 * apostrophe.
 */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
