import { type Manifest, ManifestSchema } from "../core/schema/manifest.ts";
import { type Content, singleFile } from "../core/site/site.ts";
import { isTarball } from "../core/site/site-files.ts";
import type { GameData } from "./data/game-data.ts";
import { toJson } from "./documents/json.ts";
import type { SiteOptions } from "./make-documents.ts";
import { makeSite } from "./make-site.ts";
import { writePackedSite } from "./write/tarball.ts";
import { writeSite } from "./write/write-site.ts";

type BuildOptions = SiteOptions & {
  /** The folder or the tarball of the site, which is replaced at the end. */
  out: string;
  /** Called during the build with the number of files so far, without siblings. */
  onProgress?: (files: number) => void;
};

/**
 * Builds the site of checked data on the disk, and reports what was written. The same data, patch,
 * version and addresses give the same contents. Throws `NotASiteError`.
 */
export function buildSite(data: GameData, { out, onProgress, ...options }: BuildOptions) {
  let made = 0;
  let documents: Manifest["documents"] = [];
  const make = (add: (content: Content) => void) => {
    const take = (content: Content) => {
      add(content);
      made += content.files.length;
      onProgress?.(made);
    };
    const manifest = makeSite(data, options, take);
    documents = manifest.documents;
    add(singleFile("manifest.json", Buffer.from(toJson(ManifestSchema, manifest).text)));
  };
  const written = isTarball(out) ? writePackedSite(out, make) : writeSite(out, make);
  const urls = documents.reduce((sum, { spellings }) => sum + spellings.length, 0);
  return { patch: options.patch, urls, documents: documents.length, ...written };
}
