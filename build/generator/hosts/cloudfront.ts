import type { SiteFacts } from "../../core/schema/manifest.ts";
import { PROBLEM_DETAILS } from "../../core/schema/problem-details.ts";
import { SAFETY_HEADERS } from "../../core/schema/safety-headers.ts";
import { SIGNATURE_FILE } from "../../core/site/manifest-signature.ts";
import { namesOfDetails } from "../../core/site/other-names.ts";
import { DETAILS_NAME_SEGMENT, fold, NAME_SEGMENT } from "../../core/spelling/fold.ts";
import { HEADERS, TYPES } from "./answer-headers.ts";
import { escapeRegex } from "./escape-regex.ts";
import { problemText } from "./problem-text.ts";
import { MALFORMED_PATHS, problemsDeepestFirst, rulesOf } from "./rules.ts";

/**
 * The largest function that CloudFront takes:
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html
 */
export const MAX_FUNCTION_BYTES = 10 * 1024;

/**
 * A CloudFront function for viewer requests (runtime cloudfront-js-2.0). It folds the looked-up
 * name, so that any letter case resolves. It leads a path to its file, and answers paths that no
 * site has. It cannot hold all names, so the bucket answers unknown ones. It holds the names that
 * lead to details if it stays within CloudFront's limit.
 */
export function cloudFrontFunction(facts: SiteFacts): string {
  const whole = functionWith(facts, foldedNames(facts));
  return Buffer.byteLength(whole) <= MAX_FUNCTION_BYTES ? whole : functionWith(facts, {});
}

/** The names of each collection's resources, each id first: `ana/아나|lucio/lúcio/루시우`. */
function foldedNames(facts: SiteFacts): Record<string, string> {
  const rows: Record<string, string[]> = {};
  for (const { collection, id, names } of namesOfDetails(facts)) {
    const folded = names.map(fold).filter((name) => !name.includes("|"));
    rows[collection] ??= [];
    rows[collection].push([...new Set([id, ...folded])].join("/"));
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row.join("|")]));
}

function functionWith(facts: SiteFacts, names: Record<string, string>): string {
  return `${constants(facts, names)}
${handler(facts)}
${FILES}
${ANSWERS}`;
}

/** The constants of the function. */
function constants(facts: SiteFacts, names: Record<string, string>): string {
  const { documents, files, folders, reserved } = rulesOf(facts);
  const roots = [...new Set(documents.map((path) => path.split("/")[1] ?? ""))];
  const asTheyAre = [
    ...files.map(({ path }) => `${escapeRegex(path)}`),
    ...folders.map(({ folder, ending }) => `${escapeRegex(folder)}.+\\.${escapeRegex(ending)}`),
  ];
  const regex = (source: string, flags = "") =>
    `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`;
  const details = problemsDeepestFirst(facts).map(({ path, detail }) => [
    path === "/" ? "/" : `${path}/`,
    detail,
  ]);
  return `// A CloudFront function for viewer requests, runtime cloudfront-js-2.0. Guide: "Static hosts".
const MALFORMED = ${regex(MALFORMED_PATHS.join("|"), "i")};
const NO_RESOURCE = ${regex(["/404$", ...reserved.map((path) => `^${escapeRegex(path)}$`)].join("|"))};
const DOCUMENT = ${regex(`^/(${roots.map(escapeRegex).join("|")})(/|$)`)};
const AS_IT_IS = ${regex(`^(${asTheyAre.join("|")})$`)};
const NAMES = ${JSON.stringify(names)};
const DETAILS = ${JSON.stringify(details)};
const COMMON_HEADERS = ${JSON.stringify(HEADERS.common)};
const PREFLIGHT_HEADERS = ${JSON.stringify({ Allow: HEADERS.allow, ...HEADERS.preflight })};
`;
}

function handler(facts: SiteFacts): string {
  return `function handler(event) {
  const request = event.request;
  const path = request.uri;
  if (request.method === "OPTIONS") return answer(204, "No Content", PREFLIGHT_HEADERS);
  if (request.method !== "GET" && request.method !== "HEAD") {
    const refused = ${JSON.stringify(problemText(facts.baseUrl, "method-not-allowed", "@detail", "@instance"))};
    return problem(405, "Method Not Allowed", refused, ${JSON.stringify(PROBLEM_DETAILS.methodNotServed("@method"))}.replace("@method", function () { return request.method; }), path, { Allow: ${JSON.stringify(HEADERS.allow)} });
  }
  const file = fileOf(path);
  if (file === undefined) {
    const notFound = ${JSON.stringify(problemText(facts.baseUrl, "not-found", "@detail", "@instance"))};
    return problem(404, "Not Found", notFound, detailOf(path), path, {});
  }
  request.uri = file;
  return request;
}
`;
}

