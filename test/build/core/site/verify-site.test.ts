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
async function smallSite(): Promise<string> {
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
  it.each([
    "health.json",
    "v1/heroes/Ana.json",
    "v1/heroes/아나.json.br",
    "404.json.gz",
    "index.html",
    "manifest.json.br",
    "hosts/some.conf",
  ])("has its missing files named: %s", async (file) => {
    const dir = await smallSite();
    unlinkSync(join(dir, file));
    expect(verifySite(dir)).toEqual({ ...GOOD, missing: [file] });
  });

  it.each(["v1/heroes/anna.json", ".hidden", "notes.txt", "v1/empty/a.json", "hosts/other.conf"])(
    "has its extra files named: %s",
    async (file) => {
      const dir = await smallSite();
      mkdirSync(join(dir, file, ".."), { recursive: true });
      writeFileSync(join(dir, file), "");
      expect(verifySite(dir)).toEqual({ ...GOOD, extra: [file] });
    },
  );

  it.each(["health.json", "v1/heroes/아나.json", "404.json", "index.html", "hosts/some.conf"])(
    "has its altered files named: %s",
    async (file) => {
      const dir = await smallSite();
      replaceFile(join(dir, file), `${readFileSync(join(dir, file), "utf8")} `);
      expect(verifySite(dir)).toEqual({ ...GOOD, altered: [file] });
    },
  );

  it.each([
    ["health.json.br", brotliCompressSync('{ "status": "bad" }\n')],
    ["health.json.gz", gzipSync('{ "status": "bad" }\n')],
    ["health.json.br", Buffer.from("no brotli")],
    ["health.json.gz", Buffer.from("no gzip")],
    ["health.json.br", Buffer.alloc(0)],
    ["manifest.json.gz", gzipSync("{}")],
  ])("has its altered compressed siblings named: %s", async (file, bytes) => {
    const dir = await smallSite();
    writeFileSync(join(dir, file), bytes);
    expect(verifySite(dir)).toEqual({ ...GOOD, altered: [file] });
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

describe("what is not a site", () => {
  it.each([
    ["no JSON", () => "{"],
    ["no manifest", () => "{}"],
    [
      "one with a checksum that is none",
      (manifest: string) => manifest.replace(/"sha256": "\w{64}"/, '"sha256": ""'),
    ],
  ])("is said to be none: its manifest is %s", async (_what, alter) => {
    const dir = await smallSite();
    const file = join(dir, "manifest.json");
    writeFileSync(file, alter(readFileSync(file, "utf8")));
    expect(() => verifySite(dir)).toThrow(`${file} is not a manifest that this version reads`);
  });
});
