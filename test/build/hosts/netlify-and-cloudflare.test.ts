import { describe, expect, it } from "vitest";
import { headersFile, redirectsFile } from "../../../build/hosts/netlify-and-cloudflare.ts";
import { encodePath } from "../../proxy/wire.ts";
import { expectedSafety, readRealSite, realFiles, realManifest, realPaths } from "./site.ts";

const manifest = realManifest();
const files = realFiles();
const redirects = parseRedirects(redirectsFile(manifest));
const headers = parseHeaders(headersFile(manifest));

type Redirect = { from: string; matching: RegExp; to: string; status: string };
type HeaderRule = { pattern: string; matching: RegExp; headers: [string, string][] };

function parseRedirects(text: string): Redirect[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [from = "", to = "", status = "", ...more] = line.split(" ");
      if (more.length > 0) throw new Error(`a rule has three parts: ${line}`);
      return { from, matching: matcher(from), to, status };
    });
}

function parseHeaders(text: string): HeaderRule[] {
  return text
    .trim()
    .split("\n\n")
    .map((block) => {
      const [pattern = "", ...lines] = block.split("\n");
      return {
        pattern,
        matching: matcher(pattern),
        headers: lines.map((line): [string, string] => {
          const [, name = "", value = ""] = /^ {2}([^:]+): (.+)$/.exec(line) ?? [];
          return [name, value];
        }),
      };
    });
}

const isDynamic = ({ from }: { from: string }) => /[:*]/.test(from);

/** A pattern of either host: `*` matches anything, `:name` anything up to a slash. */
function matcher(pattern: string): RegExp {
  const source = pattern
    .replace(/[.()[\]?+]/g, "\\$&")
    .replaceAll("*", "(?<splat>.*)")
    .replace(/:([a-z]+)/g, "(?<$1>[^/]+)");
  return new RegExp(`^${source}$`);
}

/** Cloudflare passes over a rule of a status that it does not know. */
const known = redirects.filter(({ status }) => status === "200");
const staticFirst = [...known.filter((rule) => !isDynamic(rule)), ...known.filter(isDynamic)];

function rewritten(path: string): string | undefined {
  for (const { matching, to } of staticFirst) {
    const match = matching.exec(path);
    if (match) return to.replace(/:([a-z]+)/g, (_, name: string) => match.groups?.[name] ?? "");
  }
  return undefined;
}

type Answer = { status: number; file: string };

const has = (path: string) => files.has(path.slice(1));

/**
 * Cloudflare Pages as it documents itself: the first redirect is followed whatever files there are,
 * static ones first; then the file of the path, with `.html` where there is none; the 404.html of
 * the nearest folder else, and the start page without one
 * (https://developers.cloudflare.com/pages/configuration/serving-pages/).
 */
function cloudflare(path: string): Answer {
  const found = decodeURIComponent(rewritten(path) ?? path);
  if (found.endsWith("/")) {
    if (has(`${found}index.html`)) return { status: 200, file: `${found}index.html`.slice(1) };
  } else {
    if (has(found)) return { status: found.endsWith(".html") ? 308 : 200, file: found.slice(1) };
    if (has(`${found}.html`)) return { status: 200, file: `${found}.html`.slice(1) };
  }
  for (let folder = found; folder !== ""; ) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    if (has(`${folder}/404.html`)) return { status: 404, file: `${folder}/404.html`.slice(1) };
  }
  return { status: 200, file: "index.html" };
}

/**
 * Netlify as it documents itself: a file of the path is served first, also with `.html`; else the
 * first rule in the order of the file, whose target is a file or the 404.html of the root is the
 * answer (https://docs.netlify.com/manage/routing/redirects/overview, .../rewrites-proxies).
 */
function netlify(path: string): Answer {
  const fileOf = (wanted: string): string | undefined =>
    [wanted, `${wanted}.html`, `${wanted.replace(/\/$/, "")}/index.html`].find(has)?.slice(1);
  const asked = fileOf(decodeURIComponent(path));
  if (asked !== undefined) return { status: 200, file: asked };
  const rule = redirects.find(({ matching }) => matching.test(path));
  const match = rule?.matching.exec(path);
  const to = rule?.to.replace(/:([a-z]+)/g, (_, name: string) => match?.groups?.[name] ?? "");
  const target = to === undefined ? undefined : decodeURIComponent(to);
  if (target !== undefined && has(target))
    return { status: Number(rule?.status), file: target.slice(1) };
  return { status: 404, file: "404.html" };
}

/**
 * The headers that the rules give a path; a name that two rules give is joined, as both hosts do
 * it.
 */
function headersOf(path: string): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { matching, headers: lines } of headers) {
    if (!matching.test(path)) continue;
    for (const [name, value] of lines)
      given[name] = given[name] === undefined ? value : `${given[name]}, ${value}`;
  }
  return given;
}

