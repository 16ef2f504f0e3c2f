import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { LRUCache } from "lru-cache";
import { pngOf } from "./png.ts";

await prepare();

/** The library is made ready once in a process, which another copy of this module may have done. */
async function prepare(): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  try {
    await initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Already initialized"))) throw error;
  }
}

/** What was drawn before: sites as of other patches have most pictures in common. */
const drawn = new LRUCache<string, Buffer>({ max: 1_000 });

/** An SVG as PNG, `width` px wide: the same bytes on every machine. Letters have to be outlines. */
export function drawPng(svg: string, width: number): Buffer {
  const key = `${width} ${svg}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const resvg = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { loadSystemFonts: false },
  });
  const image = resvg.render();
  const png = pngOf({ pixels: image.pixels, width: image.width, height: image.height });
  image.free();
  resvg.free();
  drawn.set(key, png);
  return png;
}
