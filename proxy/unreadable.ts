import { METHODS, STATUS_CODES } from "node:http";
import { type Answer, type Answers, type HeaderList, problemAnswer } from "./answers.ts";

/** Node's codes of requests it did not read to the end; everything else is 400. */
const STATUS: Record<string, number | undefined> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer to what Node's parser refused. A method that it does not know is no syntax error to the client: 405, as for any other. */
export function answerUnreadable(
  error: Error & { code?: string; rawPacket?: Buffer },
  answers: Answers,
): Answer {
  if (error.code === "HPE_INVALID_METHOD") {
    const [, method, path] =
      /^([!#$%&'*+\-.^_`|~\w]{1,40}) (\/\S*) HTTP\/1\.[01]\r?\n/.exec(`${error.rawPacket}`) ?? [];
    // In a pipeline the packet begins with the good request before; its method is not the one that was refused.
    if (method !== undefined && path !== undefined && !METHODS.includes(method))
      return answers.methodNotAllowed(path.replace(/\?.*/, ""), method);
  }
  const status = STATUS[error.code ?? ""];
  if (status === undefined) {
    return answers.badRequest(
      "/",
      "The request could not be read as HTTP; names in its path are percent-encoded UTF-8.",
    );
  }
  const title = STATUS_CODES[status] ?? "";
  const detail = `${title}: the request was not read to its end.`;
  // Neither has a type of its own here (RFC 9457 §4.2.1).
  return problemAnswer({ type: "about:blank", title, status, detail, instance: "/" });
}

/** An answer as bytes, for a connection that has no response object; the connection ends with it. */
export function serializeAnswer({ status, body }: Answer, headers: HeaderList): Buffer {
  const all = [...headers, "Date", new Date().toUTCString(), "Connection", "close"];
  const lines = all.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`;
  return Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)]);
}
