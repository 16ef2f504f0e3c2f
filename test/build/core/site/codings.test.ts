import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compressBrotli, compressGzip } from "../../../../build/core/site/codings.ts";

describe("the compressed siblings", () => {
  it("hold the same bytes, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        const br = compressBrotli(bytes);
        const gz = compressGzip(bytes);
        expect(brotliDecompressSync(br)).toEqual(Buffer.from(bytes));
        expect(gunzipSync(gz)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 50 },
    );
  });
});
