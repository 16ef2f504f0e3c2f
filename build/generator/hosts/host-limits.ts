import type { Manifest } from "../../core/schema/manifest.ts";
import { listedFiles } from "../../core/site/listed-files.ts";
import { withSiblings } from "../../core/site/siblings.ts";
import { MAX_FUNCTION_BYTES } from "./cloudfront.ts";

/** A file of a site as it is uploaded, with its size. */
export type SiteFile = { file: string; bytes: number };

type TextOf = (file: string) => string;

/** A limit that a host documents on a page: what it limits, and a site's share of it. */
type Limit = {
  host: string;
  what: string;
  most: number;
  has: (files: readonly SiteFile[], textOf: TextOf) => number;
  source: string;
};

const PAGES = "https://developers.cloudflare.com/pages";
const AWS = "https://docs.aws.amazon.com";

/** A limit of Cloudflare Pages on one of its two configurations. */
function ofPages(what: string, most: number, file: string, has: (text: string) => number): Limit {
  const source = `${PAGES}/configuration/${file.slice(1)}/`;
  return { host: "Cloudflare Pages", what, most, has: (_, textOf) => has(textOf(file)), source };
}

const LIMITS: readonly Limit[] = [
  {
    host: "Cloudflare Pages",
    what: "files (free plan)",
    most: 20_000,
    has: (files) => files.length,
    source: `${PAGES}/platform/limits/`,
  },
  {
    host: "Cloudflare Pages",
    what: "bytes in one file",
    most: 25 * 1024 * 1024,
    has: (files) => largest(files.map(({ bytes }) => bytes)),
    source: `${PAGES}/platform/limits/`,
  },
  ofPages("rules in _headers", 100, "_headers", (text) => rules(text, /^\//)),
  ofPages("characters in a line of _headers", 2_000, "_headers", longestLine),
  ofPages("static rules in _redirects", 2_000, "_redirects", (text) => rules(text, /^\/[^:* ]* /)),
  ofPages("dynamic rules in _redirects", 100, "_redirects", (text) =>
    rules(text, /^\/[^ ]*[:*][^ ]* /),
  ),
  ofPages("characters in a line of _redirects", 1_000, "_redirects", longestLine),
  {
    host: "Vercel",
    what: "routes in vercel.json",
    most: 2_048,
    has: (_, textOf) => rules(textOf("vercel.json"), /^ {6}"(src|handle)"/),
    source: "https://vercel.com/docs/limits",
  },
  {
    host: "Vercel",
    what: "bytes of static files (Hobby plan)",
    most: 100_000_000,
    has: total,
    source: "https://vercel.com/docs/limits",
  },
  {
    host: "GitHub Pages",
    what: "bytes in a site",
    most: 1_000_000_000,
    has: total,
    source:
      "https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits",
  },
  {
    host: "CloudFront",
    what: "bytes in a function",
    most: MAX_FUNCTION_BYTES,
    has: (_, textOf) => Buffer.byteLength(textOf("hosts/cloudfront-function.js")),
    source: `${AWS}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
  },
  {
    host: "S3",
    what: "bytes in the name of a file",
    most: 1_024,
    has: (files) => largest(files.map(({ file }) => Buffer.byteLength(file))),
    source: `${AWS}/AmazonS3/latest/userguide/object-keys.html`,
  },
];

/** A limit that a site exceeds, with the site's number. */
export type ExceededLimit = Omit<Limit, "has"> & { has: number };

/** Every limit that a site's files exceed. `textOf` gives the text of a host's configuration. */
export function exceededLimits(files: readonly SiteFile[], textOf: TextOf): ExceededLimit[] {
  return LIMITS.map((limit) => ({ ...limit, has: limit.has(files, textOf) })).filter(
    ({ has, most }) => has > most,
  );
}

/** All files of a site. A compressed sibling counts with the size of its content, which is more. */
export function uploadedFiles(manifest: Manifest): SiteFile[] {
  const itself = Buffer.byteLength(JSON.stringify(manifest, null, 2));
  return [...listedFiles(manifest), { file: "manifest.json", bytes: itself }].flatMap(
    ({ file, bytes }) => withSiblings([file]).map((name) => ({ file: name, bytes })),
  );
}

function rules(text: string, pattern: RegExp): number {
  return text.split("\n").filter((line) => pattern.test(line)).length;
}

function longestLine(text: string): number {
  return largest(text.split("\n").map((line) => line.length));
}

function total(files: readonly SiteFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
