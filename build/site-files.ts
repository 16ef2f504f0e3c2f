import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { list } from "tar";
import { type Manifest, ManifestSchema } from "./schema/manifest.ts";
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

/** Reads a site's manifest. Throws `ManifestError`. */
export function readManifest(files: SiteFiles, site: string): Manifest {
  const path = join(site, "manifest.json");
  const body = files.read("manifest.json");
  if (body === undefined) throw new ManifestError(`${path} does not exist; build the site first, or name another one`);
  const parsed = ManifestSchema.safeParse(parseJson(body.toString()));
  if (!parsed.success)
    throw new ManifestError(`${path} is not a manifest that this version reads; build the site again`);
  return parsed.data;
}

function openFolder(dir: string): SiteFiles {
  return {
    names: () =>
      readdirSync(dir, { recursive: true, encoding: "utf8" })
        .filter((name) => !statSync(join(dir, name)).isDirectory())
        .map((name) => name.split(sep).join("/")),
    read: (name) => {
      const path = join(dir, name);
      return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;
    },
  };
}

function openTarball(file: string): SiteFiles {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new ManifestError(`${file} does not exist`);
  const bodies = new Map<string, Buffer>();
  try {
    list({
      file,
      sync: true,
      strict: true,
      onReadEntry: (entry) => {
        if (entry.type !== "File") return;
        const chunks: Buffer[] = [];
        entry.on("data", (chunk) => chunks.push(chunk));
        entry.on("end", () => bodies.set(entry.path.replace(/^\.\//, ""), Buffer.concat(chunks)));
      },
    });
  } catch (error) {
    throw new ManifestError(
      `${file} is no readable tarball: ${error instanceof Error ? error.message : "unknown error"}`,
    );
  }
  return { names: () => [...bodies.keys()], read: (name) => bodies.get(name) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
