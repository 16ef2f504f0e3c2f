import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  cloudFrontFunction,
  MAX_FUNCTION_BYTES,
  s3Upload,
} from "../../../../build/generator/hosts/cloudfront.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { encodePath } from "../../../proxy/wire.ts";
import { startBucket } from "./bucket.ts";
import { realFiles, realManifest, realPaths } from "./site.ts";

const manifest = realManifest();
const files = realFiles();
const handler = runInNewContext(`${cloudFrontFunction(manifest)}; handler`);

/**
 * Runs the function on an event as CloudFront documents it. Its answer is the request with another
 * `uri`, or a response:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html
 */
function run(uri: string, method = "GET", lead = handler) {
  const request = { method, uri, querystring: {}, headers: {} };
  return JSON.parse(JSON.stringify(lead({ version: "1.0", request })));
}

/** The file of the bucket that a path leads to. */
const fileOf = (uri: string) => decodeURIComponent(run(uri).uri).slice(1);

// The golden file shows the function's text. CloudFront's runtime cannot be had.
describe("the function", () => {
  it("leads every path of the site to a file with its content", () => {
    const documents = new Map(
      manifest.documents.flatMap(({ path, spellings }) => spellings.map((one) => [one, path])),
    );
    const documentOf = (path: string) => documents.get(path);
    const wrong = realPaths().filter(({ path, file }) => {
      const found = fileOf(encodePath(path));
      const document = documentOf(`/${found}`) ?? documentOf(`/${found.replace(/\.json$/, "")}`);
      return !files.has(found) || (found !== file && document !== documentOf(path));
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ["/v1/overwatch/heroes/LÚCIO", "v1/overwatch/heroes/lúcio.json"],
    ["/v1/overwatch/heroes/Lu\u0301cio", "v1/overwatch/heroes/lúcio.json"],
    ["/v1/overwatch/heroes/ANA/abilities", "v1/overwatch/heroes/ana/abilities.json"],
    ["/details/heroes/LÚCIO.json", "details/heroes/lucio.json"],
    ["/details/heroes/루시우.json", "details/heroes/lucio.json"],
  ])("leads names in any letter case and normal form to the same: %s", (path, file) => {
    expect(fileOf(encodePath(path))).toBe(file);
  });

  it("leads to details by id alone where CloudFront would not take it with all names", () => {
    const many = manifest.documents.map((document) => ({
      ...document,
      spellings: document.spellings.flatMap((spelling) => [spelling, `${spelling}-too`]),
    }));
    const made = cloudFrontFunction({ ...manifest, documents: many });
    const lead = runInNewContext(`${made}; handler`);
    expect(Buffer.byteLength(made)).toBeLessThanOrEqual(MAX_FUNCTION_BYTES);
    expect(run("/details/heroes/ANA.json", "GET", lead).uri).toBe("/details/heroes/ana.json");
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
    const { statusCode, headers, body } = run(uri);
    const { status, title, instance, detail } = JSON.parse(body);
    expect([statusCode, status, title, instance]).toEqual([404, 404, "Not Found", uri]);
    expect(manifest.problems.map((problem) => problem.detail)).toContain(detail);
    expect(headers).toMatchObject({
      "content-type": { value: "application/problem+json" },
      "cache-control": { value: "no-store" },
      "access-control-allow-origin": { value: "*" },
    });
  });

  it.each([
    "/v1/overwatch/heroes/ana.json",
    "/v1/overwatch/heroes/nobody",
    "/v1/overwatch/Heroes/ana",
    "/hosts/Caddyfile",
    "/manifest.json.br",
    "/health.json",
    "/index.html",
    "/nothing",
  ])("leads %s to no file of the bucket", (uri) => {
    expect(files.has(fileOf(uri))).toBe(false);
  });

  it("refuses other methods, and answers preflights", () => {
    const refused = run("/v1/games", "POST");
    expect(refused).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: "GET, HEAD, OPTIONS" } },
    });
    expect(JSON.parse(refused.body)).toMatchObject({
      detail: "POST is not supported; the service is read-only.",
      instance: "/v1/games",
    });
    expect(run("/v1/games", "OPTIONS")).toMatchObject({
      statusCode: 204,
      headers: { "access-control-allow-methods": { value: "GET, HEAD, OPTIONS" } },
    });
  });
});

/** A few files of each kind, as a site has them. */
const UPLOADED = [
  ...["v1/games.json", "v1/overwatch/heroes/Soldier: 76.json", "v1/overwatch/heroes/루시우.json"],
  ...["404.json", "v1/overwatch/heroes/404.json", "health.json", "details/heroes.json"],
  ...["index.html", "heroes/ana.html", "feeds/patches.atom", "feeds/heroes/ana.atom"],
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
