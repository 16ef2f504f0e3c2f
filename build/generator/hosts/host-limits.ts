import type { Manifest } from "../../core/schema/manifest.ts";
import { documentFile } from "../../core/site/path-files.ts";
import { withSiblings } from "../../core/site/siblings.ts";
import { MAX_FUNCTION_BYTES } from "./cloudfront.ts";

/** A file of a site as it is uploaded, with its size. */
export type SiteFile = { file: string; bytes: number };

type TextOf = (file: string) => string;

/** What a host limits: what it is, such as `files (free plan)`, the limit, and a site's share. */
type Limit = [
  what: string,
  most: number,
  of: (files: readonly SiteFile[], textOf: TextOf) => number,
];

/** The limits that hosts document, by the page that documents them. */
const LIMITS: { host: string; source: string; limits: Limit[] }[] = [
  {
    host: "Cloudflare Pages",
    source: "https://developers.cloudflare.com/pages/platform/limits/",
    limits: [
      ["files (free plan)", 20_000, (files) => files.length],
      ["bytes in one file", 25 * 1024 * 1024, (files) => largest(files.map(({ bytes }) => bytes))],
    ],
  },
  {
    host: "Cloudflare Pages",
    source: "https://developers.cloudflare.com/pages/configuration/headers/",
    limits: [
      ["rules in _headers", 100, (_, textOf) => rules(textOf("_headers"), /^\//)],
      ["characters in a line of _headers", 2_000, (_, textOf) => longestLine(textOf("_headers"))],
    ],
  },
  {
    host: "Cloudflare Pages",
    source: "https://developers.cloudflare.com/pages/configuration/redirects/",
    limits: [
      [
        "static rules in _redirects",
        2_000,
        (_, textOf) => rules(textOf("_redirects"), /^\/[^:* ]* /),
      ],
      [
        "dynamic rules in _redirects",
        100,
        (_, textOf) => rules(textOf("_redirects"), /^\/[^ ]*[:*][^ ]* /),
      ],
      [
        "characters in a line of _redirects",
        1_000,
        (_, textOf) => longestLine(textOf("_redirects")),
      ],
    ],
  },
  {
    host: "Vercel",
    source: "https://vercel.com/docs/limits",
    limits: [
      [
        "routes in vercel.json",
        2_048,
        (_, textOf) => rules(textOf("vercel.json"), /^ {6}"(src|handle)"/),
      ],
      ["bytes of static files (Hobby plan)", 100_000_000, total],
    ],
  },
  {
    host: "GitHub Pages",
    source:
      "https://docs.github.com/en/pages/getting-started-with-github-pages/github-pages-limits",
    limits: [["bytes in a site", 1_000_000_000, total]],
  },
  {
    host: "CloudFront",
    source:
      "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html",
    limits: [
      [
        "bytes in a function",
        MAX_FUNCTION_BYTES,
        (_, textOf) => Buffer.byteLength(textOf("hosts/cloudfront-function.js")),
      ],
    ],
  },
  {
    host: "S3",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html",
    limits: [
      [
        "bytes in the name of a file",
        1_024,
        (files) => largest(files.map(({ file }) => Buffer.byteLength(file))),
      ],
    ],
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
export function exceededLimits(files: readonly SiteFile[], textOf: TextOf): ExceededLimit[] {
  return LIMITS.flatMap(({ host, source, limits }) =>
    limits.map(([what, most, of]) => ({ host, what, most, has: of(files, textOf), source })),
  ).filter(({ has, most }) => has > most);
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
