import type { SiteFacts } from "../schema/manifest.ts";
import { PROBLEM_TYPES, problemTypeUrl } from "../schema/problem-types.ts";

/**
 * The problems of the 404 files again, as `404.html`: the name under which Cloudflare Pages (in
 * every folder), Netlify, Vercel and GitHub Pages (at the root) look for the body of a 404. Without
 * it, Cloudflare Pages answers unknown paths with the start page and 200.
 */
export function notFoundPages({ problems, baseUrl }: SiteFacts): { file: string; body: string }[] {
  const { title, status } = PROBLEM_TYPES["not-found"];
  const type = problemTypeUrl(baseUrl, "not-found");
  return problems.map(({ path, detail, file }) => ({
    file: file.replace(/\.json$/, ".html"),
    body: `${JSON.stringify({ type, title, status, detail, instance: path }, null, 2)}\n`,
  }));
}
