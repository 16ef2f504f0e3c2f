import { expect, it } from "vitest";
import {
  exceededLimits,
  type SiteFile,
  uploadedFiles,
} from "../../../../build/generator/hosts/host-limits.ts";
import { readRealSite, realManifest } from "./site.ts";

const NO_TEXT = () => "";

function filesOf(count: number, bytes = 1): SiteFile[] {
  return Array.from({ length: count }, (_, at) => ({ file: `${at}`, bytes }));
}

it("the real site is within what every host takes", () => {
  const files = uploadedFiles(realManifest());
  expect(exceededLimits(files, (file) => readRealSite(file).toString())).toEqual([]);
});

it.each<[string, SiteFile[], string]>([
  ["20,001 files", filesOf(20_001), "Cloudflare Pages files (free plan) 20001"],
  [
    "a file of 25 MiB and a byte",
    filesOf(1, 25 * 1024 * 1024 + 1),
    "Cloudflare Pages bytes in one file 26214401",
  ],
  [
    "a name of 1,025 bytes",
    [{ file: "é".repeat(513), bytes: 1 }],
    "S3 bytes in the name of a file 1026",
  ],
  [
    "more than 100 MB",
    filesOf(10, 10_000_001),
    "Vercel bytes of static files (Hobby plan) 100000010",
  ],
])("%s exceed a limit", (_what, files, expected) => {
  expect(
    exceededLimits(files, NO_TEXT).map(({ host, what, has }) => `${host} ${what} ${has}`),
  ).toEqual([expected]);
});

it.each<[string, string, string]>([
  ["_headers", "/a\n  A: b\n\n".repeat(101), "rules in _headers"],
  ["_headers", `/a\n  A: ${"b".repeat(2_000)}\n`, "characters in a line of _headers"],
  ["_redirects", "/a /b 200\n".repeat(2_001), "static rules in _redirects"],
  ["_redirects", "/a/:b /b 200\n/a/* /b 200\n".repeat(51), "dynamic rules in _redirects"],
  [
    "vercel.json",
    JSON.stringify({ routes: Array(2_049).fill({ src: "/" }) }, null, 2),
    "routes in vercel.json",
  ],
  ["hosts/cloudfront-function.js", "x".repeat(10_241), "bytes in a function"],
])("too much in %s exceeds a limit: %#", (name, text, what) => {
  const exceeded = exceededLimits(filesOf(1), (file) => (file === name ? text : ""));
  expect(exceeded.map((limit) => limit.what)).toEqual([what]);
});

it("what is exactly a limit does not exceed it", () => {
  expect(exceededLimits(filesOf(20_000), NO_TEXT)).toEqual([]);
});
