/** The media types of files outside the API that a site may have, by the ending of the name. */
const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  atom: ["application/atom+xml", "application/xml"],
  css: ["text/css"],
  csv: ["text/csv"],
  html: ["text/html"],
  ics: ["text/calendar"], // of sites that 0.3 built
  ico: ["image/x-icon"],
  jpg: ["image/jpeg"],
  js: ["text/javascript"],
  json: ["application/json", "application/feed+json", "application/schema+json"],
  md: ["text/markdown"],
  png: ["image/png"],
  svg: ["image/svg+xml"],
  txt: ["text/plain"],
  webmanifest: ["application/manifest+json"],
  webp: ["image/webp"],
  woff2: ["font/woff2"],
  xml: ["application/xml", "application/opensearchdescription+xml"],
};

/** The most bytes of a name of a folder or a file, on most disks. */
const MAX_SEGMENT_BYTES = 255;

/** The most bytes of a whole name, in S3. */
const MAX_NAME_BYTES = 1024;

/** Names that some host or tool reads as settings or runs as a program. */
const OBEYED = [
  /^_/, // Netlify, Cloudflare Pages: _headers, _redirects, _routes.json, _worker.js
  /^(api|functions|hosts|netlify|node_modules)(\/|\.|$)/,
  /^(firebase|now|package|package-lock|staticwebapp\.config|tsconfig|vercel|wrangler)\.json$/,
  /^manifest\.json$/,
];

/**
 * The names of files for hosts, with `vercel.json` of older releases. They are generated, and never
 * fetched from another server.
 */
const HOST_FILE =
  /^(_headers|_redirects|vercel\.json|([^/]+\/)*404\.html|hosts\/[\w-]+(\/[\w-]+)*(\.[a-z]+)?)$/;

/** Why no file of a site can have this name; undefined where it can on every system. */
export function nameFault(name: string): string | undefined {
  const segments = name.split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    return "is outside the site root";
  if (/[\\\p{Cc}\p{Surrogate}]/u.test(name)) return "is not a valid name on every system";
  if (name !== name.normalize("NFC")) return "is not in normal form C";
  const isLong = segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES);
  if (isLong || Buffer.byteLength(name) > MAX_NAME_BYTES) return "is too long for a file name";
  return undefined;
}

/** As `nameFault`. It also refuses hidden files, and names that hosts or tools obey. */
export function contentNameFault(name: string): string | undefined {
  const fault = nameFault(name);
  if (fault !== undefined) return fault;
  const isHidden = name.split("/").some((segment) => segment.startsWith("."));
  return isHidden || OBEYED.some((pattern) => pattern.test(name))
    ? "is not a valid name for content of a site"
    : undefined;
}

/** Whether a file that only a host reads may have this name. */
export function isHostFileName(name: string): boolean {
  return nameFault(name) === undefined && HOST_FILE.test(name);
}

/** Whether a file outside the API has an ending that fits its media type. */
export function hasFittingEnding(name: string, type: string): boolean {
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? "";
  const [mediaType = ""] = type.split(";");
  return Object.hasOwn(MEDIA_TYPES, ending) && MEDIA_TYPES[ending]?.includes(mediaType) === true;
}

/** The file of a site that is the proxy as a program for Cloudflare Workers. */
export const WORKER_FILE = "hosts/workers/worker.js";

/** The date and flags that fix the runtime's behaviour (Workers, compatibility dates). */
export const COMPATIBILITY = { date: "2026-07-01", flags: ["nodejs_compat"] };
