import { ANYWHERE } from "./anywhere.ts";
import type { BuildReport } from "./build-site.ts";
import { hostFiles } from "./hosts/host-files.ts";
import { readWorkerProgram } from "./hosts/worker-program.ts";
import { withLinesChanged } from "./pages/feeds/calendar.ts";
import { toJson } from "./pages/json.ts";
import { type Manifest, ManifestSchema } from "./schema/manifest.ts";
import type { BuildSettings } from "./settings.ts";
import { digestOf } from "./site/digest.ts";
import { documentFile } from "./site/path-files.ts";
import { ManifestError, readManifest } from "./site/read-manifest.ts";
import { type Content, singleFile } from "./site/site.ts";
import { openSiteFiles, type SiteFiles } from "./site/site-files.ts";
import { writeSite } from "./write/write-site.ts";

/** Whether an address is written alike in JSON, HTML, Markdown and code, as moving needs it. */
export function isPlainAddress(baseUrl: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+(:\d+)?(\/[a-zA-Z0-9._~-]+)*$/.test(baseUrl);
}

/** Why a site of `ANYWHERE` cannot be moved to these settings; undefined where it can. */
export function reasonNotToMove(settings: BuildSettings, version: string): string | undefined {
  if (!isPlainAddress(settings.baseUrl)) return "BASE_URL is not written alike everywhere";
  if (settings.hasImages) return "ASSETS_URL is set";
  if (settings.repository !== undefined) return "DATA_REPOSITORY_URL is set";
  if (settings.keySettings !== undefined) return "KEY_SETTINGS_URL is set";
  return settings.version === version ? undefined : `it is of version ${version}`;
}

/**
 * Moves a site to the address of the settings, and writes one file of each content, which is all
 * that `serve` needs. A returned text says why it cannot be moved. Throws `ManifestError`.
 */
export function buildMoved(
  from: string,
  out: string,
  settings: BuildSettings,
): BuildReport | string {
  const files = openSiteFiles(from);
  const before = readManifest(files, from);
  const reason = reasonNotToMove(settings, before.version);
  if (reason !== undefined) return reason;
  const { manifest, contents } = moveSite(files, before, from, settings.baseUrl);
  const { patch, documents } = manifest;
  const urls = documents.reduce((sum, { spellings }) => sum + spellings.length, 0);
  const written = writeSite(out, (take) => contents.forEach(take), { isBare: true });
  return { ...written, patch, documents: documents.length, urls };
}

/**
 * Moves a site of `ANYWHERE` to another address. The bytes are those of a build for that address,
 * in a fraction of the time. `before` is the site's manifest, `site` its name in errors. Throws
 * `ManifestError`.
 */
export function moveSite(
  files: SiteFiles,
  before: Manifest,
  site: string,
  baseUrl: string,
): { manifest: Manifest; contents: Content[] } {
  if (before.baseUrl !== ANYWHERE || before.assetsUrl !== `${ANYWHERE}/assets`)
    throw new ManifestError(
      `${site} was built for ${before.baseUrl}; expected one for ${ANYWHERE}, with ` +
        "pictures of its own",
    );
  const move = moverTo(baseUrl);
  const contents: Content[] = [];
  const moved = <T extends { file: string; bytes: number; sha256: string }>(
    entry: T,
    names: readonly string[],
  ): T => {
    const body = files.read(entry.file, entry.bytes);
    if (body === undefined || digestOf(body).sha256 !== entry.sha256)
      throw new ManifestError(`${site}: ${entry.file} is not what its manifest says`);
    const there = move(body, entry.file);
    const digest = there === body ? { bytes: entry.bytes, sha256: entry.sha256 } : digestOf(there);
    contents.push({ body: there, sha256: digest.sha256, files: names });
    return { ...entry, ...digest };
  };
  const facts = {
    ...before,
    baseUrl,
    assetsUrl: `${baseUrl}/assets`,
    documents: before.documents.map((entry) => moved(entry, entry.spellings.map(documentFile))),
    problems: before.problems.map((entry) => moved(entry, [entry.file])),
    pages: before.pages.map((entry) => moved(entry, [entry.file])),
  };
  const hosts = hostFiles(facts, readWorkerProgram()).map(({ file, body }) =>
    singleFile(file, Buffer.from(body)),
  );
  const manifest: Manifest = {
    ...facts,
    hosts: hosts.map(({ body, files: [file = ""] }) => ({ file, ...digestOf(body) })),
  };
  const body = Buffer.from(toJson(ManifestSchema, manifest));
  return { manifest, contents: [...contents, ...hosts, singleFile("manifest.json", body)] };
}

/** Creates the function that replaces `ANYWHERE` and its parts in a file by an address. */
function moverTo(baseUrl: string): (body: Buffer, file: string) => Buffer {
  const [from, to] = [partsOf(ANYWHERE), partsOf(baseUrl)];
  const replaced = (text: string) =>
    from.reduce((moved, part, at) => moved.replaceAll(part, to[at] ?? ""), text);
  return (body, file) => {
    if (!from.some((part) => body.includes(part))) return body;
    const text = body.toString();
    return Buffer.from(file.endsWith(".ics") ? withLinesChanged(text, replaced) : replaced(text));
  };
}

/** An address and the parts of it that pages hold, the longest first. */
function partsOf(address: string): string[] {
  const { origin, pathname, hostname } = new URL(address);
  return [address, origin, pathname.replace(/\/$/, ""), hostname];
}
