import { Agent } from "undici";
import * as z from "zod";
import { exchange } from "../../core/fetch/exchange.ts";
import { PUBLISHED_KEY, publishedKeys } from "../../core/keys/published-keys.ts";
import { describeError } from "../../core/site/describe-error.ts";
import { parseJson } from "../../core/site/parse-json.ts";
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

/** What the API answers when it has stored a value. */
const AnswerSchema = z.object({ success: z.literal(true) });

/** The largest value of Workers KV (25 MiB), which is some 120,000 keys. */
const MAX_VALUE_BYTES = 25 * 1024 * 1024;

const TIMEOUT_MS = 30_000;

const MAX_ANSWER_BYTES = 65_536;

/**
 * Replaces the keys in the edge's store by those of a file
 * (https://developers.cloudflare.com/api/resources/kv/). Returns how many there are. Throws
 * `KeyFileError` and `InputError`.
 */
export async function publishKeys(file: string, to: KeyNamespace): Promise<number> {
  const body = publishedKeys(readKeyFile(file), file);
  if (Buffer.byteLength(body) > MAX_VALUE_BYTES)
    throw new InputError(
      `${file} has ${Buffer.byteLength(body)} bytes when published; a value of Workers KV ` +
        `holds ${MAX_VALUE_BYTES}. Remove revoked keys`,
    );
  const base = new URL(to.CLOUDFLARE_API_BASE_URL);
  const account = encodeURIComponent(to.CLOUDFLARE_ACCOUNT_ID);
  const namespace = encodeURIComponent(to.namespace);
  const values = `accounts/${account}/storage/kv/namespaces/${namespace}/values`;
  const agent = new Agent();
  try {
    const answer = await exchange(agent, {
      origin: base.origin,
      path: `${base.pathname.replace(/\/$/, "")}/${values}/${PUBLISHED_KEY}`,
      method: "PUT",
      headers: { authorization: `Bearer ${to.CLOUDFLARE_API_TOKEN}`, "content-type": "text/plain" },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    const { status } = answer;
    if (status !== 200) throw new InputError(`the store did not accept the keys: status ${status}`);
    if (!AnswerSchema.safeParse(parseJson(answer.body)).success)
      throw new InputError(
        `${base.origin} answered with status 200, but the response is not one of the Workers ` +
          `KV API; check ` +
          "CLOUDFLARE_API_BASE_URL",
      );
    return body.split("\n").length - 1;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`the store cannot be reached: ${describeError(error)}`);
  } finally {
    await agent.destroy();
  }
}
