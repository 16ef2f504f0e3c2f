import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { documentFile, pageFile } from "../../core/site/path-files.ts";
import type { Site } from "../../core/site/site.ts";
import { lookupKey } from "../../core/spelling/fold.ts";
import type { Reply } from "./listener.ts";
import type { Kept, PreviewOptions, Reading } from "./preview.ts";

/** The program that makes sites, as it was compiled last. */
export type PreviewProgram = Pick<typeof import("./preview.ts"), "readEdits" | "createPreview">;

/** What has changed: what pages are made of beside the data, the data, or how data is read. */
export type Change = "pages" | "data" | "everything";

/** After so long without a request, a page has loaded. Then the data is checked. */
const QUIET_MS = 300;

const HTML = "text/html; charset=utf-8";

/** Shown where a page fails that has not been made before. */
const NO_PAGE = "<!doctype html><html><head><title>Fault</title></head><body></body></html>\n";

/** The script that pages load to show the state of the site. It is in no manifest. */
const SCRIPT = "/dev/reload.js";
const SCRIPT_FILE = join(PACKAGE_ROOT, ".compiled/browser/reload.js");

/**
 * Creates what is shown: the newest site, and its last good pages where something is wrong.
 * `announce` gets what open pages have to know, as JSON: the stamp of the site, the unrecorded
 * changes, and the fault.
 */
export function createLiveSite(optionsOf: () => PreviewOptions, announce: (line: string) => void) {
  const lastGood = new Map<string, Reply>();
  let kept: Kept = { parsed: new Map() };
  let reading: Reading | undefined;
  let site: Site | undefined;
  let stamp = 0;
  let check: NodeJS.Timeout | undefined;

  const show = (fault: string) =>
    announce(JSON.stringify({ stamp, rows: reading?.edited?.rows ?? "", fault }));

  const checkSoon = (own: Reading) => {
    check = setTimeout(() => {
      check = undefined;
      const fault = own.check();
      if (fault !== "") show(fault);
    }, QUIET_MS);
  };

  const read = (path: string): Reply => {
    if (site === undefined) return { status: 503, type: HTML, body: NO_PAGE };
    try {
      const found = readPath(site, path);
      lastGood.set(path, found);
      return found;
    } catch (error) {
      show(describeFault(error));
      return lastGood.get(path) ?? { status: 500, type: HTML, body: NO_PAGE };
    }
  };

  return {
    /** Makes the site again. */
    update: ({ readEdits, createPreview }: PreviewProgram, change: Change): void => {
      clearTimeout(check);
      const options = optionsOf();
      if (change === "everything") kept = { parsed: new Map() };
      try {
        if (change !== "pages") reading = undefined;
        reading ??= readEdits(options, kept);
        if (reading.edited !== undefined) {
          site = createPreview(reading.edited, options);
          stamp = Math.max(Date.now(), stamp + 1);
          checkSoon(reading);
        }
        show(reading.edited === undefined ? reading.check() : "");
      } catch (error) {
        show(reading?.check() || describeFault(error));
      }
    },
    /** Shows what is wrong with the sources above the pages of the site before. */
    fail: (error: unknown): void => show(describeFault(error)),
    /** The file at a path; a page has one more script, which reloads it. */
    reply: (path: string): Reply => {
      check?.refresh();
      if (path === SCRIPT)
        return { status: 200, type: "text/javascript", body: readFileSync(SCRIPT_FILE) };
      const found = read(path);
      if (found.type !== HTML) return found;
      const script = `<script src="${SCRIPT}?${stamp}" defer></script>`;
      return { ...found, body: `${found.body}`.replace("</head>", `${script}</head>`) };
    },
    close: (): void => clearTimeout(check),
  };
}

/** What a static host with this site would answer. Names resolve in any letter case. */
function readPath(site: Site, path: string) {
  const key = lookupKey(path.slice(1).split("/").map(decodeURIComponent));
  for (const file of [pageFile(key), key.slice(1), documentFile(key)]) {
    const found = site.read(file);
    if (found !== undefined) return { status: 200, ...found };
  }
  const missing = site.read(pageFile("/not-found"));
  return { status: 404, type: HTML, body: missing?.body ?? NO_PAGE };
}

/** An error with the lines of our sources that led to it. */
function describeFault(error: unknown) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = stack
    .split("\n")
    .filter((line) => !/node_modules|node:internal|<anonymous>\)/.test(line));
  return lines.slice(0, 5).join("\n");
}
