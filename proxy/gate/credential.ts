import type { IncomingMessage } from "node:http";
import { credentialOf, type Presented } from "../auth/identity.ts";

/** The characters of credentials (RFC 6750 §2.1, b64token). */
const B64TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Finds the credential of a request, in `x-api-key` or `Authorization: Bearer`. Two different
 * credentials are malformed, and so is a repeated header.
 */
export function presentedCredential(
  request: Pick<IncomingMessage, "headers" | "rawHeaders">,
  keyPrefix: string,
): Presented {
  const { authorization, "x-api-key": apiKey } = request.headers;
  if (authorization === undefined && apiKey === undefined) return { kind: "none" };
  if (
    isRepeated(request.rawHeaders, "authorization") ||
    isRepeated(request.rawHeaders, "x-api-key")
  ) {
    return malformed("a credential header is repeated");
  }

  const values: string[] = [];
  if (typeof apiKey === "string") {
    if (!apiKey.startsWith(keyPrefix)) return malformed("x-api-key does not hold a key");
    values.push(apiKey);
  }
  if (authorization !== undefined) {
    const [, bearer] = /^bearer +(.+)$/i.exec(authorization) ?? [];
    if (bearer === undefined)
      return malformed('Authorization is not "Bearer" followed by a credential');
    values.push(bearer);
  }
  const [value = "", other = value] = values;
  if (value !== other) return malformed("two different credentials");
  if (!B64TOKEN.test(value))
    return malformed("it has characters that are not allowed in a credential");
  return { kind: value.startsWith(keyPrefix) ? "key" : "token", ...credentialOf(value) };
}

function malformed(reason: string): Presented {
  return { kind: "malformed", reason };
}

/**
 * Whether a request repeats a header. Node joins repeated headers or keeps the first, so the raw
 * list is read. `name` is in lower case.
 */
export function isRepeated(rawHeaders: readonly string[], name: string) {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at];
    // Most names differ in length, which is quick to see.
    if (other?.length === name.length && other.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** A token (RFC 7515 §7.1), or the head of one, which is JSON: `eyJ` is `{"`. */
const TOKEN = "ey[AIJ][\\w-]{5}|[\\w-]{16,}\\.[\\w-]{16,}\\.[\\w-]{16}";

/**
 * Creates the function that finds what looks like a key or a token in a text, even if the text is
 * percent-encoded several times.
 */
export function createSecretTest(keyPrefix: string): (text: string) => boolean {
  const secret = new RegExp(`${keyPrefix}[\\w\\-.~+/=]{6}|${TOKEN}`);
  return (text) => {
    let decoded = text;
    for (let round = 0; round < 4 && decoded.includes("%"); round += 1)
      decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
    return secret.test(decoded);
  };
}

export const LEFT_OUT = "(left out: it holds what looks like a credential)";

/** Creates the function that leaves out each word of a text that seems to hold a credential. */
export function createRedact(keyPrefix: string): (text: string) => string {
  const isSecret = createSecretTest(keyPrefix);
  return (text) => text.replace(/[^\s"\\]+/g, (word) => (isSecret(word) ? LEFT_OUT : word));
}
