/**
 * A text in a code page of the Encoding standard, of whose characters it has each in one or two
 * bytes.
 */
export function inCodePage(text: string, page: string): Buffer {
  const bytesOf = tableOf(page);
  return Buffer.concat(
    [...text].map((char) => {
      const bytes = char < "\x80" ? Buffer.from(char) : bytesOf.get(char);
      if (bytes === undefined) throw new Error(`${page} has no ${char}`);
      return bytes;
    }),
  );
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

/** Every character that two bytes can mean, by trying them. */
function tableOf(page: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(page);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(page);
  const table = new Map<string, Buffer>();
  const add = (...bytes: number[]) => {
    const char = decoder.decode(new Uint8Array(bytes));
    if ([...char].length === 1 && char !== "\ufffd") table.set(char, Buffer.from(bytes));
  };
  for (let first = 0xff; first >= 0x80; first -= 1) {
    for (let second = 0xff; second >= 0x40; second -= 1) add(first, second);
    add(first);
  }
  tables.set(page, table);
  return table;
}
