import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentOf } from "../../build/core/fetch/exchange.ts";
import { decode } from "../../build/core/site/codings.ts";
import { verifySite } from "../../build/core/site/verify-site.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { BOMBS } from "../helpers/bombs.ts";
import { folderOf, tinySite } from "./tiny-site.ts";

const HERO = "v1/overwatch/heroes/ana.json";
const CONTENT = tinySite().get(HERO) ?? Buffer.alloc(0);
const BROTLI = brotliCompressSync(CONTENT);
const GZIP = gzipSync(CONTENT);

const NOT_WHOLE: ["br" | "gzip", string, Buffer][] = [
  ["br", "followed by other bytes", Buffer.concat([BROTLI, Buffer.from("<?php")])],
  ["br", "followed by zeros", Buffer.concat([BROTLI, Buffer.alloc(512)])],
  ["br", "followed by itself", Buffer.concat([BROTLI, BROTLI])],
  ["br", "without its last byte", BROTLI.subarray(0, -1)],
  ["br", "of more than there is", BOMBS.br],
  ["br", "of nothing", Buffer.alloc(0)],
  ["gzip", "followed by other bytes", Buffer.concat([GZIP, Buffer.from("<?php")])],
  ["gzip", "followed by zeros", Buffer.concat([GZIP, Buffer.alloc(512)])],
  ["gzip", "followed by itself", Buffer.concat([GZIP, GZIP])],
  ["gzip", "without its last byte", GZIP.subarray(0, -1)],
  ["gzip", "of more than there is", BOMBS.gzip],
  ["gzip", "of nothing", Buffer.alloc(0)],
];

describe("a compressed body", () => {
  it.each(NOT_WHOLE)("%s %s is not decoded", (coding, _what, body) => {
    expect(() => decode(coding, body, CONTENT.length)).toThrow();
    const answer = { status: 200, headers: { "content-encoding": coding }, body };
    expect(contentOf(answer, CONTENT.length)).toBeUndefined();
  });

  it.each(NOT_WHOLE)("%s %s is named by verify, and never served", async (coding, _what, body) => {
    const dir = folderOf(tinySite());
    const name = `${HERO}${coding === "br" ? ".br" : ".gz"}`;
    writeFileSync(join(dir, name), body);
    const damaged: string[] = [];
    const { documents } = await loadCatalog(dir, (file) => damaged.push(file));
    const served = await documents.get("/v1/overwatch/heroes/ana")?.representation(coding);

    expect(verifySite(dir).altered).toEqual([name]);
    expect(damaged).toEqual([name]);
    const decompress = coding === "br" ? brotliDecompressSync : gunzipSync;
    expect(decompress(served?.body ?? Buffer.alloc(0)).equals(CONTENT)).toBe(true);
    expect(served?.body.equals(body)).toBe(false);
  });
});
