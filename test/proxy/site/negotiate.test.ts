import { describe, expect, it } from "vitest";
import {
  isNotModified,
  isPreconditionFailed,
  negotiateCoding,
} from "../../../proxy/site/negotiate.ts";

it.each([
  [undefined, "identity"],
  ["", "identity"],
  ["BR", "br"],
  ["*", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["gzip;q=0.8, br;q=0.9", "br"],
  ["gzip;q=0.001", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.4", "identity"],
  ["identity;q=0.5, gzip;q=0.6", "gzip"],
  ["identity;q=0, gzip", "gzip"],
  ["br;q=0", "identity"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["br;q=0.0, gzip;q=0.000", "identity"],
  ["*;q=0", "identity"],
  ["gzip;q=0.5, *;q=0.8", "br"],
  ["identity;q=0, *;q=0", "identity"],
  ["zstd, compress;q=0.9", "identity"],
  [", , gzip", "gzip"],
  [";;;=,q=", "identity"],
  ["\u0000", "identity"],
  [`${"x,".repeat(5000)}gzip`, "gzip"],
])("the content coding of an answer for Accept-Encoding %j is %s", (header, coding) => {
  expect(negotiateCoding(header)).toBe(coding);
});

const ETAG = '"0123456789abcdef"';

describe("If-None-Match", () => {
  it.each([
    ETAG,
    `W/${ETAG}`,
    ` ${ETAG} `,
    `"other", ${ETAG}`,
    `"other",${ETAG}`,
    `W/"other", W/${ETAG}, "third"`,
    "*",
    " * ",
    `"", ${ETAG}`,
    `"a,b", ${ETAG}`,
  ])("%j names the current ETag", (header) => {
    expect(isNotModified(header, ETAG)).toBe(true);
  });

  it.each([
    "",
    '"other"',
    'W/"other"',
    "0123456789abcdef",
    '"0123456789abcdef',
    '"0123456789abcdef-br"',
    '"0123456789ABCDEF"',
    "W/*",
    '"*"',
  ])("%j does not", (header) => {
    expect(isNotModified(header, ETAG)).toBe(false);
  });
});

it.each([
  ['"a"', false],
  ["*", false],
  [' "b" , "a" ', false],
  ['"b"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ["", true],
  ["a", true],
])('If-Match of %s fails for the ETag "a": %s', (ifMatch, isFailed) => {
  expect(isPreconditionFailed(ifMatch, '"a"')).toBe(isFailed);
});
