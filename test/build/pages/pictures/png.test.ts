import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { pngOf } from "../../../../build/pages/pictures/png.ts";

/** As many as a palette holds, as their bytes: red, green, blue, and no transparency. */
const COLOURS = [
  0x000000, 0xffffff, 0xfaf9f6, 0x3263d9, 0xb8308a, 0xf0b429, 0x15181d, 0x575d67,
].map((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]);

/** The chunks of a PNG by name (PNG §5.3). */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

/** The pixels of a PNG with a palette of 4 bits, none of whose rows is filtered. */
function pixelsOf(png: Buffer, width: number): number[][] {
  const chunks = chunksOf(png);
  const palette = chunks.get("PLTE") ?? Buffer.alloc(0);
  const data = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  const line = 1 + Math.ceil(width / 2);
  return Array.from({ length: data.length / line }, (_, y) => {
    const row = data.subarray(y * line, (y + 1) * line);
    expect(row[0]).toBe(0); // no filter
    const places = [...row.subarray(1)].flatMap((byte) => [byte >> 4, byte & 15]).slice(0, width);
    return places.flatMap((place) => [...palette.subarray(3 * place, 3 * place + 3), 255]);
  });
}

it("a picture of few colours keeps every pixel, whatever its width", () => {
  const run = fc.record({
    place: fc.nat(COLOURS.length - 1),
    length: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 37 }), fc.array(run, { minLength: 1 }), (width, runs) => {
      const drawn = runs.flatMap(({ place, length }) => Array<number>(length).fill(place));
      const height = Math.ceil(drawn.length / width);
      const places = Array.from({ length: width * height }, (_, at) => drawn[at] ?? 0);
      const bytes = places.flatMap((place) => COLOURS[place] ?? []);
      const png = pngOf({ pixels: Uint8Array.from(bytes), width, height });
      expect(pixelsOf(png, width).flat()).toEqual(bytes);
    }),
  );
});

it("a colour beyond the palette becomes the nearest of it", () => {
  const frequent = COLOURS.flatMap((colour) => [...colour, ...colour]);
  const pixels = Uint8Array.from([...frequent, 0xff, 0xff, 0xfe, 255, 0x01, 0x02, 0x03, 255]);
  const [row = []] = pixelsOf(pngOf({ pixels, width: 18, height: 1 }), 18);
  expect(row.slice(-8)).toEqual([255, 255, 255, 255, 0, 0, 0, 255]);
});

it("each chunk has its checksum: that of the last is in every PNG", () => {
  const png = pngOf({ pixels: Uint8Array.of(1, 2, 3, 255), width: 1, height: 1 });
  expect(png.subarray(-8).toString("hex")).toBe(`${Buffer.from("IEND").toString("hex")}ae426082`);
});
