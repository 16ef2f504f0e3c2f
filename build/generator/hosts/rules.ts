import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../core/package.ts";
import type { SiteFacts } from "../../core/schema/manifest.ts";
import { SIGNATURE_FILE } from "../../core/site/manifest-signature.ts";
import { NAME_SEGMENT } from "../../core/spelling/fold.ts";

/** The values of Content-Type. */
export const TYPES = {
  json: "application/json",
  html: "text/html; charset=utf-8",
  text: "text/plain; charset=utf-8",
};

/**
 * The headers of a static host. None of them describes a caller, so shared caches may keep them.
 */
export const HEADERS = {
  /** The headers of every answer. */
  common: {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Content-Location, Link",
    "X-Content-Type-Options": "nosniff",
    Link: '</v1/openapi.json>; rel="service-desc"',
  },
  /** For hosts that do not send it with their own compression. */
  vary: { Vary: "Accept-Encoding" },
  /** The value of Cache-Control. */
  cached: "public, max-age=300, stale-while-revalidate=86400",
  /** The value of Cache-Control for `/health` and for errors. */
  neverStored: "no-store",
};

/** The path of the health document, which no cache may keep. */
export const HEALTH = "/health";

/** How the paths of a site lead to its files. New data needs no new rules. */
export type Rules = {
  /** Paths whose file is `PATH.json`. `:name` represents a name: `/v1/overwatch/heroes/:name`. */
  documents: string[];
  /** Paths that are the names of files, with their media types. */
  files: { path: string; type: string }[];
  /** Folders whose files with an ending are served by their names: `/feeds/`, `atom`. */
  folders: { folder: string; ending: string; type: string }[];
};

/** The rules that the paths of a site follow. */
export function rulesOf({ documents, pages }: SiteFacts): Rules {
  const paths = documents.map(({ path }) => path);
  const described = paths.filter((path) => path.endsWith(".json") && path.startsWith("/v1/"));
  const beside = documents.filter(({ path }) => path.endsWith(".json") && !path.startsWith("/v1/"));
  const files = [
    { path: "/manifest.json", type: TYPES.json },
    { path: `/${SIGNATURE_FILE}`, type: TYPES.text },
    ...described.map((path) => ({ path, type: TYPES.json })),
  ];
  const folders = new Map<string, Rules["folders"][number]>();
  for (const { path, file, type } of [
    ...beside.map((document) => ({ ...document, type: TYPES.json })),
    ...pages,
  ]) {
    if (file !== path.slice(1)) continue; // a page for people, whose path has no ending
    const [, folder, ending] = /^(\/[^/]+\/).*\.([^./]+)$/.exec(path) ?? [];
    if (folder === undefined || ending === undefined) files.push({ path, type });
    else folders.set(`${folder} ${ending} ${type}`, { folder, ending, type });
  }
  return {
    documents: [...new Set(paths.filter((path) => !path.endsWith(".json")).map(patternOf))],
    files,
    folders: [...folders.values()],
  };
}

/** The problems of all folders, each folder before the one around it. */
export function problemsDeepestFirst({ problems }: SiteFacts): SiteFacts["problems"] {
  return problems.toSorted((a, b) => b.path.length - a.path.length || (a.path < b.path ? -1 : 1));
}

/** `/v1/` of `/v1/games`; undefined for `/health`. */
export function firstFolder(path: string): string | undefined {
  return /^\/[^/]+\//.exec(path)?.[0];
}

/** The first folders of paths, each once. */
export function firstFolders(paths: readonly string[]): string[] {
  return [...new Set(paths.map(firstFolder).filter((folder) => folder !== undefined))];
}

function patternOf(path: string): string {
  const segments = path.slice(1).split("/");
  return `/${segments.map((segment, at) => (at === NAME_SEGMENT ? ":name" : segment)).join("/")}`;
}

/** The path of the 404 page for people. */
export const NOT_FOUND_PAGE = "/not-found";

/** The folders of pages for people, such as `/heroes/`. */
export function foldersForPeople(facts: SiteFacts): string[] {
  const pages = facts.pages.filter(({ type }) => type === TYPES.html);
  return firstFolders(pages.map(({ path }) => path)).filter((folder) => folder !== "/problems/");
}

/**
 * The pages that other letter cases and endings lead to. The stem is the path without an ending.
 */
export function pagesByStem({ pages }: SiteFacts): { stem: string; path: string }[] {
  return pages
    .filter(({ type, path }) => type === TYPES.html && path !== NOT_FOUND_PAGE)
    .map(({ path }) => ({ stem: path === "/" ? "/index" : path, path }));
}

/** The configurations with placeholders, `<<NAME>>`. They come with the package. */
const TEMPLATES = join(PACKAGE_ROOT, "build/generator/hosts/templates");

/** Fills a configuration. A placeholder alone on its line becomes a line for each row. */
export function fillTemplate(file: string, values: Record<string, readonly string[]>): string {
  const rowsOf = (name: string) => {
    const rows = values[name];
    if (rows === undefined) throw new Error(`${file}: nothing fills <<${name}>>`);
    return rows;
  };
  return readFileSync(join(TEMPLATES, file), "utf8")
    .replace(/^([\t ]*)<<(\w+)>>\n/gm, (_, indent: string, name: string) =>
      rowsOf(name)
        .map((row) => `${indent}${row}\n`)
        .join(""),
    )
    .replace(/<<(\w+)>>/g, (_, name: string) => rowsOf(name).join(" "));
}

/** Text inside a JSON string, with escapes for what configurations read as variables or quotes. */
export function jsonText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[$'`{}]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Escapes a text, so that a regular expression matches the text alone. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
