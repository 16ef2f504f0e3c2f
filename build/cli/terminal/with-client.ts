import { DeploymentError } from "../../core/fetch/deployment-error.ts";
import { type Client, createClient } from "../../core/fetch/http-client.ts";
import { BaseUrlSchema } from "../../core/schema/base-url.ts";
import { printableAddress } from "../../core/schema/printable-address.ts";
import { FileBusyError } from "../../generator/write/lock.ts";
import { NotASiteError } from "../../generator/write/our-folder.ts";
import { count, environment, InputError, note, problemsAsJson, UsageError } from "./terminal.ts";

/**
 * Runs `use` with a client of a deployment, which prints when it waits. With `json`,
 * faults of the deployment are reported as JSON. Throws `UsageError` for a wrong address.
 */
export async function withClient(
  url: string,
  json: boolean | undefined,
  use: (client: Client, clientOf: (path: string) => Client) => Promise<void>,
): Promise<void> {
  const address = BaseUrlSchema.safeParse(url).data;
  if (address === undefined) {
    throw new UsageError(
      `error: ${JSON.stringify(printableAddress(url))} is not the address of a deployment; ` +
        "expected one such as https://gamedata.example.org",
    );
  }
  const apiKey = environment()["GAMEDATA_API_KEY"] || undefined;
  const hint = apiKey === undefined ? "; a key in GAMEDATA_API_KEY has a higher limit" : "";
  const onPause = (seconds: number) => note(`${address} asks to wait ${count(seconds)} s${hint}`);
  const clientOf = (path: string) => createClient(address + path, { apiKey, onPause });
  const client = clientOf("");
  try {
    await use(client, clientOf);
  } catch (error) {
    if (
      !json ||
      !(error instanceof Error) ||
      !OF_THE_DEPLOYMENT.some((kind) => error instanceof kind)
    )
      throw error;
    throw new InputError(problemsAsJson(error.message), true);
  } finally {
    await client.close();
  }
}

const OF_THE_DEPLOYMENT = [DeploymentError, NotASiteError, FileBusyError];
