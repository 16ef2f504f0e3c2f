import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { zlibSync } from "fflate";

const require = createRequire(import.meta.url);
await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
const here = new URL("./", import.meta.url);
const glyphs = JSON.parse(readFileSync(new URL("glyphs.json", here), "utf8"));

/** The three silhouettes of roles on a grid of 32, the sign of the site. */
const SIGN =
  '<path fill="#3263d9" d="M0 0H15V19L10 24H5L0 19Z"/><path fill="#b8308a" d="M21 0H32V11L28 15H17V4Z"/><path fill="#f0b429" d="M21 17H28A4 4 0 0 1 32 21V28A4 4 0 0 1 28 32H21A4 4 0 0 1 17 28V21A4 4 0 0 1 21 17Z"/>';

const PAPER = "#faf9f6";
const INK = "#15181d";

/** As few colours as keep the edges smooth: a palette of 16 takes half a byte for a pixel. */
const COLOURS = 16;

const icons = {
  "icon-32.png": square(32, 2),
  "apple-touch-icon.png": square(180, 28),
  "icon-192.png": square(192, 30),
  "preview.png": png(preview(), 1200),
};
const encoded = Object.entries(icons).map(([name, bytes]) => [
  name,
  Buffer.from(bytes).toString("base64"),
]);
writeFileSync(
  new URL("icons.json", here),
  `${JSON.stringify(Object.fromEntries(encoded), null, 2)}\n`,
);

/** The sign on paper, `margin` px from the edge. */
function square(size, margin) {
  const scale = (size - 2 * margin) / 32;
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="${PAPER}" d="M0 0H${size}V${size}H0Z"/><g transform="translate(${margin} ${margin}) scale(${scale})">${SIGN}</g></svg>`,
    size,
  );
}

/** What a message shows of a link: the sign and the name of the site. */
function preview() {
  const words = ["Game Data", "Reference"].map((line, at) => {
    let x = 0;
    const letters = [...line].map((letter) => {
      const { advance, outline = "" } = glyphs[letter] ?? { advance: 260 }; // of a space
      x += advance - 20;
      return `<path transform="translate(${x - advance + 20})" d="${outline}"/>`;
    });
    return `<g fill="${INK}" transform="translate(520 ${300 + at * 125}) scale(.112)">${letters.join("")}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><path fill="${PAPER}" d="M0 0H1200V630H0Z"/><g transform="translate(110 155) scale(10)">${SIGN}</g>${words.join("")}</svg>`;
}

/**
 * A picture as PNG with a palette: its most frequent colours, every other pixel the nearest of
 * them.
 */
function png(svg, width) {
  const image = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { loadSystemFonts: false },
  }).render();
  const { pixels, height } = image;
  const colours = new Map();
  const at = (index) => (pixels[index] << 16) | (pixels[index + 1] << 8) | pixels[index + 2];
  for (let index = 0; index < pixels.length; index += 4)
    colours.set(at(index), (colours.get(at(index)) ?? 0) + 1);
  const palette = [...colours]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, COLOURS)
    .map(([colour]) => colour);
  const nearest = new Map(
    [...colours.keys()].map((colour) => [
      colour,
      palette.reduce(
        (best, one, place) =>
          distance(one, colour) < distance(palette[best], colour) ? place : best,
        0,
      ),
    ]),
  );
  const line = 1 + Math.ceil(width / 2);
  const data = new Uint8Array(line * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      data[y * line + 1 + (x >> 1)] |= nearest.get(at((y * width + x) * 4)) << (x % 2 ? 0 : 4);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 3, 0, 0, 0], 8); // 4 bits, palette
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((c) => [c >> 16, (c >> 8) & 255, c & 255]))),
    chunk("IDAT", zlibSync(data, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function distance(a, b) {
  return [16, 8, 0].reduce(
    (sum, bits) => sum + (((a >> bits) & 255) - ((b >> bits) & 255)) ** 2,
    0,
  );
}

/** A chunk of PNG: length, name, data, and the checksum of the last two. */
function chunk(name, data) {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(data.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
