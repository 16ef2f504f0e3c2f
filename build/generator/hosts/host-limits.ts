import type { Manifest } from "../../core/schema/manifest.ts";
import { documentFile } from "../../core/site/path-files.ts";
import { withSiblings } from "../../core/site/siblings.ts";
import { MAX_FUNCTION_BYTES } from "./cloudfront.ts";

/** A file of a site as it is uploaded, with its size. */
export type SiteFile = { file: string; bytes: number };

/** A limit that a host documents. */
type Limit = {
  host: string;
  /** What is limited, such as `files (free plan)`. */
  what: string;
  most: number;
  /** How much of it a site has. */
  of: (files: readonly SiteFile[], textOf: (file: string) => string) => number;
  source: string;
};

const CLOUDFLARE = "https://developers.cloudflare.com/pages";
const AWS = "https://docs.aws.amazon.com";

const LIMITS: Limit[] = [
  {
    host: "Cloudflare Pages",
    what: "files (free plan)",
    most: 20_000,
    of: (files) => files.length,
    source: `${CLOUDFLARE}/platform/limits/`,
  },
  {
    host: "Cloudflare Pages",
    what: "bytes in one file",
    most: 25 * 1024 * 1024,
    of: (files) => largest(files.map(({ bytes }) => bytes)),
    source: `${CLOUDFLARE}/platform/limits/`,
  },
  {
    host: "Cloudflare Pages",
    what: "rules in _headers",
    most: 100,
    of: (_, textOf) => rules(textOf("_headers"), /^\//).length,
    source: `${CLOUDFLARE}/configuration/headers/`,
  },
  {
    host: "Cloudflare Pages",
    what: "characters in a line of _headers",
    most: 2_000,
    of: (_, textOf) => longestLine(textOf("_headers")),
    source: `${CLOUDFLARE}/configuration/headers/`,
  },
  {
    host: "Cloudflare Pages",
    what: "static rules in _redirects",
    most: 2_000,
    of: (_, textOf) => rules(textOf("_redirects"), /^\/[^:* ]* /).length,
    source: `${CLOUDFLARE}/configuration/redirects/`,
  },
  {
    host: "Cloudflare Pages",
    what: "dynamic rules in _redirects",
    most: 100,
    of: (_, textOf) => rules(textOf("_redirects"), /^\/[^ ]*[:*][^ ]* /).length,
    source: `${CLOUDFLARE}/configuration/redirects/`,
  },
  {
    host: "Cloudflare Pages",
    what: "characters in a line of _redirects",
    most: 1_000,
    of: (_, textOf) => longestLine(textOf("_redirects")),
    source: `${CLOUDFLARE}/configuration/redirects/`,
  },
  {
    host: "Vercel",
    what: "routes in vercel.json",
    most: 2_048,
    of: (_, textOf) => rules(textOf("vercel.json"), /^ {6}"(src|handle)"/).length,
    source: "https://vercel.com/docs/limits",
  },
  {
    host: "Vercel",
    what: "bytes of static files (Hobby plan)",
    most: 100_000_000,
    of: total,
    source: "https://vercel.com/docs/limits",
  },
  {
    host: "GitHub Pages",
    what: "bytes in a site",
    most: 1_000_000_000,
    of: total,
    source:
      "https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits",
  },
  {
    host: "CloudFront",
    what: "bytes in a function",
    most: MAX_FUNCTION_BYTES,
    of: (_, textOf) => Buffer.byteLength(textOf("hosts/cloudfront-function.js")),
    source: `${AWS}/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html`,
  },
  {
    host: "S3",
    what: "bytes in the name of a file",
    most: 1_024,
    of: (files) => largest(files.map(({ file }) => Buffer.byteLength(file))),
    source: `${AWS}/AmazonS3/latest/userguide/object-keys.html`,
  },
];

/** A limit that a site exceeds. */
export type ExceededLimit = {
  host: string;
  what: string;
  most: number;
  has: number;
  source: string;
};

/** Every limit that a site's files exceed. `textOf` gives the text of a host's configuration. */
export function exceededLimits(
  files: readonly SiteFile[],
  textOf: (file: string) => string,
): ExceededLimit[] {
  return LIMITS.map(({ of, ...limit }) => ({ ...limit, has: of(files, textOf) })).filter(
    ({ has, most }) => has > most,
  );
}

/** All files of a site. A compressed sibling counts with the size of its content, which is more. */
export function uploadedFiles(manifest: Manifest): SiteFile[] {
  const { documents, problems, pages, hosts } = manifest;
  const files = [
    ...documents.flatMap(({ spellings, bytes }) =>
      spellings.map((path) => ({ file: documentFile(path), bytes })),
    ),
    ...[...problems, ...pages, ...hosts].map(({ file, bytes }) => ({ file, bytes })),
    { file: "manifest.json", bytes: Buffer.byteLength(JSON.stringify(manifest, null, 2)) },
  ];
  return files.flatMap(({ file, bytes }) =>
    withSiblings([file]).map((name) => ({ file: name, bytes })),
  );
}

function rules(text: string, pattern: RegExp): string[] {
  return text.split("\n").filter((line) => pattern.test(line));
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
