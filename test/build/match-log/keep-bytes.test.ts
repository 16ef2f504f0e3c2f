import { describe, expect, it } from "vitest";
import { keepBytes, TooMuchToKeepError } from "../../../build/match-log/keep-bytes.ts";

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* lines(amount: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < amount; at += 1) yield Buffer.from("abc\n");
}

describe("bytes that come once", () => {
  it("can be read again, as often as they are asked for", async () => {
    const read = keepBytes(lines(3), 12);
    for (const time of [1, 2, 3])
      expect([time, await textOf(read())]).toEqual([time, "abc\nabc\nabc\n"]);
  });

  it("are read whole, but not again, where there are more than are kept", async () => {
    const read = keepBytes(lines(4), 12);
    expect(await textOf(read())).toBe("abc\n".repeat(4));
    await expect(textOf(read())).rejects.toThrow(TooMuchToKeepError);
  });
});
