import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fg from "fast-glob";
import { type Manifest, ManifestSchema } from "./schema/manifest.ts";
import { documentFile } from "./site.ts";
import { siteFolder } from "./site-folder.ts";

/** What is wrong with a site; all lists empty for a good one. */
export type Verification = { files: number; missing: string[]; extra: string[]; altered: string[]; error?: string };

/** Compares every file of a site with its manifest, and the compressed siblings with what they stand beside. */
export function verifySite(site: string): Verification {
  const dir = siteFolder(site);
  const result: Verification = { files: 0, missing: [], extra: [], altered: [] };
  const manifest = readManifest(dir);
  if (typeof manifest === "string") return { ...result, error: manifest };

  const expected = checksums(manifest);
  const left = new Set(
    fg
      .sync("**", { cwd: dir, dot: true, onlyFiles: false, markDirectories: true })
      .filter((path) => !path.endsWith("/")),
  );
  const manifestSum = sha256(readFileSync(join(dir, "manifest.json")));
  for (const [file, sum] of [...expected, ["manifest.json", manifestSum] as const]) {
    for (const [ending, decode] of ENDINGS) {
      const path = file + ending;
      result.files += 1;
      if (!left.delete(path)) result.missing.push(path);
      else if (sumOf(join(dir, path), decode) !== sum) result.altered.push(path);
    }
  }
  result.extra = [...left].sort();
  return result;
}

const ENDINGS: [string, (body: Buffer) => Buffer][] = [
  ["", (body) => body],
  [".br", brotliDecompressSync],
  [".gz", gunzipSync],
];

function readManifest(dir: string): Manifest | string {
  let text: string;
  try {
    text = readFileSync(join(dir, "manifest.json"), "utf8");
  } catch {
    return `${dir} holds no readable manifest.json; it is no site of this generator`;
  }
  try {
    return ManifestSchema.parse(JSON.parse(text));
  } catch {
    return `${join(dir, "manifest.json")} is not a manifest that this version reads`;
  }
}

function checksums({ documents, problems, pages }: Manifest): Map<string, string> {
  const sums = new Map<string, string>();
  for (const { spellings, sha256 } of documents)
    for (const spelling of spellings) sums.set(documentFile(spelling), sha256);
  for (const { file, sha256 } of [...problems, ...pages]) sums.set(file, sha256);
  return sums;
}

function sumOf(path: string, decode: (body: Buffer) => Buffer): string | undefined {
  try {
    return sha256(decode(readFileSync(path)));
  } catch {
    return undefined; // unreadable, or no valid compressed data
  }
}

function sha256(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
