import type { ChildProcess } from "node:child_process";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { relayOutput } from "../../../proxy/processes/relay-output.ts";

/** A worker that prints these pieces, and where its log goes. */
async function printedBy(pieces: readonly Buffer[]): Promise<string[]> {
  const stdout = new PassThrough();
  const written: string[] = [];
  relayOutput({ stdout, stderr: null } as unknown as ChildProcess, {
    write: (lines) => written.push(lines),
  });
  for (const piece of pieces) stdout.write(piece);
  stdout.end();
  await new Promise((resolve) => stdout.once("end", resolve));
  return written;
}

it("passes a worker's log on in whole lines, and leaves out one that was cut", async () => {
  const log = Buffer.from('{"msg":"루시우"}\n{"msg":"Lúcio"}\n{"msg":"a worker that is kil');

  for (let at = 1; at < log.length; at += 1) {
    const written = await printedBy([log.subarray(0, at), log.subarray(at)]);
    expect(written.join("")).toBe('{"msg":"루시우"}\n{"msg":"Lúcio"}\n');
    for (const lines of written) expect(lines.endsWith("\n")).toBe(true);
  }
});