describe.each([
  ["Cloudflare Pages", cloudflare],
  ["Netlify", netlify],
])("the rules, as %s documents its matching", (_host, serve) => {
  it("lead every path of the site to its file", () => {
    const wrong = realPaths().filter(({ path, file }) => {
      const answer = serve(encodePath(path));
      return answer.status !== 200 || answer.file !== file;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    "/v1/overwatch/heroes/nobody",
    "/v1/overwatch/heroes/ana/nothing",
    "/v1/overwatch/heroes/nobody/abilities",
    "/v1/overwatch/maps/nowhere",
    "/v1/overwatch/patches/1999-01-01/changes",
    "/v1/chess/heroes",
    "/v1/overwatch/nothing",
    "/nothing/at/all",
    "/v1/openapi",
  ])("answer 404 at %s, with a problem", (path) => {
    const { status, file } = serve(path);
    expect(status).toBe(404);
    expect(JSON.parse(readRealSite(file).toString())).toMatchObject({
      status: 404,
      title: "Not Found",
    });
  });

  it("name no header twice for any path or file", () => {
    const wrong: object[] = [];
    for (const { path, file, type } of realPaths()) {
      const cacheControl =
        path === "/health" ? "no-store" : "public, max-age=300, stale-while-revalidate=86400";
      for (const asked of new Set([encodePath(path), encodePath(`/${file}`)])) {
        const given = headersOf(asked);
        const { policy, referrer } = expectedSafety(type);
        const expected = {
          "Cache-Control": cacheControl,
          "Content-Security-Policy": policy,
          "Referrer-Policy": referrer,
          ...(type !== "text/html; charset=utf-8" && { "Content-Type": type }),
          "Access-Control-Allow-Origin": "*",
          "Access-Control-Expose-Headers": "ETag, Content-Location, Link",
          "X-Content-Type-Options": "nosniff",
          Link: '</v1/openapi.json>; rel="service-desc"',
        };
        const isGiven = ([name, value]: [string, string | undefined]) => given[name] === value;
        if (!Object.entries(expected).every(isGiven)) wrong.push({ asked, given, expected });
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("on Cloudflare Pages", () => {
  it.each([
    "/v1/overwatch/heroes/404",
    "/v1/overwatch/maps/404",
    "/v1/404",
    "/404",
    "/heroes/404",
    "/v1/overwatch/heroes/ana.json",
    "/hosts/Caddyfile",
    "/v1/overwatch%2Fheroes",
  ])("%s is no resource", (path) => {
    expect(cloudflare(path).status).toBe(404);
  });

  it("a name that is not known gets the problem of its folder", () => {
    expect(cloudflare("/v1/overwatch/heroes/nobody").file).toBe("v1/overwatch/heroes/404.html");
    expect(cloudflare("/v1/chess").file).toBe("v1/404.html");
  });

  it("static rules stand before dynamic ones, and every rule is of a form that it takes", () => {
    expect(redirects.map(isDynamic)).toEqual(redirects.map(isDynamic).toSorted());
    const others = redirects.slice(known.length);
    expect(redirects.slice(0, known.length)).toEqual(known);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["404"]));
    expect(new Set(redirects.map(({ from }) => from)).size).toBe(redirects.length);
    expect(new Set(headers.map(({ pattern }) => pattern)).size).toBe(headers.length);
    for (const { pattern } of headers) expect(pattern.split("*").length).toBeLessThanOrEqual(2);
  });
});

describe("the 404.html of a folder", () => {
  const ofProblem = new Set(manifest.problems.map(({ file }) => file.replace(/json$/, "html")));

  it("of the API, and at the root, is its 404.json again", () => {
    for (const file of ofProblem)
      expect(readRealSite(file)).toEqual(readRealSite(file.replace(/html$/, "json")));
  });

  it("of pages is the page for people, with their search", () => {
    const pages = manifest.hosts.filter(
      ({ file }) => file.endsWith("404.html") && !ofProblem.has(file),
    );
    const folders = pages.map(({ file }) => file.split("/")[0]);
    expect(folders).toEqual(
      expect.arrayContaining(["heroes", "maps", "patches", "guides", "docs"]),
    );
    for (const { file } of pages)
      expect(readRealSite(file)).toEqual(readRealSite("not-found.html"));
  });
});

it.each([
  ["Cloudflare Pages", cloudflare, "heroes/404.html", "404.html"],
  ["Netlify", netlify, "not-found.html", "not-found.html"],
])(
  "on %s a misspelled address of a page shows people a page, one of the API a problem",
  (_host, serve, file, atTheRoot) => {
    expect(serve("/heroes/anaa")).toEqual({ status: 404, file });
    expect(serve("/matrixx")).toEqual({ status: 404, file: atTheRoot });
    const { status, file: problem } = serve("/v1/overwatch/heroes/anaa");
    expect(status).toBe(404);
    expect(JSON.parse(`${readRealSite(problem)}`)).toMatchObject({ status: 404 });
  },
);
