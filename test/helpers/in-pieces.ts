import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/**
 * A server of what `origin` has, whose pages arrive slowly: each is cut into `count` pieces, and
 * the next one goes when `sendNext` is called, which is false after the last.
 */
export async function serveInPieces(
  origin: string,
  count: number,
): Promise<{ url: string; sendNext: () => boolean }> {
  let sendNext = () => false;
  const server = createServer(async (request, response) => {
    const { accept = "*/*" } = request.headers;
    const answer = await fetch(origin + request.url, { headers: { accept } });
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type") ?? "";
    response.writeHead(answer.status, { "content-type": type });
    if (!type.startsWith("text/html")) {
      response.end(body);
      return;
    }
    const size = Math.ceil(body.length / count);
    let sent = 0;
    sendNext = () => {
      response.write(body.subarray(sent, sent + size));
      sent += size;
      if (sent >= body.length) response.end();
      return sent < body.length;
    };
    sendNext();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, sendNext: () => sendNext() };
}
