import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  cloudFrontFunction,
  MAX_FUNCTION_BYTES,
  s3Upload,
} from "../../../../build/generator/hosts/cloudfront.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { encodeEveryByte, encodePath } from "../../../proxy/wire.ts";
import { startBucket } from "./bucket.ts";
import { realFiles, realManifest, realPaths } from "./site.ts";

const manifest = realManifest();
const files = realFiles();
const handler = runInNewContext(`${cloudFrontFunction(manifest)}; handler`);

const HeadersSchema = z.record(
  z.string().regex(/^[a-z-]+$/),
  z.strictObject({ value: z.string() }),
);
const RequestSchema = z.strictObject({
  method: z.string(),
  uri: z.string(),
  querystring: z.object({}),
  headers: z.object({}),
});
const ResponseSchema = z.strictObject({
  statusCode: z.int(),
  statusDescription: z.string(),
  headers: HeadersSchema,
  body: z.string().optional(),
});

/**
 * Runs the function on an event as CloudFront documents it:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
function run(uri: string, method = "GET"): unknown {
  const request = { method, uri, querystring: {}, headers: {} };
  const event = {
    version: "1.0",
    context: { eventType: "viewer-request" },
    viewer: { ip: "192.0.2.1" },
    request,
  };
  return JSON.parse(JSON.stringify(handler(event)));
}

/** The file of the bucket that a path leads to. */
function fileOf(uri: string): string {
  return decodeURIComponent(RequestSchema.parse(run(uri)).uri).slice(1);
}

/** The key that CloudFront's own answer is found under. */
const problem = (uri: string, method = "GET") => {
  const { body = "", ...response } = ResponseSchema.parse(run(uri, method));
  return { ...response, problem: JSON.parse(body) };
};

/** The bodies that two files of one document have. */
function documentOf(path: string): string | undefined {
  return manifest.documents.find(({ spellings }) => spellings.includes(path))?.path;
}

