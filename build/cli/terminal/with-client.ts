import { type Client, createClient } from "../../core/fetch/http-client.ts";
import { BaseUrlSchema, printableAddress } from "../../core/schema/base-url.ts";
import { count, note, terminal, UsageError } from "./terminal.ts";

/**
 * Runs `use` with a client of a deployment, which prints when it waits. Throws `UsageError` for a
 * wrong address.
 */
export async function withClient(
  url: string,
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const address = BaseUrlSchema.safeParse(url).data;
  if (address === undefined) {
    throw new UsageError(
      `error: ${JSON.stringify(printableAddress(url))} is not the address of a deployment; ` +
        "expected one such as https://gamedata.example.org",
    );
  }
  const apiKey = terminal().env["GAMEDATA_API_KEY"] || undefined;
  const headers = apiKey === undefined ? {} : { "x-api-key": apiKey };
  const hint = apiKey === undefined ? "; a key in GAMEDATA_API_KEY has a higher limit" : "";
  const onPause = (seconds: number) => note(`${address} asks to wait ${count(seconds)} s${hint}`);
  const client = createClient(address, { headers, onPause });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}
