import { describeError } from "../../core/errors.ts";
import { PUBLISHED_KEY, publishedKeys } from "../../core/keys/key-file.ts";
import { BaseUrlSchema, printableAddress } from "../../core/schema/base-url.ts";
import { InputError, UsageError } from "../terminal/terminal.ts";
import { readKeyFile } from "./edit-keys.ts";

/** The largest value of Workers KV (25 MiB), which is some 120,000 keys. */
const MAX_VALUE_BYTES = 25 * 1024 * 1024;

const TIMEOUT_MS = 30_000;

/**
 * Replaces the keys in the edge's store by those of a file
 * (https://developers.cloudflare.com/api/resources/kv/). `env` has wrangler's variables. Returns
 * how many keys there are. Throws `KeyFileError`, `InputError` and `UsageError`.
 */
export async function publishKeys(
  file: string,
  namespace: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = env;
  if (!account || !token)
    throw new UsageError(
      "error: set CLOUDFLARE_ACCOUNT_ID, and CLOUDFLARE_API_TOKEN to a token that may write to " +
        "Workers KV",
    );
  const base = env["CLOUDFLARE_API_BASE_URL"] || "https://api.cloudflare.com/client/v4";
  if (!BaseUrlSchema.safeParse(base).success)
    throw new UsageError(
      `error: CLOUDFLARE_API_BASE_URL: ${JSON.stringify(printableAddress(base))} is not an ` +
        "address; expected one such as https://api.cloudflare.com/client/v4",
    );
  const body = publishedKeys(readKeyFile(file), file);
  if (body === "")
    throw new InputError(`${file} has no keys; the edge would keep the last ones. Revoke them`);
  const bytes = Buffer.byteLength(body);
  if (bytes > MAX_VALUE_BYTES)
    throw new InputError(
      `${file} has ${bytes} bytes when published; a value of Workers KV holds ` +
        `${MAX_VALUE_BYTES}. Remove revoked keys`,
    );
  const [own, store] = [account, namespace].map(encodeURIComponent);
  const path = `accounts/${own}/storage/kv/namespaces/${store}/values/${PUBLISHED_KEY}`;
  const { status, text } = await put(`${base.replace(/\/$/, "")}/${path}`, token, body);
  if (status !== 200) throw new InputError(`the store did not accept the keys: status ${status}`);
  if (!/"success":\s*true/.test(text))
    throw new InputError(
      `${base} answered with status 200, but the response is not one of the Workers KV API; ` +
        "check CLOUDFLARE_API_BASE_URL",
    );
  return body.split("\n").length - 1;
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
