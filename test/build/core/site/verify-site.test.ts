import { mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ManifestSchema } from "../../../../build/core/schema/manifest.ts";
import { type Content, Site, singleFile } from "../../../../build/core/site/site.ts";
import { verifySite } from "../../../../build/core/site/verify-site.ts";
import { toJson } from "../../../../build/generator/documents/json.ts";
import { replaceFile } from "../../../../build/generator/write/update-file.ts";
import { writeSite } from "../../../../build/generator/write/write-site.ts";
import { ABOUT } from "../../../attack/tiny-site.ts";
import { temporaryFolder } from "../../../helpers/data.ts";

/** A site of two documents, a 404, a page and a host's file on a disk of its own. */
async function smallSite() {
  const contents: Content[] = [];
  const site = new Site((content) => contents.push(content));
  site.addDocument("/health", '{ "status": "ok" }\n');
  site.addDocument("/v1/heroes/ana", '{ "id": "ana" }\n', ["/v1/heroes/Ana", "/v1/heroes/아나"]);
  site.addProblem("/", "Nothing.", "{}\n");
  site.addPage("/", "<p>start\n");
  site.addHostFile("hosts/some.conf", "# start\n");
  const manifest = Buffer.from(toJson(ManifestSchema, site.manifest(ABOUT)).text);
  const dir = join(temporaryFolder(), "dist");
  writeSite(dir, (take) => [...contents, singleFile("manifest.json", manifest)].forEach(take));
  return dir;
}

const GOOD = { files: 24, missing: [], extra: [], altered: [] };

describe("a good site", () => {
  it("agrees with its manifest", async () => {
    expect(verifySite(await smallSite())).toEqual(GOOD);
  });

  it("is found where a build was killed in its swap", async () => {
    const dir = await smallSite();
    renameSync(dir, `${dir}.previous`);
    expect(verifySite(dir)).toEqual(GOOD);
  });
});

it("a mirror has the files for hosts that this version makes", async () => {
  const dir = await smallSite();
  const made = "# of this version\n";
  const file = join(dir, "hosts/some.conf");
  writeFileSync(file, made);
  writeFileSync(`${file}.br`, brotliCompressSync(made));
  writeFileSync(`${file}.gz`, gzipSync(made));
  expect(verifySite(dir, () => [{ file: "hosts/some.conf", body: made }])).toEqual(GOOD);
  const altered = ["", ".br", ".gz"].map((ending) => `hosts/some.conf${ending}`);
  expect(verifySite(dir, () => [{ file: "hosts/some.conf", body: "# other\n" }])).toEqual({
    ...GOOD,
    altered,
  });
});

describe("a bad site", () => {
  const add = (path: string) => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "");
  };
  const alter = (path: string) => replaceFile(path, `${readFileSync(path, "utf8")} `);
  const write = (bytes: Buffer) => (path: string) => writeFileSync(path, bytes);

  it.each([
    ["missing", "health.json", unlinkSync],
    ["missing", "v1/heroes/Ana.json", unlinkSync],
    ["missing", "v1/heroes/아나.json.br", unlinkSync],
    ["missing", "404.json.gz", unlinkSync],
    ["missing", "index.html", unlinkSync],
    ["missing", "manifest.json.br", unlinkSync],
    ["missing", "hosts/some.conf", unlinkSync],
    ["extra", "v1/heroes/anna.json", add],
    ["extra", ".hidden", add],
    ["extra", "v1/empty/a.json", add],
    ["extra", "hosts/other.conf", add],
    ["altered", "health.json", alter],
    ["altered", "v1/heroes/아나.json", alter],
    ["altered", "404.json", alter],
    ["altered", "index.html", alter],
    ["altered", "hosts/some.conf", alter],
    ["altered", "health.json.br", write(brotliCompressSync('{ "status": "bad" }\n'))],
    ["altered", "health.json.gz", write(gzipSync('{ "status": "bad" }\n'))],
    ["altered", "health.json.br", write(Buffer.from("no brotli"))],
    ["altered", "health.json.gz", write(Buffer.from("no gzip"))],
    ["altered", "manifest.json.gz", write(gzipSync("{}"))],
  ])("has its %s files named: %s", async (fault, file, make) => {
    const dir = await smallSite();
    make(join(dir, file));
    expect(verifySite(dir)).toEqual({ ...GOOD, [fault]: [file] });
  });

  it("has a file named where a folder is in its place", async () => {
    const dir = await smallSite();
    rmSync(join(dir, "health.json"));
    mkdirSync(join(dir, "health.json"));
    expect(verifySite(dir)).toEqual({
      ...GOOD,
      missing: ["health.json"],
      extra: ["health.json (empty folder)"],
    });
  });
});

it.each([
  ["no JSON", () => "{"],
  ["no manifest", () => "{}"],
  [
    "one with a checksum that is none",
    (manifest: string) => manifest.replace(/"sha256": "\w{64}"/, '"sha256": ""'),
  ],
])("what is not a site is said to be none: its manifest is %s", async (_what, alter) => {
  const dir = await smallSite();
  const file = join(dir, "manifest.json");
  writeFileSync(file, alter(readFileSync(file, "utf8")));
  expect(() => verifySite(dir)).toThrow(`${file} is not a manifest that this version reads`);
});
