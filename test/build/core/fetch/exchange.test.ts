import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf } from "../../../../build/core/fetch/exchange.ts";
import { BOMBS } from "../../../helpers/bombs.ts";

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

  it.each([
    ["br", CONTENT],
    ["gzip", CONTENT],
    ["gzip", gzipSync(CONTENT).subarray(0, 20)],
    ["compress", CONTENT],
  ])("is unknown where the body is not in the coding it claims: %s", (coding, body) => {
    expect(contentOf(answer(coding, body), 1000)).toBeUndefined();
  });

  it.each([
    ["br", BOMBS.br],
    ["gzip", BOMBS.gzip],
  ])("is not unfolded beyond its bound: %s", (coding, body) => {
    expect(contentOf(answer(coding, body), 1000)).toBeUndefined();
  });
});
