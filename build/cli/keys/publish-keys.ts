import { describeError } from "../../core/errors.ts";
import { PUBLISHED_KEY, publishedKeys } from "../../core/keys/key-file.ts";
import { InputError } from "../terminal/terminal.ts";
import { readKeyFile } from "./edit-keys.ts";

/** A namespace of Workers KV, with what is needed to write to it. The names are wrangler's. */
export type KeyNamespace = {
  CLOUDFLARE_ACCOUNT_ID: string;
  CLOUDFLARE_API_TOKEN: string;
  /** The address of Cloudflare's API, without a slash at its end. */
  CLOUDFLARE_API_BASE_URL: string;
  /** The id that `wrangler kv namespace create` printed. */
  namespace: string;
};

/** The largest value of Workers KV (25 MiB), which is some 120,000 keys. */
const MAX_VALUE_BYTES = 25 * 1024 * 1024;

const TIMEOUT_MS = 30_000;

/**
 * Replaces the keys in the edge's store by those of a file
 * (https://developers.cloudflare.com/api/resources/kv/). Returns how many there are. Throws
 * `KeyFileError` and `InputError`.
 */
export async function publishKeys(file: string, to: KeyNamespace): Promise<number> {
  const body = publishedKeys(readKeyFile(file), file);
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_VALUE_BYTES)
    throw new InputError(
      `${file} has ${bytes} bytes when published; a value of Workers KV holds ` +
        `${MAX_VALUE_BYTES}. Remove revoked keys`,
    );
  const { status, text } = await put(urlOf(to), to.CLOUDFLARE_API_TOKEN, body);
  if (status !== 200) throw new InputError(`the store did not accept the keys: status ${status}`);
  if (!/"success":\s*true/.test(text))
    throw new InputError(
      `${to.CLOUDFLARE_API_BASE_URL} answered with status 200, but the response is not one of ` +
        "the Workers KV API; check CLOUDFLARE_API_BASE_URL",
    );
  return body.split("\n").length - 1;
}

function urlOf(to: KeyNamespace): string {
  const base = to.CLOUDFLARE_API_BASE_URL.replace(/\/$/, "");
  const account = encodeURIComponent(to.CLOUDFLARE_ACCOUNT_ID);
  const namespace = encodeURIComponent(to.namespace);
  return `${base}/accounts/${account}/storage/kv/namespaces/${namespace}/values/${PUBLISHED_KEY}`;
}

async function put(url: string, token: string, body: string) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "text/plain" };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, { method: "PUT", headers, body, signal, redirect: "error" });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new InputError(`the store cannot be reached: ${describeError(cause)}`);
  }
}
