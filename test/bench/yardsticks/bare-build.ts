import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { readManifest } from "../../../build/site/read-manifest.ts";
import { openSiteFiles } from "../../../build/site/site-files.ts";

/**
 * Measures the least work for the site `SITE`, and prints the seconds. It compresses the distinct
 * contents with Node's zlib on `UV_THREADPOOL_SIZE` threads, and writes the files to the new folder
 * `OUT`.
 */
const { SITE = "", OUT = "" } = process.env;
const site = openSiteFiles(SITE);
const { documents, problems, pages } = readManifest(site, SITE);
const files = site
  .names()
  .map((name) => ({ path: join(OUT, name), body: site.read(name) ?? Buffer.alloc(0) }));
const contents = [...documents, ...problems, ...pages].map(
  ({ file }) => site.read(file) ?? Buffer.alloc(0),
);

const start = performance.now();
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressed = contents.flatMap((body) => [
  promisify(brotliCompress)(body, options),
  promisify(gzip)(body, { level: 9 }),
]);
for (const folder of new Set(files.map(({ path }) => dirname(path))))
  mkdirSync(folder, { recursive: true });
for (const { path, body } of files) writeFileSync(path, body);
await Promise.all(compressed);
process.stdout.write(`${(performance.now() - start) / 1000}\n`);
