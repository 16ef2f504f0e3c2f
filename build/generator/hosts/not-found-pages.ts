import type { SiteFacts } from "../../core/schema/manifest.ts";
import { notFoundFile } from "../documents/not-found-files.ts";
import { notFoundPage } from "../pages/explorer/search-page.tsx";
import { renderPage } from "../pages/layout.tsx";
import { foldersForPeople } from "./rules.ts";

/**
 * The files `404.html`. Cloudflare Pages (in every folder), Netlify and GitHub Pages (at the
 * root) serve them as the body of a 404. Without them, Cloudflare Pages answers unknown paths
 * with the start page and 200. In folders of pages the file is a page for people. Elsewhere it is
 * the problem of `404.json`; at the root too, since Netlify serves that one for the API.
 */
export function notFoundPages(facts: SiteFacts): { file: string; body: string }[] {
  const { problems, baseUrl } = facts;
  const page = notFoundPage(new URL(`${baseUrl}/`).pathname);
  const body = renderPage(page, { baseUrl, imageOrigin: undefined });
  return [
    ...problems.map(({ path, detail, file }) => ({
      file: file.replace(/\.json$/, ".html"),
      body: notFoundFile(path, detail, baseUrl),
    })),
    ...foldersForPeople(facts).map((folder) => ({ file: `${folder.slice(1)}404.html`, body })),
  ];
}
