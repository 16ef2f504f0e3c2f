import { ManifestSchema } from "../core/schema/manifest.ts";
import { type Content, singleFile } from "../core/site/site.ts";
import type { GameData } from "./data/reference.ts";
import type { SiteOptions } from "./make-documents.ts";
import { makeSite } from "./make-site.ts";
import { toJson } from "./pages/json.ts";
import { drawPng } from "./pages/pictures/draw.ts";
import { type Written, writeSite } from "./write/write-site.ts";

export type BuildOptions = SiteOptions & {
  /** The folder of the site, which is replaced at the end. */
  out: string;
  /** Another site, whose files are used again too. Default: none. */
  from?: string | undefined;
  /** Called during the build with the number of files so far, without siblings. */
  onProgress?: (files: number) => void;
};

/** What a build did. */
export type BuildReport = Written & { patch: string; urls: number; documents: number };

/**
 * Builds the site of checked data on the disk. The same data, patch, version and addresses give the
 * same bytes. Throws `NotASiteError`.
 */
export function buildSite(
  data: GameData,
  { out, from, onProgress, ...options }: BuildOptions,
): BuildReport {
  const report = { patch: options.patch, urls: 0, documents: 0 };
  let made = 0;
  const written = writeSite(
    out,
    (add) => {
      const take = (content: Content) => {
        add(content);
        made += content.files.length;
        onProgress?.(made);
      };
      const manifest = makeSite(data, options, take, drawPng);
      add(singleFile("manifest.json", Buffer.from(toJson(ManifestSchema, manifest))));
      report.documents = manifest.documents.length;
      report.urls = manifest.documents.reduce((sum, { spellings }) => sum + spellings.length, 0);
    },
    { from },
  );
  return { ...report, ...written };
}
