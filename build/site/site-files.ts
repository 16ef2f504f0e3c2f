import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ReadEntry } from "tar";
import { type Manifest, ManifestSchema } from "../schema/manifest.ts";
import { siteFolder } from "./site-folder.ts";

/** The files of a site, by path below its root. */
export type SiteFiles = { names: () => string[]; read: (name: string) => Buffer | undefined };

/** There is no site to read; the message says why. */
export class ManifestError extends Error {}

/** Whether a site's name is a tarball's. */
export function isTarball(site: string): boolean {
  return /\.(tar\.gz|tgz)$/.test(site);
}

/** Opens a site's folder, or a tarball of it, which is read into memory and not unpacked: not every disk can hold every spelling. */
export function openSiteFiles(site: string): SiteFiles {
  return isTarball(site) ? openTarball(site) : openFolder(siteFolder(site));
}

/** How much of a tarball is unpacked at a time, in bytes: a few milliseconds' work. */
const STEP_BYTES = 32 * 1024;

/** `openSiteFiles` for a program that has other things to do meanwhile. */
export async function openSiteFilesInSteps(site: string): Promise<SiteFiles> {
  if (!isTarball(site)) return openSiteFiles(site);
  const tarball = tarballOf(site);
  await loadTar()
    .list({ ...tarball.options, maxReadSize: STEP_BYTES })
    .catch((error: unknown) => {
      throw unreadable(site, error);
    });
  return tarball.files;
}

/** Reads a site's manifest. Throws `ManifestError`. */
export function readManifest(files: SiteFiles, site: string): Manifest {
  const path = join(site, "manifest.json");
  const body = files.read("manifest.json");
  if (body === undefined)
    throw new ManifestError(`${path} does not exist; build the site first, or name another one`);
  return parseManifest(body, path);
}

/** Parses a manifest; `path` names it in the `ManifestError`. */
export function parseManifest(body: Buffer, path: string): Manifest {
  const parsed = ManifestSchema.safeParse(parseJson(body.toString()));
  if (!parsed.success)
    throw new ManifestError(
      `${path} is not a manifest that this version reads; build the site again`,
    );
  return parsed.data;
}

function openFolder(dir: string): SiteFiles {
  return {
    names: () => [...namesBelow(dir, "")],
    read: (name) => {
      try {
        return readFileSync(join(dir, name));
      } catch (error) {
        if (error instanceof Error && "code" in error && NOT_A_FILE.has(error.code))
          return undefined;
        throw error;
      }
    },
  };
}

function* namesBelow(dir: string, prefix: string): Generator<string> {
  for (const entry of readdirSync(join(dir, prefix), { withFileTypes: true })) {
    if (entry.isDirectory()) yield* namesBelow(dir, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
}

/** What a name gives that is not there, or is a folder's. */
const NOT_A_FILE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

function openTarball(file: string): SiteFiles {
  const tarball = tarballOf(file);
  try {
    loadTar().list({ ...tarball.options, sync: true });
  } catch (error) {
    throw unreadable(file, error);
  }
  return tarball.files;
}

/** Whoever has a folder does not wait for it. */
function loadTar(): typeof import("tar") {
  return createRequire(import.meta.url)("tar");
}

/** Where the entries of a tarball are collected, and how. */
function tarballOf(file: string) {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new ManifestError(`${file} does not exist`);
  const bodies = new Map<string, Buffer>();
  const onReadEntry = (entry: ReadEntry) => {
    if (entry.type !== "File") return;
    const chunks: Buffer[] = [];
    entry.on("data", (chunk) => chunks.push(chunk));
    entry.on("end", () => bodies.set(entry.path.replace(/^\.\//, ""), Buffer.concat(chunks)));
  };
  const files: SiteFiles = { names: () => [...bodies.keys()], read: (name) => bodies.get(name) };
  return { files, options: { file, strict: true, onReadEntry } };
}

function unreadable(file: string, error: unknown): ManifestError {
  return new ManifestError(
    `${file} is no readable tarball: ${error instanceof Error ? error.message : "unknown error"}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
