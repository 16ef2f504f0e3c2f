import type { Site } from "../../../core/site/site.ts";
import { SITE_NAME } from "../frame.tsx";
import type { Draw } from "./draw.ts";
import { PAPER, SIGN } from "./preview-picture.ts";

const PNG = "image/png";

/** The sizes of the icons of the web manifest, each with its margin around the sign, in px. */
const INSTALLED_ICONS = [
  [192, 30],
  [512, 80],
] as const;

/**
 * Adds the icons that browsers ask for, and the web manifest, by which a device can install the
 * site.
 */
export function addIcons(site: Site, draw: Draw): void {
  const square = (size: number, margin: number) => draw(signOf(size, margin), size);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${SIGN}</svg>\n`;
  site.addFile("/explorer/icon.svg", "image/svg+xml", svg);
  site.addFile("/favicon.ico", "image/x-icon", iconFile(square(32, 2), 32));
  site.addFile("/apple-touch-icon.png", PNG, square(180, 28));
  for (const [size, margin] of INSTALLED_ICONS)
    site.addFile(`/explorer/icon-${size}.png`, PNG, square(size, margin));
  site.addFile("/manifest.webmanifest", "application/manifest+json", webManifest());
}

/** The sign, `size` px wide, `margin` px from the edge. */
function signOf(size: number, margin: number): string {
  const scale = (size - 2 * margin) / 32;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><g ` +
    `transform="translate(${margin} ${margin}) scale(${scale})">${SIGN}</g></svg>`
  );
}

/** A W3C Web Application Manifest. Its addresses are relative to itself. */
function webManifest(): string {
  const manifest = {
    name: SITE_NAME,
    short_name: "Game Data",
    start_url: "./",
    scope: "./",
    display: "minimal-ui",
    background_color: PAPER,
    theme_color: PAPER,
    icons: INSTALLED_ICONS.map(([size]) => ({
      src: `explorer/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: PNG,
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * An icon file (.ico) with one picture: a header of 6 bytes, an entry of 16 bytes, and the PNG.
 * Every browser of today reads a PNG there.
 */
function iconFile(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits of a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
