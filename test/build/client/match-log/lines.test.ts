import { describe, expect, it } from "vitest";
import { createLineReader } from "../../../../build/client/match-log/lines.ts";

/** The lines of bytes that come in pieces. */
function linesOf(...pieces: (Buffer | string)[]): string[] {
  const reader = createLineReader();
  return [...pieces.flatMap((piece) => reader.push(Buffer.from(piece))), ...reader.end()];
}

const TEXT = "[00:00:00] ,루시우\r\n[00:00:01] ,Lúcio\r\n";
const LINES = ["[00:00:00] ,루시우", "[00:00:01] ,Lúcio"];

describe("the lines of a log", () => {
  it.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16, little-endian, with a byte order mark", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    [
      "UTF-16, big-endian, with a byte order mark",
      Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16(),
    ],
  ])("are the same in %s", (_encoding, bytes) => {
    expect(linesOf(bytes)).toEqual(LINES);
  });

  it("are the same wherever the stream is cut", () => {
    const bytes = Buffer.from(TEXT);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(linesOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(LINES);
    }
  });

  it.each([
    ["a\nb", ["a", "b"]],
    ["a\rb\r", ["a", "b"]],
    ["a\n\nb\n", ["a", "", "b"]],
    ["", []],
  ])("end as the text ends them: %j", (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  it("do not fill the memory where there are no line ends", () => {
    const pieces = Array.from({ length: 40 }, () => "x".repeat(65_536));
    const [line = ""] = linesOf(...pieces, "\nnext");
    expect(line.length).toBeLessThan(200_000);
    expect(linesOf(...pieces, "\nnext")).toHaveLength(2);
  });
});
