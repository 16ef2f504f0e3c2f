import type { Command } from "commander";
import { READ_SCOPE } from "../keys/api-key.ts";
import type { FileFlag, IssueFlags } from "./actions/keys.ts";

/** `gamedata keys issue|list|revoke|publish`. */
export function addKeysCommand(program: Command): void {
  const keys = program
    .command("keys")
    .description("personal API keys: the file holds their digests, never the keys");
  const fileFlag = ["--file <file>", "the key file (default: API_KEYS_FILE)"] as const;

  keys
    .command("issue")
    .description("make a key, print it alone on standard output, once, and store its digest")
    .requiredOption("--name <name>", "whose key it is, or what it is for")
    .option("--scope <scope...>", `what it allows (default: ${READ_SCOPE})`)
    .option("--expires <date>", "the last day, in UTC, on which it is valid: YYYY-MM-DD")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action(async (flags: IssueFlags) => (await actions()).issue(flags));

  keys
    .command("list")
    .description("the keys' ids, names, scopes and dates")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action(async (flags: FileFlag) => (await actions()).list(flags));

  keys
    .command("revoke")
    .description("take a key back; running proxies follow within two seconds")
    .argument("<id>", "the key's id, as list shows it")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action(async (id: string, flags: FileFlag) => (await actions()).revoke(id, flags));

  keys
    .command("publish")
    .description("put the digests into the key store of the edge, a namespace of Workers KV")
    .requiredOption("--namespace <id>", "what wrangler kv namespace create printed")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action(async (flags: FileFlag & { namespace: string }) => {
      await (await actions()).publish(flags);
    });
}

function actions() {
  return import("./actions/keys.ts");
}
