import type { IncomingMessage } from "node:http";

/** What a request presents: nothing, a key, an access token, or something that cannot be a credential. */
export type Presented =
  | { kind: "none" }
  | { kind: "key"; key: string }
  | { kind: "token"; token: string }
  | { kind: "malformed"; reason: string };

/** The credentials' characters (RFC 6750 §2.1, b64token). */
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Finds the one credential of a request, in `x-api-key` or `Authorization: Bearer`. Two different ones, or a header twice, are malformed. */
export function presentedCredential(request: IncomingMessage, keyPrefix: string): Presented {
  const { authorization, "x-api-key": apiKey } = request.headers;
  if (authorization === undefined && apiKey === undefined) return { kind: "none" };
  if (isRepeated(request.rawHeaders, "authorization") || isRepeated(request.rawHeaders, "x-api-key")) {
    return malformed("a credential header is repeated");
  }

  const values: string[] = [];
  if (typeof apiKey === "string") {
    if (!apiKey.startsWith(keyPrefix)) return malformed("x-api-key does not hold a key");
    values.push(apiKey);
  }
  if (authorization !== undefined) {
    const [, bearer] = /^bearer +(.+)$/i.exec(authorization) ?? [];
    if (bearer === undefined) return malformed("Authorization is not Bearer with a credential");
    values.push(bearer);
  }
  const [value = "", other = value] = values;
  if (value !== other) return malformed("two different credentials");
  if (!B64TOKEN.test(value)) return malformed("characters that no credential has");
  return value.startsWith(keyPrefix) ? { kind: "key", key: value } : { kind: "token", token: value };
}

function malformed(reason: string): Presented {
  return { kind: "malformed", reason };
}

/** Node keeps the first `Authorization` and joins the others; only the raw list shows that there were more. */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  return count > 1;
}
