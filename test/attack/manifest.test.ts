import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ManifestError } from "../../build/core/errors.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { SiteError } from "../../proxy/site/catalog.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { tarballOf } from "./tarballs.ts";
import { folderOf, tinySite, WHOLE, withForgery } from "./tiny-site.ts";

const DIGEST = { bytes: 3, sha256: "0".repeat(64) };
const page = (path: string, type = "text/html; charset=utf-8", file = `${path.slice(1)}.html`) => ({
  path,
  type,
  file,
  ...DIGEST,
});
const file = (name: string, type: string) => page(`/${name}`, type, name);

// biome-ignore lint/suspicious/noExplicitAny: a test writes what no type allows
const FORGERIES: [string, (manifest: any) => void, string][] = [
  [
    "a document outside the site",
    ({ documents }) => Object.assign(documents[0], { file: "../secret.txt" }),
    '"../secret.txt" is not the file of "/health"',
  ],
  [
    "a page outside the site",
    ({ pages }) => pages.push(page("/a", "text/html", "../secret.html")),
    '"../secret.html" is not the file of "/a"',
  ],
  [
    "a file of the site's host that is not a configuration",
    ({ hosts }) => hosts.push({ file: ".git/hooks/post-checkout", ...DIGEST }),
    '".git/hooks/post-checkout" is not a host configuration',
  ],
  [
    "a program below the hosts' configurations",
    ({ hosts }) => hosts.push({ file: "hosts/../x.sh", ...DIGEST }),
    '"hosts/../x.sh" is not a host configuration',
  ],
  [
    "a spelling outside the site",
    ({ documents }) => documents[2].spellings.push("/v1/overwatch/heroes/.."),
    "is outside the site root",
  ],
  [
    "a spelling of another place",
    ({ documents }) => documents[2].spellings.push("/v1/games/heroes/anna"),
    '"/v1/games/heroes/anna" is not a spelling of "/v1/overwatch/heroes/ana"',
  ],
  [
    "a spelling that two documents claim",
    ({ documents }) => documents[3].spellings.push("/v1/overwatch/heroes/ANA"),
    '"/v1/overwatch/heroes/ANA" leads to "/v1/overwatch/heroes/ana" and "/v1/overwatch/heroes/mei"',
  ],
  [
    "a spelling that is not in normal form C",
    ({ documents }) => documents[2].spellings.push("/v1/overwatch/heroes/a\u0301na"),
    "is not in normal form C",
  ],
  [
    "a name too long for a disk",
    ({ documents }) => documents[2].spellings.push(`/v1/overwatch/heroes/${"a".repeat(251)}`),
    "is too long for a file name",
  ],
  [
    "one file twice",
    ({ pages }) => pages.push(pages[0]),
    '"problems/not-found.html" is listed twice',
  ],
  [
    "a document that is a page too",
    ({ pages }) => pages.push(page("/health")),
    '"/health" is a document and a page',
  ],
  [
    "a document larger than any",
    ({ documents }) => Object.assign(documents[0], { bytes: 1e12 }),
    '"health.json" is listed with 1000000000000 bytes',
  ],
  [
    "more documents than any disk holds",
    ({ documents }) => {
      for (let at = 0; at < 20; at += 1) {
        const path = `/v1/overwatch/heroes/h${at}`;
        documents.push({
          ...documents[0],
          path,
          spellings: [path],
          file: `${path.slice(1)}.json`,
          bytes: 6e7,
        });
      }
    },
    "its files are listed with more than 1073741824 bytes",
  ],
  [
    "a program for the host to run",
    ({ pages }) => pages.push(file("x.php", "text/html")),
    '"x.php" is not a valid name for a file of type text/html',
  ],
  ...[
    [".htaccess", "text/plain"],
    ["_worker.js", "text/javascript"],
    ["_headers.txt", "text/plain"],
    ["api/run.js", "text/javascript"],
    ["hosts/s3-upload.js", "text/javascript"],
    ["vercel.json", "application/json"],
    ["package.json", "application/json"],
  ].map(
    // biome-ignore lint/suspicious/noExplicitAny: a test writes what no type allows
    ([name = "", type = ""]): [string, (manifest: any) => void, string] => [
      `a file that a host obeys: ${name}`,
      ({ pages }) => pages.push(file(name, type)),
      `"${name}" is not a valid name `,
    ],
  ),
];

