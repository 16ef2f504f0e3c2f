// Puts the files of the site that the worker serves into .wrangler/site.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const site = join(here, "../..");
const staged = join(here, ".wrangler/site");
const { documents, pages } = JSON.parse(readFileSync(join(site, "manifest.json"), "utf8"));
const files = [...documents, ...pages].map(({ file }) => file);
rmSync(staged, { recursive: true, force: true });
for (const file of new Set(["manifest.json", "manifest.json.minisig", ...files])) {
  for (const name of [file, `${file}.br`, `${file}.gz`]) {
    if (!existsSync(join(site, name))) continue;
    mkdirSync(dirname(join(staged, name)), { recursive: true });
    copyFileSync(join(site, name), join(staged, name));
  }
}
