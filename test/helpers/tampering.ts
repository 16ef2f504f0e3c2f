import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { startServer } from "./server.ts";

/**
 * An answer on its way from a good deployment; a test changes it. Header names are in lower case.
 */
export type Passing = { status: number; headers: Record<string, string>; body: Buffer };

/** What a server does to an answer; with "answered" it has answered by itself. */
export type Tamper = (
  answer: Passing,
  asked: IncomingMessage,
  response: ServerResponse,
) => "answered" | undefined;

/**
 * Starts a server in front of `origin` that tampers with each answer; it is closed when the test
 * ends.
 */
export async function startTampering(origin: string, tamper: Tamper) {
  const asked: string[] = [];
  const { url } = await startServer((incoming, response) => {
    // What keeps old answers of caches away says nothing of what is asked for.
    incoming.url = incoming.url?.replace(/\?(at=\d+|sha256=[0-9a-f]+)$/, "");
    asked.push(`${incoming.method} ${incoming.url}`);
    const { hostname, port } = new URL(origin);
    const { method, url: path, headers } = incoming;
    const onward = request(
      { hostname, port, method, path, headers: { ...headers, host: "test" } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => {
          const named = Object.entries(answer.headers).map(([name, value]) => [
            name,
            String(value),
          ]);
          const passing = {
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(named.filter(([name]) => !NOT_PASSED.has(name ?? ""))),
            body: Buffer.concat(chunks),
          };
          if (tamper(passing, incoming, response) === "answered") return;
          if (method !== "HEAD" && passing.status !== 304)
            passing.headers["content-length"] = `${passing.body.length}`;
          response.writeHead(passing.status, passing.headers).end(passing.body);
        });
      },
    );
    onward.on("error", () => response.destroy());
    onward.end();
  });
  return { url, asked };
}

const NOT_PASSED = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);
