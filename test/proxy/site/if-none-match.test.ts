import { describe, expect, it } from "vitest";
import { isNotModified } from "../../../proxy/site/if-none-match.ts";

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
