import { type Answer, contentOf, describeStatus } from "../../../core/fetch/exchange.ts";
import { describeDigest } from "../../../core/fetch/fetch-content.ts";
import { digestOf } from "../../../core/site/digest.ts";
import { mostSiblingBytes } from "../../../core/site/siblings.ts";
import type { DeploymentKind, Fault } from "./findings.ts";

/** The expected answer of a path of the manifest. */
export type Expected = {
  path: string;
  canonical: string;
  bytes: number;
  sha256: string;
  type: string;
};

/** The headers that scripts may read. A static host has no rate limits. */
const EXPOSED = {
  static: ["ETag", "Content-Location", "Link"],
  proxy: [
    ...["ETag", "Content-Location", "Link", "Retry-After", "RateLimit-Limit"],
    ...["RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy", "RateLimit"],
  ],
};

const CACHED = {
  static: "public, max-age=300, stale-while-revalidate=86400",
  proxy: "private, max-age=60",
};

/** The longest time that a cache may keep an answer that can change. */
const MAX_AGE_SECONDS = 86_400;

/** Compares the decoded content of an answer. */
export function judgeBytes(answer: Answer, expected: Expected): Fault | undefined {
  const wanted = `status 200, ${describeDigest(expected)}`;
  if (answer.status !== 200)
    return { expected: wanted, actual: describeStatus(answer), isAbsent: isRefusal(answer) };
  const content = contentOf(answer, mostSiblingBytes(expected.bytes));
  if (content === undefined) {
    return {
      expected: wanted,
      actual: `a body that is not ${answer.headers["content-encoding"]} of that size`,
    };
  }
  const digest = digestOf(content);
  const isRight = digest.bytes === expected.bytes && digest.sha256 === expected.sha256;
  return isRight ? undefined : { expected: wanted, actual: describeDigest(digest) };
}

/** Compares the media type. A static host may add a charset, which JSON ignores (RFC 8259 §11). */
export function judgeType(
  { headers }: Answer,
  type: string,
  kind: DeploymentKind,
): Fault | undefined {
  const actual = headers["content-type"];
  if (actual === type) return undefined;
  const isSame =
    actual !== undefined &&
    mediaType(actual) === mediaType(type) &&
    /^[^;]*(; *charset="?utf-8"?)?$/i.test(actual);
  return kind === "static" && isSame
    ? undefined
    : { expected: type, actual: actual ?? "no Content-Type" };
}

export function judgeCanonicalPath(
  { headers }: Answer,
  { path, canonical }: Expected,
): Fault | undefined {
  const actual = headers["content-location"];
  const wanted = path === canonical ? undefined : canonical;
  if (actual === wanted || actual === canonical) return undefined;
  return {
    expected: wanted === undefined ? "no Content-Location" : `Content-Location: ${wanted}`,
    actual: actual ?? "none",
    isAbsent: actual === undefined,
  };
}

export function judgeCors({ headers }: Answer, kind: DeploymentKind): Fault | undefined {
  const origin = headers["access-control-allow-origin"];
  if (origin !== "*")
    return faultOfHeader("Access-Control-Allow-Origin: *", origin, origin === undefined);
  const exposed = namesIn(headers["access-control-expose-headers"]);
  const missing = EXPOSED[kind].filter((name) => !exposed.includes(name.toLowerCase()));
  if (missing.length === 0) return undefined;
  return {
    expected: `${missing.join(", ")} in Access-Control-Expose-Headers`,
    actual: "not there",
    isAbsent: true,
  };
}

/** How long caches may keep a document. */
export function judgeCaching({ headers }: Answer, kind: DeploymentKind): Fault | undefined {
  const actual = headers["cache-control"];
  const expected = `Cache-Control: ${CACHED[kind]}`;
  if (actual === CACHED[kind]) return undefined;
  return faultOfHeader(expected, actual, !isTooLong(actual));
}

/** Whether a Cache-Control header lets caches keep an answer that can change for too long. */
export function isTooLong(header = ""): boolean {
  const maxAge = Number(/max-age=(\d+)/i.exec(header)?.[1] ?? 0);
  return /immutable/i.test(header) || maxAge > MAX_AGE_SECONDS;
}

/** For `/health` and errors, which no cache may keep. */
export function judgeNoStore({ headers }: Answer): Fault | undefined {
  const actual = headers["cache-control"];
  if (namesIn(actual).includes("no-store")) return undefined;
  return faultOfHeader("Cache-Control: no-store", actual, true);
}

export function judgeNosniff({ headers }: Answer): Fault | undefined {
  const actual = headers["x-content-type-options"];
  if (actual === "nosniff") return undefined;
  return faultOfHeader("X-Content-Type-Options: nosniff", actual, actual === undefined);
}

export function judgeLink({ headers }: Answer): Fault | undefined {
  const actual = headers["link"];
  if (/<[^>]*\/v1\/openapi\.json>; *rel="?service-desc\b/.test(actual ?? "")) return undefined;
  return faultOfHeader('Link: </v1/openapi.json>; rel="service-desc"', actual, true);
}

/** An answer whose coding was negotiated says so to caches (RFC 9110 §12.5.5). */
export function judgeVary({ headers }: Answer): Fault | undefined {
  const actual = headers["vary"];
  if (namesIn(actual).some((name) => name === "accept-encoding" || name === "*")) return undefined;
  return faultOfHeader("Vary: Accept-Encoding", actual, false);
}

function faultOfHeader(expected: string, actual: string | undefined, isAbsent: boolean): Fault {
  return { expected, actual: actual ?? "no such header", isAbsent };
}

/** Whether a host refuses or redirects a request. 501 is for a method that it does not know. */
export function isRefusal({ status }: Answer): boolean {
  return (status >= 300 && status < 500) || status === 501;
}

/** The media type alone, without parameters. */
export function mediaType(header: string | undefined): string {
  return (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The members of a list header, in lower case. */
export function namesIn(header: string | undefined): string[] {
  return (header ?? "").split(",").map((name) => name.trim().toLowerCase());
}
