import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import { documentFile, pageFile, problemFile } from "../../core/site/path-files.ts";
import type { Site } from "../../core/site/site.ts";
import { lookupKey } from "../../core/spelling/fold.ts";
import type { Loading, ParsedFiles } from "../../generator/data/load-data.ts";
import type { Reply } from "./listener.ts";
import type { Committed, Preview, PreviewOptions } from "./preview.ts";

/** The program that makes sites, as it was compiled last. */
export type PreviewProgram = Pick<
  typeof import("./preview.ts"),
  "readData" | "openPreview" | "faultsOf"
>;

/** What has changed: what pages are made of beside the data, the data, or how data is read. */
export type Change = "pages" | "data" | "everything";

/** After so long without a request, a page has loaded. Then the data is checked. */
const QUIET_MS = 300;

const HTML = "text/html; charset=utf-8";

/** Shown where a page fails that has not been made before. */
const NO_PAGE = "<!doctype html><html><head><title>Fault</title></head><body></body></html>\n";

/** What pages load to show the state of the site. It is in no manifest. */
const OWN_FILES = new Map([
  ["/dev/reload.js", "text/javascript; charset=utf-8"],
  ["/dev/reload.css", "text/css; charset=utf-8"],
]);

/**
 * Creates what is shown: the newest site, and its last good pages where something is wrong.
 * `announce` gets what open pages have to know, as JSON: the stamp of the site, the unrecorded
 * changes, and the fault.
 */
export function createLiveSite(options: () => PreviewOptions, announce: (line: string) => void) {
  const committed: Committed = {};
  const lastGood = new Map<string, Reply>();
  let parsed: ParsedFiles = new Map();
  let loading: Loading | undefined;
  let preview: Preview | undefined;
  let stamp = 0;
  let check: NodeJS.Timeout | undefined;

  const show = (fault: string) =>
    announce(JSON.stringify({ stamp, rows: preview?.rows ?? "", fault }));

  /** Returns what is wrong with the data, or with the sources. Then the site before stays. */
  const open = (program: PreviewProgram, data: Loading): string => {
    if (data.issues.length > 0) return program.faultsOf(data);
    try {
      preview = program.openPreview(data, options(), committed);
    } catch (error) {
      return program.faultsOf(data) || describeFault(error);
    }
    stamp = Math.max(Date.now(), stamp + 1);
    check = setTimeout(() => {
      check = undefined;
      const fault = program.faultsOf(data);
      if (fault !== "") show(fault);
    }, QUIET_MS);
    return "";
  };

  const read = (path: string): Reply => {
    if (preview === undefined) return { status: 503, type: HTML, body: NO_PAGE };
    try {
      const found = readPath(preview.site, path);
      if (found.status === 200) lastGood.set(path, found);
      return found;
    } catch (error) {
      show(describeFault(error));
      return lastGood.get(path) ?? { status: 500, type: HTML, body: NO_PAGE };
    }
  };

  return {
    /** Makes the site again. */
    update: (program: PreviewProgram, change: Change): void => {
      clearTimeout(check);
      if (change === "everything") parsed = new Map();
      if (change !== "pages" || loading === undefined)
        loading = program.readData(options().dir, parsed);
      show(open(program, loading));
    },
    /** Shows what is wrong with the sources above the pages of the site before. */
    fail: (error: unknown): void => show(describeFault(error)),
    /** The file at a path; a page has one more script, which reloads it. */
    reply: (path: string): Reply => {
      check?.refresh();
      const own = OWN_FILES.get(path);
      if (own !== undefined) {
        const file = join(PACKAGE_ROOT, ".compiled/browser", path.slice("/dev/".length));
        return { status: 200, type: own, body: readFileSync(file) };
      }
      const found = read(path);
      if (found.type !== HTML) return found;
      const script = `<script src="/dev/reload.js?${stamp}" defer></script>`;
      return { ...found, body: `${found.body}`.replace("</head>", `${script}</head>`) };
    },
    close: (): void => clearTimeout(check),
  };
}

/** What a static host with this site would answer; a name resolves in any letter case. */
function readPath(site: Site, path: string): Reply {
  const segments = path.slice(1).split("/").map(decodeURIComponent);
  const key = lookupKey(segments);
  for (const file of [pageFile(key), key.slice(1), documentFile(key)]) {
    const found = site.read(file);
    if (found !== undefined) return { status: 200, ...found };
  }
  const folders = path.startsWith("/v1/") ? foldersAbove(path).map(problemFile) : [];
  for (const file of [...folders, pageFile("/not-found")]) {
    const found = site.read(file);
    if (found !== undefined) return { status: 404, ...found };
  }
  throw new Error("a site without a page for unknown addresses");
}

/** `/v1/overwatch` and `/v1` for `/v1/overwatch/heroes`. */
function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(2).map((_, at) => parts.slice(0, parts.length - 1 - at).join("/"));
}

/** An error with the lines of our sources that led to it. */
function describeFault(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = stack.split("\n").filter((line) => !/node_modules|node:internal/.test(line));
  return lines.slice(0, 8).join("\n");
}
