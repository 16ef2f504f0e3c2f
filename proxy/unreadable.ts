import { STATUS_CODES } from "node:http";
import type { Answer, Answers } from "./answers.ts";

/** Node's codes of requests it could not read as HTTP; everything else is 400. */
const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The answer to what Node's parser refused. A method that it does not know is no syntax error to the client: 405, as for any other. */
export function answerUnreadable(error: Error & { code?: string; rawPacket?: Buffer }, answers: Answers): Answer {
  if (error.code === "HPE_INVALID_METHOD") {
    const [, method, path] =
      /^([!#$%&'*+\-.^_`|~\w]{1,40}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(`${error.rawPacket}`) ?? [];
    if (method !== undefined && path !== undefined) return answers.methodNotAllowed(path.replace(/\?.*/, ""), method);
  }
  const status = STATUS[error.code ?? ""] ?? 400;
  const title = STATUS_CODES[status] ?? "";
  const detail = "The request could not be read as HTTP.";
  return {
    status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store" },
    body: Buffer.from(`${JSON.stringify({ type: "about:blank", title, status, detail, instance: "/" }, null, 2)}\n`),
  };
}

/** An answer as bytes, for a connection that has no response object; the connection ends with it. */
export function serializeAnswer({ status, body }: Answer, headers: Record<string, string | number>): Buffer {
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}
