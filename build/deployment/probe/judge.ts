import { contentOf } from "../../fetch/answer-content.ts";
import { digestWords, statusWords } from "../../fetch/answer-words.ts";
import type { Answer } from "../../fetch/exchange.ts";
import { digestOf } from "../../site/digest.ts";
import type { Fault, Kind } from "./findings.ts";

/** What a path of the manifest must answer with. */
export type Expected = {
  path: string;
  canonical: string;
  bytes: number;
  sha256: string;
  type: string;
};

/** On every answer of the proxy; a static host has no limits to expose. */
const EXPOSED = {
  static: ["ETag", "Content-Location", "Link"],
  proxy: [
    ...["ETag", "Content-Location", "Link", "Retry-After"],
    ...[
      "RateLimit-Limit",
      "RateLimit-Remaining",
      "RateLimit-Reset",
      "RateLimit-Policy",
      "RateLimit",
    ],
  ],
};

const CACHED = {
  static: "public, max-age=300, stale-while-revalidate=86400",
  proxy: "private, max-age=60",
  /** A static host below the address of a version. */
  version: "public, max-age=31536000, immutable",
};

/**
 * A static copy that a cache keeps for longer than a day is as wrong as one that is never renewed.
 */
const MAX_AGE_SECONDS = 86_400;

/** What the bytes of an answer, its coding undone, should be. */
export function judgeBytes(answer: Answer, expected: Expected): Fault | undefined {
  const wanted = `status 200, ${digestWords(expected)}`;
  if (answer.status !== 200)
    return { expected: wanted, came: statusWords(answer), isAbsent: isRefusal(answer) };
  const content = contentOf(answer, expected.bytes + 1024);
  if (content === undefined) {
    return {
      expected: wanted,
      came: `a body that is not ${answer.headers["content-encoding"]} of that size`,
    };
  }
  const digest = digestOf(content);
  const isRight = digest.bytes === expected.bytes && digest.sha256 === expected.sha256;
  return isRight ? undefined : { expected: wanted, came: digestWords(digest) };
}

/**
 * The media type; a static host may add a charset, which for JSON has no meaning (RFC 8259 §11).
 */
export function judgeType({ headers }: Answer, type: string, kind: Kind): Fault | undefined {
  const came = headers["content-type"];
  if (came === type) return undefined;
  const isSame =
    came !== undefined &&
    mediaType(came) === mediaType(type) &&
    /^[^;]*(; *charset="?utf-8"?)?$/i.test(came);
  return kind === "static" && isSame
    ? undefined
    : { expected: type, came: came ?? "no Content-Type" };
}

export function judgeCanonicalPath(
  { headers }: Answer,
  { path, canonical }: Expected,
): Fault | undefined {
  const came = headers["content-location"];
  const wanted = path === canonical ? undefined : canonical;
  if (came === wanted || came === canonical) return undefined;
  return {
    expected: wanted === undefined ? "no Content-Location" : `Content-Location: ${wanted}`,
    came: came ?? "none",
    isAbsent: came === undefined,
  };
}

export function judgeCors({ headers }: Answer, kind: Kind): Fault | undefined {
  const origin = headers["access-control-allow-origin"];
  if (origin !== "*") {
    return {
      expected: "Access-Control-Allow-Origin: *",
      came: origin ?? "no such header",
      isAbsent: origin === undefined,
    };
  }
  const exposed = namesIn(headers["access-control-expose-headers"]);
  const missing = EXPOSED[kind].filter((name) => !exposed.includes(name.toLowerCase()));
  if (missing.length === 0) return undefined;
  return {
    expected: `${missing.join(", ")} in Access-Control-Expose-Headers`,
    came: "not there",
    isAbsent: true,
  };
}

/** How long a document may be kept; for ever only where it never changes. */
export function judgeCaching({ headers }: Answer, kind: Kind | "version"): Fault | undefined {
  const came = headers["cache-control"];
  const expected = `Cache-Control: ${CACHED[kind]}`;
  if (came === CACHED[kind]) return undefined;
  if (kind === "version") return { expected, came: came ?? "no such header", isAbsent: true };
  return { expected, came: came ?? "no such header", isAbsent: !isTooLong(came) };
}

/** Whether a Cache-Control header keeps what has to be looked at again. */
export function isTooLong(header = ""): boolean {
  const maxAge = Number(/max-age=(\d+)/i.exec(header)?.[1] ?? 0);
  return /immutable/i.test(header) || maxAge > MAX_AGE_SECONDS;
}

/** What no cache may keep: the health, and errors. */
export function judgeNoStore({ headers }: Answer): Fault | undefined {
  const came = headers["cache-control"];
  if (namesIn(came).includes("no-store")) return undefined;
  return { expected: "Cache-Control: no-store", came: came ?? "no such header", isAbsent: true };
}

export function judgeNosniff({ headers }: Answer): Fault | undefined {
  const came = headers["x-content-type-options"];
  if (came === "nosniff") return undefined;
  return {
    expected: "X-Content-Type-Options: nosniff",
    came: came ?? "no such header",
    isAbsent: came === undefined,
  };
}

export function judgeLink({ headers }: Answer): Fault | undefined {
  const came = headers["link"];
  if (/<[^>]*\/v1\/openapi\.json>; *rel="?service-desc\b/.test(came ?? "")) return undefined;
  const expected = 'Link: </v1/openapi.json>; rel="service-desc"';
  return { expected, came: came ?? "no such header", isAbsent: true };
}

/** An answer whose coding was negotiated says so to caches (RFC 9110 §12.5.5). */
export function judgeVary({ headers }: Answer): Fault | undefined {
  const came = headers["vary"];
  if (namesIn(came).some((name) => name === "accept-encoding" || name === "*")) return undefined;
  return { expected: "Vary: Accept-Encoding", came: came ?? "no such header" };
}

/**
 * An answer that leads nowhere, or elsewhere, as against a body or a failure. 501 is a method that
 * is not known.
 */
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