describe("the function", () => {
  it("leads every path of the site to a file with its content", () => {
    const wrong = realPaths().filter(({ path, file }) => {
      const found = fileOf(encodePath(path));
      const document = documentOf(`/${found}`) ?? documentOf(`/${found.replace(/\.json$/, "")}`);
      return found !== file && document !== documentOf(path);
    });
    expect(wrong).toEqual([]);
    expect(realPaths().filter(({ path }) => !files.has(fileOf(encodePath(path))))).toEqual([]);
  });

  it("leads names in any letter case, and with combining accents, to the same", () => {
    for (const name of ["LÚCIO", "Lu\u0301cio", "lÚcio"])
      expect(fileOf(encodePath(`/v1/overwatch/heroes/${name}`))).toBe(
        "v1/overwatch/heroes/lúcio.json",
      );
    expect(fileOf(encodeEveryByte("/v1/overwatch/heroes/ANA/abilities"))).toBe(
      "v1/overwatch/heroes/ana/abilities.json",
    );
    for (const name of ["LÚCIO", "Lu\u0301cio", "루시우"])
      expect(fileOf(encodePath(`/details/heroes/${name}.json`))).toBe("details/heroes/lucio.json");
    expect(files.has(fileOf("/v1/overwatch/Heroes/ana"))).toBe(false);
  });

  it("leads to details by id alone where CloudFront would not take it with all names", () => {
    const many = manifest.documents.map((document) => ({
      ...document,
      spellings: document.spellings.flatMap((spelling) => [spelling, `${spelling}-too`]),
    }));
    const made = cloudFrontFunction({ ...manifest, documents: many });
    const lead = runInNewContext(`${made}; handler`);
    const uriOf = (uri: string) => lead({ request: { method: "GET", uri } }).uri;
    expect(Buffer.byteLength(made)).toBeLessThanOrEqual(MAX_FUNCTION_BYTES);
    expect(uriOf("/details/heroes/ANA.json")).toBe("/details/heroes/ana.json");
    expect(uriOf("/v1/overwatch/heroes/ANA-TOO")).toBe("/v1/overwatch/heroes/ana-too.json");
  });

  it.each([
    "/v1/overwatch/heroes/ana/",
    "/v1/overwatch/heroes%2Fana",
    "//v1/games",
    "/v1/%2e%2e/v1/games",
    "/v1/overwatch/heroes/404",
    "/v1/overwatch/heroes/%zz",
    "/v1/overwatch/heroes/%ff",
    "/index",
    "/v1/openapi",
    '/v1/overwatch/heroes/a"b/',
    "/v1/overwatch/heroes/$&/",
  ])("answers %s with a problem that names it", (uri) => {
    const answer = problem(uri);
    expect(answer.statusCode).toBe(404);
    expect(answer.problem).toMatchObject({ status: 404, title: "Not Found", instance: uri });
    expect(manifest.problems.map(({ detail }) => detail)).toContain(answer.problem.detail);
    expect(answer.headers).toMatchObject({
      "content-type": { value: "application/problem+json" },
      "cache-control": { value: "no-store" },
      "access-control-allow-origin": { value: "*" },
    });
  });

  it.each([
    "/v1/overwatch/heroes/ana.json",
    "/v1/overwatch/heroes/nobody",
    "/hosts/Caddyfile",
    "/manifest.json.br",
    "/health.json",
    "/index.html",
    "/nothing",
  ])("leads %s to no file of the bucket", (uri) => {
    expect(files.has(fileOf(uri))).toBe(false);
  });

  it("refuses other methods, and answers preflights", () => {
    expect(problem("/v1/games", "POST")).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: "GET, HEAD, OPTIONS" } },
      problem: {
        status: 405,
        detail: "POST is not served; the service is read-only.",
        instance: "/v1/games",
      },
    });
    const preflight = ResponseSchema.parse(run("/v1/games", "OPTIONS"));
    expect(preflight).toMatchObject({
      statusCode: 204,
      headers: { "access-control-allow-methods": { value: "GET, HEAD, OPTIONS" } },
    });
  });
});

/** A few files of each kind, as a site has them. */
const UPLOADED = [
  ...["v1/games.json", "v1/overwatch/heroes/Soldier: 76.json", "v1/overwatch/heroes/루시우.json"],
  ...["404.json", "v1/overwatch/heroes/404.json", "health.json", "details/heroes.json"],
  ...["index.html", "heroes/ana.html", "feeds/patches.atom", "feeds/patches.json"],
  ...["explorer/style.css", "assets/heroes/ana.svg", "manifest.json"],
];

const STAYING = ["v1/games.json.br", "index.html.gz", "_headers", "404.html", "hosts/Caddyfile"];

// Each of its dozen calls starts AWS's program, which takes a second or two.
it.runIf(process.env["CI"] === "true")(
  "a rollback by AWS's own program leaves what the older site has",
  async () => {
    const site = temporaryFolder();
    for (const file of [...UPLOADED, ...STAYING]) {
      mkdirSync(dirname(join(site, file)), { recursive: true });
      writeFileSync(join(site, file), file);
    }
    writeFileSync(join(site, "hosts/s3-upload.sh"), s3Upload(manifest));
    const bucket = await startBucket();
    // A newer site has other bytes of the same size, and one file more.
    for (const file of UPLOADED) bucket.objects.set(file, Buffer.from(file).fill("x"));
    bucket.objects.set("v1/overwatch/heroes/gone.json", Buffer.from("{}"));
    await promisify(execFile)("sh", [join(site, "hosts/s3-upload.sh"), bucket.address], {
      env: bucket.env,
    });

    const texts = [...bucket.objects].map(([key, body]) => [key, body.toString()]);
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(UPLOADED.map((f) => [f, f])));
    expect(bucket.written.toSorted()).toEqual(UPLOADED.toSorted());
    expect(bucket.written.at(-1)).toBe("manifest.json");
  },
  120_000,
);
