import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { LRUCache } from "lru-cache";
import { PAPER } from "./preview-picture.ts";

/** Draws an SVG as a PNG, `width` px wide. The letters of the SVG have to be outlines. */
export type Draw = (svg: string, width: number) => Buffer;

await prepare();

/** Starts the library. A process may start it only once; another copy of this module may have. */
async function prepare(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  try {
    await initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Already initialized"))) throw error;
  }
}

/** Pictures drawn before. The sites of different patches have most pictures in common. */
const drawn = new LRUCache<string, Buffer>({ max: 1_000 });

/** Draws an SVG on a ground of `PAPER`. The bytes are the same on every machine. */
export const drawPng: Draw = (svg, width) => {
  const key = `${width} ${svg}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const resvg = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    background: PAPER, // faster than a shape of this size in the SVG
    font: { loadSystemFonts: false },
  });
  const image = resvg.render();
  const png = Buffer.from(image.asPng());
  image.free();
  resvg.free();
  drawn.set(key, png);
  return png;
};
