import { DeploymentError } from "../fetch/deployment-error.ts";
import { fetchVersions, type ServedVersions } from "../fetch/fetch-versions.ts";
import { type Client, createClient, NoAnswerError } from "../fetch/http-client.ts";
import { BaseUrlSchema } from "../schema/base-url.ts";
import { printableAddress } from "../schema/printable-address.ts";
import { FileBusyError } from "../write/lock.ts";
import { NotASiteError } from "../write/our-folder.ts";
import { count, environment, InputError, note, problemsAsJson, UsageError } from "./terminal.ts";

/** The list of versions of a deployment. Undefined where the deployment is a site itself. */
export async function versionsOf(client: Client): Promise<ServedVersions | undefined> {
  try {
    const answer = await client.send({ path: "/health", method: "HEAD", maxBytes: 1024 });
    return answer.status === 200 ? undefined : await fetchVersions(client);
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined; // the next request will say why
    throw error;
  }
}

/**
 * Runs `use` with a client of a deployment, which tells the person when it waits. With `json`,
 * faults of the deployment are told as JSON. Throws `UsageError` for a wrong address.
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
