import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { VercelRoute } from "../../../build/hosts/vercel.ts";
import { versionFiles } from "../../../build/hosts/version-files.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { encodePath } from "../../proxy/wire.ts";
import { realManifest } from "./site.ts";

const [LATEST, OLDER] = ["2026-10-06-1a2b3c4d", "2026-08-11-5e6f7a8b"];
const IMMUTABLE = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=300, stale-while-revalidate=86400";

const manifest = { ...realManifest(), baseUrl: `https://versions.example.org/${LATEST}` };
const made = new Map(
  versionFiles({ latest: LATEST }, manifest).map(({ file, body }) => [file, body]),
);
const textOf = (file: string) => made.get(file) ?? "";

/**
 * The canonical paths of a version, each with its file; the page for what is not found is the
 * newest's own.
 */
const PATHS = [...manifest.documents, ...manifest.pages]
  .filter(({ path }) => path !== "/not-found")
  .map(({ path, file }) => ({ path: `/${OLDER}${path}`, file: `${OLDER}/${file}` }));

/** A pattern of Netlify and Cloudflare: `*` matches anything, `:name` anything up to a slash. */
function matcher(pattern: string): RegExp {
  const escaped = pattern.replace(/[.()[\]?+]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${escaped.replace(/:([a-z]+)/g, "(?<$1>[^/]+)")}$`);
}

describe("Netlify and Cloudflare Pages", () => {
  const redirects = textOf("_redirects")
    .split("\n")
    .filter((line) => line.startsWith("/"))
    .map((line) => line.split(" "));
  const rules = textOf("_headers")
    .trim()
    .split("\n\n")
    .map((block) => block.split("\n"));

  /** The values that the rules give a path for one header. */
  const valuesOf = (path: string, header: string): string[] =>
    rules
      .filter(([pattern = ""]) => matcher(pattern).test(path))
      .flatMap((lines) => lines.filter((line) => line.startsWith(`  ${header}: `)))
      .map((line) => line.slice(header.length + 4));

  it("keep everything below a version for ever, and what is above it for minutes", () => {
    const wrong = PATHS.filter(
      ({ path }) => valuesOf(encodePath(path), "Cache-Control").join() !== IMMUTABLE,
    );
    expect(wrong).toEqual([]);
    for (const path of ["/", "/versions.json"])
      expect(valuesOf(path, "Cache-Control")).toEqual([SHORT]);
  });

  it("lead every document of a version to its file", () => {
    const documents = PATHS.filter(({ path }) => /\/(v1\/|health$)/.test(path));
    const wrong = documents.filter(({ path, file }) => {
      const [from = "", to = ""] =
        redirects.find(([pattern = ""]) => matcher(pattern).test(encodePath(path))) ?? [];
      const groups = matcher(from).exec(encodePath(path))?.groups ?? {};
      const led = to.replace(/:([a-z]+)/g, (_, name: string) => groups[name] ?? "");
      return (to === "" ? path : decodeURIComponent(led)) !== `/${file}`;
    });
    expect(wrong).toEqual([]);
    expect(documents.length).toBeGreaterThan(200);
  });
});

describe("Vercel", () => {
  const { routes }: { routes: VercelRoute[] } = JSON.parse(textOf("vercel.json"));

  /** The first route that ends the search, as Vercel documents it. */
  function routed(path: string): { file: string; life: string | undefined } | undefined {
    for (const route of routes) {
      if ("handle" in route) return undefined;
      const match = new RegExp(route.src).exec(path);
      if (match === null || route.continue || route.methods) continue;
      const to = route.dest?.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? "");
      if (to === undefined) return undefined;
      return { file: decodeURIComponent(to).slice(1), life: route.headers?.["Cache-Control"] };
    }
    return undefined;
  }

  it("leads every path of a version to its file, to be kept for ever", () => {
    const wrong = PATHS.filter(({ path, file }) => {
      const found = routed(encodePath(path));
      return found?.file !== file || found.life !== IMMUTABLE;
    });
    expect(wrong).toEqual([]);
  });

  it("keeps what is above the versions for minutes, and has nothing else there", () => {
    expect(routed("/")).toEqual({ file: "index.html", life: SHORT });
    expect(routed("/versions.json")).toEqual({ file: "versions.json", life: SHORT });
    for (const path of ["/v1/games", "/2026-10-06/v1/games", `/${LATEST}/hosts/Caddyfile`])
      expect(routed(path)).toBeUndefined();
  });
});

describe("CloudFront", () => {
  const handler = runInNewContext(`${textOf("hosts/cloudfront-function.js")}; handler`);
  const run = (uri: string) =>
    JSON.parse(
      JSON.stringify(handler({ request: { method: "GET", uri, querystring: {}, headers: {} } })),
    );

  it("leads every path of a version to its key, and any letter case", () => {
    const wrong = PATHS.filter(
      ({ path, file }) => decodeURIComponent(run(encodePath(path)).uri) !== `/${file}`,
    );
    expect(wrong).toEqual([]);
    expect(run("/").uri).toBe("/index.html");
    expect(run("/versions.json").uri).toBe("/versions.json");
    expect(run(`/${OLDER}/v1/overwatch/heroes/ANA`).uri).toBe(
      `/${OLDER}/v1/overwatch/heroes/ana.json`,
    );
  });

  it.each(["/v1/games", "/2026-10-06/v1/games", `/${LATEST}/index`, `/${LATEST}//v1/games`])(
    "answers %s with a problem",
    (path) => {
      expect(run(path)).toMatchObject({ statusCode: 404 });
    },
  );

  it("gets the versions that its bucket does not have, and the list last", () => {
    const folder = temporaryFolder();
    const put = (file: string, text: string, mode = 0o644) => {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text, { mode });
    };
    put("hosts/s3-upload.sh", textOf("hosts/s3-upload.sh"));
    for (const version of [LATEST, OLDER]) {
      put(`${version}/manifest.json`, "{}");
      put(`${version}/hosts/s3-upload.sh`, 'echo "to $1"');
    }
    // The bucket has the older version already.
    put(
      "bin/aws",
      `#!/bin/sh\n[ $2 = ls ] && { case $3 in *${OLDER}*) exit 0; esac; exit 1; }\necho $4 as $9\n`,
      0o755,
    );
    const env = { PATH: `${join(folder, "bin")}:${process.env["PATH"]}` };
    const said = execFileSync("sh", [join(folder, "hosts/s3-upload.sh"), "s3://bucket/states"], {
      env,
      encoding: "utf8",
    });
    expect(said.trim().split("\n")).toEqual([
      `to s3://bucket/states/${LATEST}`,
      "s3://bucket/states/404.json as no-store",
      `s3://bucket/states/index.html as ${SHORT}`,
      `s3://bucket/states/versions.json as ${SHORT}`,
    ]);
  });
});