it.each(FORGERIES)(
  "a manifest that lists %s is refused by the proxy, by verify and in a tarball",
  async (_what, lie, why) => {
    const site = withForgery(tinySite(), lie);
    const dir = folderOf(site);
    const tarball = tarballOf([...site].map(([path, body]) => ({ path, body })));

    await expect(loadCatalog(dir)).rejects.toThrow(SiteError);
    for (const place of [dir, tarball]) {
      await expect(loadCatalog(place)).rejects.toThrow(why);
      expect(() => verifySite(place)).toThrow(why);
    }
  },
);

describe("a manifest of another time", () => {
  it("is read with fields that this version does not know", async () => {
    const site = withForgery(tinySite(), (manifest) => {
      manifest.generatedBy = "a later version";
      manifest.documents[0].language = "en";
    });

    expect([...(await loadCatalog(folderOf(site))).documents].length).toBeGreaterThan(5);
    expect(verifySite(folderOf(site))).toMatchObject(WHOLE);
  });

  it.each([
    [2, "has format 2, and this version reads format 1; use a newer version of gamedata"],
    [0, "has format 0, and this version reads format 1; build the site again"],
  ])("is refused with both numbers: format %i", async (format, why) => {
    const site = withForgery(tinySite(), (manifest) => {
      manifest.format = format;
      manifest.documents = "whatever";
    });

    await expect(loadCatalog(folderOf(site))).rejects.toThrow(why);
    expect(() => verifySite(folderOf(site))).toThrow(ManifestError);
  });
});

const HERO = "v1/overwatch/heroes/ana.json";

describe("in the place of a file that the manifest lists,", () => {
  it.each<[string, (path: string) => void]>([
    ["a link to a file outside", (path) => symlinkSync("/etc/passwd", path)],
    ["a link to a device without end", (path) => symlinkSync("/dev/zero", path)],
    ["a pipe that nobody writes to", (path) => void execFileSync("mkfifo", [path])],
    ["a folder", (path) => mkdirSync(path)],
  ])("%s is not read: the site is refused, and verify names it", async (_what, put) => {
    const dir = folderOf(tinySite());
    rmSync(join(dir, HERO));
    put(join(dir, HERO));

    await expect(loadCatalog(dir)).rejects.toThrow(`${HERO} is missing`);
    expect(verifySite(dir).missing).toEqual([HERO]);
    expect(verifySite(dir).extra.join()).toContain(HERO);
  });

  it("a file of a folder that is a link is not read", async () => {
    const dir = folderOf(tinySite());
    renameSync(join(dir, "v1"), join(dir, "..", "elsewhere"));
    symlinkSync("../elsewhere", join(dir, "v1"));

    await expect(loadCatalog(dir)).rejects.toThrow(".json is missing");
    expect(verifySite(dir).extra).toEqual(["v1 (link)"]);
  });

  it("a file that is longer than it should be is read no further than that", async () => {
    const dir = folderOf(tinySite());
    writeFileSync(join(dir, HERO), Buffer.alloc(70 * 1024 * 1024));

    await expect(loadCatalog(dir)).rejects.toThrow(`${HERO} does not match the manifest`);
    expect(verifySite(dir).altered).toEqual([HERO]);
  });
});

it("what a site does not need is named: links, hard links of other names, empty folders", () => {
  const dir = folderOf(tinySite());
  symlinkSync("health.json", join(dir, "alive.json"));
  linkSync(join(dir, "health.json"), join(dir, "living.json"));
  mkdirSync(join(dir, "v2/nothing"), { recursive: true });

  expect(verifySite(dir)).toMatchObject({
    missing: [],
    extra: ["alive.json (link)", "living.json", "v2/nothing (empty folder)"],
    altered: [],
  });
});
