import type { Site } from "../../site/site.ts";
import icons from "./icons.json" with { type: "json" };

const PNG = "image/png";

/**
 * The sign of the site in the sizes that browsers ask for, and the picture that messages show of a
 * link. `npm run icons` draws them.
 */
export function addIcons(site: Site): void {
  site.addFile("/favicon.ico", "image/x-icon", iconFile(bytesOf("icon-32.png"), 32));
  site.addFile("/apple-touch-icon.png", PNG, bytesOf("apple-touch-icon.png"));
  site.addFile("/explorer/icon-192.png", PNG, bytesOf("icon-192.png"));
  site.addFile("/explorer/preview.png", PNG, bytesOf("preview.png"));
}

function bytesOf(name: keyof typeof icons): Buffer {
  return Buffer.from(icons[name], "base64");
}

/**
 * An icon file of one picture: a header of 6 bytes, an entry of 16, and the PNG, which every
 * browser of today reads there.
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
