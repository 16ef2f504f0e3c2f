import { zlibSync } from "fflate";

/** A picture without transparency: four bytes a pixel, red first, row by row. */
export type Pixels = { pixels: Uint8Array; width: number; height: number };

/** As few colours as keep the edges smooth; 16 would take a third more bytes. */
const COLOURS = 8;

/** Of 9, which makes 5 % fewer bytes at twelve times the cost. */
const DEFLATE_LEVEL = 5;

/**
 * A picture as PNG with a palette: its most frequent colours, every other pixel the nearest of
 * them.
 */
export function pngOf({ pixels, width, height }: Pixels): Buffer {
  const colours = new Uint32Array(pixels.slice().buffer);
  const { palette, placeOf } = paletteOf(colours);
  const line = 1 + Math.ceil(width / 2); // the first byte names the filter: none
  const data = new Uint8Array(line * height);
  let last = colours[0] ?? 0;
  let place = placeOf(last);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0, to = y * line + 1; x < width; x += 1, at += 1) {
      const colour = colours[at] ?? 0;
      if (colour !== last) {
        last = colour;
        place = placeOf(colour);
      }
      if (x % 2 === 0) data[to] = place << 4;
      else {
        data[to] = (data[to] ?? 0) | place;
        to += 1;
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 3, 0, 0, 0], 8); // 4 bits, palette
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(partsOf))),
    chunk("IDAT", zlibSync(data, { level: DEFLATE_LEVEL })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The most frequent colours, and the place among them of the one that is nearest to a colour. */
function paletteOf(colours: Uint32Array): {
  palette: number[];
  placeOf: (colour: number) => number;
} {
  const counts = new Map<number, number>();
  let start = 0;
  for (let at = 1; at <= colours.length; at += 1) {
    const colour = colours[start] ?? 0;
    if (at < colours.length && colours[at] === colour) continue;
    counts.set(colour, (counts.get(colour) ?? 0) + at - start);
    start = at;
  }
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const placeOf = (colour: number) => {
    const known = places.get(colour);
    if (known !== undefined) return known;
    const distances = palette.map((one) => distance(one, colour));
    const place = distances.indexOf(Math.min(...distances));
    places.set(colour, place);
    return place;
  };
  return { palette, placeOf };
}

/** Red, green and blue of a pixel as a number, its first byte the lowest. */
function partsOf(colour: number): [number, number, number] {
  return [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
}

function distance(a: number, b: number): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  return one.reduce((sum, part, at) => sum + (part - (other[at] ?? 0)) ** 2, 0);
}

/** A chunk of PNG: length, name, data, and the checksum of the last two. */
function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

/** The checksum of a chunk (PNG §5.5); Node has one of its own from 20.15 on. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
