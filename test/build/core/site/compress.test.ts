import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPRESSION, compress } from "../../../../build/core/site/compress.ts";
import lock from "../../../../package-lock.json" with { type: "json" };

describe("the compressed siblings", () => {
  it("hold the same bytes, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        const { br, gz } = compress(bytes);
        expect(brotliDecompressSync(br)).toEqual(Buffer.from(bytes));
        expect(gunzipSync(gz)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 50 },
    );
  });

  it("are the same bytes on every machine and with every version of Node", () => {
    const body = Buffer.from(
      Array.from({ length: 2_000 }, (_, at) => `${(at * at * 7919) % 1009} heroes\n`).join(""),
    );
    const { br, gz } = compress(body);
    const sum = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect({ br: sum(br), gz: sum(gz) }).toEqual({
      br: "71aa95528fa959c4f8f25662df2cedb286ca811adb5d8b929f23d899e8c4f179",
      gz: "428452283743b02287acddfa1235b5a69686a224760974d14c638850615d2f1d",
    });
  });

  it("are named after the versions that make them, so that others are not taken for them", () => {
    const { "node_modules/brotli-wasm": brotli, "node_modules/fflate": fflate } = lock.packages;
    expect(COMPRESSION).toBe(
      `brotli-wasm ${brotli.version} quality 5, fflate ${fflate.version} level 6`,
    );
  });
});