/** The code that finds the file of a path. */
const FILES = `// The key of the bucket that a path leads to, or undefined for what can be no path of the site.
function fileOf(path) {
  if (MALFORMED.test(path)) return undefined;
  if (path === "/") return "/index.html";
  const segments = path.slice(1).split("/");
  for (let at = 0; at < segments.length; at += 1) {
    try {
      segments[at] = decodeURIComponent(segments[at]);
    } catch (error) {
      return undefined;
    }
  }
  if (segments[0] === "v1" && segments.length > ${NAME_SEGMENT}) segments[${NAME_SEGMENT}] = segments[${NAME_SEGMENT}].normalize("NFC").toLowerCase();
  if (segments[0] === "details" && segments.length > ${DETAILS_NAME_SEGMENT}) segments[${DETAILS_NAME_SEGMENT}] = idOf(segments[${DETAILS_NAME_SEGMENT - 1}], segments[${DETAILS_NAME_SEGMENT}].normalize("NFC").toLowerCase());
  const decoded = "/" + segments.join("/");
  if (NO_RESOURCE.test(decoded)) return undefined;
  const encoded = "/" + segments.map(encodeURIComponent).join("/");
  if (AS_IT_IS.test(decoded)) return encoded;
  return encoded + (DOCUMENT.test(decoded) ? ".json" : ".html");
}

// The file of details under the id.
function idOf(collection, file) {
  const rows = (NAMES[collection] || "").split("|");
  for (let at = 0; at < rows.length; at += 1) {
    const names = rows[at].split("/");
    if (names.indexOf(file.slice(0, -5)) > 0 && file.slice(-5) === ".json") return names[0] + ".json";
  }
  return file;
}
`;

/** The code of its own answers. */
const ANSWERS = `function detailOf(path) {
  for (let at = 0; at < DETAILS.length; at += 1) if (path.indexOf(DETAILS[at][0]) === 0) return DETAILS[at][1];
  return "";
}

function problem(status, title, text, detail, instance, more) {
  const filled = text.replace('"@detail"', function () { return JSON.stringify(detail); }).replace('"@instance"', function () { return JSON.stringify(instance); });
  const response = answer(status, title, more);
  response.headers["content-type"] = { value: "${TYPES.problem}" };
  response.headers["cache-control"] = { value: "${HEADERS.neverStored}" };
  response.body = filled;
  return response;
}

function answer(status, title, more) {
  const headers = {};
  for (const name in COMMON_HEADERS) headers[name.toLowerCase()] = { value: COMMON_HEADERS[name] };
  for (const name in more) headers[name.toLowerCase()] = { value: more[name] };
  return { statusCode: status, statusDescription: title, headers: headers };
}
`;

/**
 * A CloudFront function for viewer responses. It adds the headers that only some media types have.
 * A response headers policy would add them to all.
 */
export function cloudFrontResponseFunction(): string {
  return `// A CloudFront function for viewer responses, runtime cloudfront-js-2.0. Guide: "Static hosts".
const HEADERS = ${JSON.stringify(Object.fromEntries(SAFETY_HEADERS))};

function handler(event) {
  const response = event.response;
  const type = response.headers["content-type"];
  const added = type === undefined ? undefined : HEADERS[type.value.split(";")[0]];
  for (const name in added) response.headers[name.toLowerCase()] = { value: added[name] };
  delete response.headers["last-modified"];
  return response;
}
`;
}

/** The script that uploads a site to S3, each file with its Content-Type and Cache-Control. */
export function s3Upload(facts: SiteFacts): string {
  const { files, folders } = rulesOf(facts);
  const { cached, neverStored } = HEADERS;
  const put = (type: string, cacheControl: string, filters: string) =>
    `put ${shellQuote(type)} ${shellQuote(cacheControl)} ${filters}`;
  const only = (...patterns: string[]) => `--exclude '*' ${filter("include", patterns)}`;
  const without = (...patterns: string[]) => filter("exclude", patterns);
  const typed = [
    ...files.map(({ path, type }) => ({ type, pattern: path.slice(1) })),
    ...folders.map(({ folder, ending, type }) => ({
      type,
      pattern: `${folder.slice(1)}*.${ending}`,
    })),
  ].filter(({ type, pattern }) => type !== TYPES.json && pattern !== SIGNATURE_FILE);
  const types = [...new Set(typed.map(({ type }) => type))];
  const patternsOf = (type: string) =>
    typed.filter((one) => one.type === type).map(({ pattern }) => pattern);
  const notJson = typed
    .map(({ pattern }) => pattern)
    .filter((pattern) => pattern.endsWith(".json"));
  const notPlainJson = ["404.json", "*/404.json", "health.json", "vercel.json", "manifest.json"];
  return `#!/bin/sh
# sh s3-upload.sh s3://BUCKET: uploads the site above this folder. Siblings stay here; CloudFront compresses by itself.
# Every file is copied, since a rollback has older files of the same size. The manifest comes last, then what is gone is removed.
set -eu
bucket=$1
site=$(dirname "$0")/..
put() {
  type=$1 life=$2
  shift 2
  aws s3 cp "$site" "$bucket" --recursive --no-progress --content-type "$type" --cache-control "$life" "$@"
}
${[
  put(TYPES.json, cached, `${only("*.json")} ${without(...notPlainJson, ...notJson)}`),
  put(TYPES.json, neverStored, only("health.json")),
  put(TYPES.problem, HEADERS.neverStored, only("404.json", "*/404.json")),
  ...types.map((type) => put(type, cached, only(...patternsOf(type)))),
  put(TYPES.html, cached, `${only("*.html")} ${without("404.html", "*/404.html")}`),
  put(TYPES.text, cached, only(SIGNATURE_FILE)),
  put(TYPES.json, cached, only("manifest.json")),
].join("\n")}
aws s3 sync "$site" "$bucket" --delete --size-only --no-progress ${without(...NOT_UPLOADED)}
`;
}

/** Files for other hosts. They are not uploaded. */
const NOT_UPLOADED = [
  ...["*.br", "*.gz", "hosts/*", "404.html", "*/404.html"],
  ...["_headers", "_redirects", "vercel.json"],
];

function filter(kind: "include" | "exclude", patterns: readonly string[]): string {
  return patterns.map((pattern) => `--${kind} ${shellQuote(pattern)}`).join(" ");
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
