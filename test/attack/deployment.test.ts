import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { attack } from "./attacks.ts";

/** What `npm run attack` says of a service at a port. */
async function said(port: number) {
  const lines: string[] = [];
  const faults = await attack(new URL(`http://127.0.0.1:${port}`), (line) => lines.push(line));
  return { faults, lines };
}

/** A server that responds to everything with a status. */
async function respondingWith(status: string) {
  const server = createServer((socket) =>
    socket
      .on("error", () => undefined)
      .once("data", () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`)),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

describe("an attack on a deployment", () => {
  it("finds nothing at this service", async () => {
    const { port, url } = await realProxy({ ANONYMOUS_LIMIT: "1000" });
    const { faults, lines } = await said(port);

    expect(faults).toBe(0);
    expect(lines).toEqual([expect.stringMatching(`^\\d+ attacks on ${url}: 0 were not refused$`)]);
  });

  it("names each that a server takes for a good request", async () => {
    const { faults, lines } = await said(await respondingWith("200 OK"));

    expect(lines).toHaveLength(faults + 1);
    expect(lines).toContain("a length beside chunks: it is answered with 200");
    expect(lines).toContain("a token that nobody signed: it is answered with 200");
    expect(lines.at(-1)).toContain(`${faults} attacks on `);
  });

  it("takes 501 as a refusal of unknown transfer codings alone", async () => {
    const { lines } = await said(await respondingWith("501 Not Implemented"));

    expect(lines.join("\n")).not.toContain("a coding that is not known");
    expect(lines).toContain("an empty length: it is answered with 501");
  });
});
