import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf } from "../../../../build/core/fetch/exchange.ts";

const CONTENT = Buffer.from('{ "id": "ana" }\n');
const answer = (coding: string | undefined, body: Buffer) => ({
  status: 200,
  headers: coding === undefined ? {} : { "content-encoding": coding },
  body,
});

describe("the content of a body", () => {
  it.each([
    [undefined, CONTENT],
    ["identity", CONTENT],
    ["br", brotliCompressSync(CONTENT)],
    ["gzip", gzipSync(CONTENT)],
  ])("is what it was before its coding: %s", (coding, body) => {
    expect(contentOf(answer(coding, body), 1000)).toEqual(CONTENT);
  });

  it("is unknown where its coding is", () => {
    expect(contentOf(answer("compress", CONTENT), 1000)).toBeUndefined();
  });
});
