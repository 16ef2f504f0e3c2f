import { describe, expect, it } from "vitest";
import { readLines } from "../../../build/match-log/lines.ts";

/** The lines of bytes that come in pieces. */
async function linesOf(...pieces: (Buffer | string)[]): Promise<string[]> {
  async function* stream() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const lines = [];
  for await (const line of readLines(stream())) lines.push(line);
  return lines;
}

const TEXT = "[00:00:00] ,루시우\r\n[00:00:01] ,Lúcio\r\n";
const LINES = ["[00:00:00] ,루시우", "[00:00:01] ,Lúcio"];

describe("the lines of a log", () => {
  it.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16, little-endian, with a byte order mark", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    ["UTF-16, little-endian, without", Buffer.from(TEXT, "utf16le")],
    [
      "UTF-16, big-endian, with a byte order mark",
      Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16(),
    ],
    ["UTF-16, big-endian, without", Buffer.from(TEXT, "utf16le").swap16()],
  ])("are the same in %s", async (_encoding, bytes) => {
    expect(await linesOf(bytes)).toEqual(LINES);
  });

  it("are the same wherever the stream is cut", async () => {
    const bytes = Buffer.from(TEXT);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(await linesOf(bytes.subarray(0, at), bytes.subarray(at))).toEqual(LINES);
    }
  });

  it.each([
    ["a\nb", ["a", "b"]],
    ["a\rb\r", ["a", "b"]],
    ["a\n\nb\n", ["a", "", "b"]],
    ["", []],
  ])("end as the text ends them: %j", async (text, lines) => {
    expect(await linesOf(text)).toEqual(lines);
  });

  it("do not fill the memory where there are no line ends", async () => {
    const pieces = Array.from({ length: 40 }, () => "x".repeat(65_536));
    const [line = ""] = await linesOf(...pieces, "\nnext");
    expect(line.length).toBeLessThan(200_000);
    expect(await linesOf(...pieces, "\nnext")).toHaveLength(2);
  });
});
