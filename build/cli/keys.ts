import type { Command } from "commander";
import { DEFAULT_KEY_PREFIX, KeyPrefixSchema, READ_SCOPE } from "../core/keys/api-key.ts";
import type { KeyEntry } from "../core/keys/key-file.ts";
import { issueKey, limitKey, listKeys, restrictToOwner, revokeKey } from "./keys/edit-keys.ts";
import { describeUsage, fetchUsage } from "./keys/key-usage.ts";
import { InputError, note, print, terminal, UsageError } from "./terminal/terminal.ts";

/** `gamedata keys issue|list|limit|revoke|publish`. */
export function addKeysCommand(program: Command): void {
  const keys = program
    .command("keys")
    .description("manage personal API keys; the file holds their digests, never the keys");
  const fileFlag = ["--file <file>", "the key file (default: API_KEYS_FILE)"] as const;

  keys
    .command("issue")
    .description("make a key, print it once on standard output, and store its digest")
    .requiredOption("--name <name>", "the owner or the purpose of the key")
    .option("--scope <scope...>", `what the key allows (default: ${READ_SCOPE})`)
    .option("--limit <requests>", "requests in a window (default: KEYED_LIMIT of the proxy)")
    .option("--expires <date>", "the last day (UTC) on which the key is valid, as YYYY-MM-DD")
    .option(...fileFlag)
    .action(issue);

  keys
    .command("list")
    .description("list the keys with their ids, names, scopes, limits and dates")
    .option("--usage <url...>", "add the requests that the /metrics of instances have counted")
    .option(...fileFlag)
    .action(list);

  keys
    .command("limit")
    .description("set how many requests a key has in a window")
    .argument("<id>", "the id of the key, as list shows it")
    .argument("<requests>", "1 to 1000000000, or none for KEYED_LIMIT of the proxy")
    .option(...fileFlag)
    .action(limit);

  keys
    .command("revoke")
    .description(
      "revoke a key; running proxies refuse it within two seconds, or five with 200,000 keys",
    )
    .argument("<id>", "the id of the key, as list shows it")
    .option(...fileFlag)
    .action(revoke);

  keys
    .command("publish")
    .description("copy the digests to the key store of the edge, a Workers KV namespace")
    .requiredOption("--namespace <id>", "the id that wrangler kv namespace create printed")
    .option(...fileFlag)
    .action(publish);
}

type FileFlag = { file?: string };

type IssueFlags = FileFlag & {
  name: string;
  scope?: string[];
  expires?: string;
  limit?: string;
};

/** Makes a key, prints it, and stores its digest. */
function issue(flags: IssueFlags) {
  const { key, entry } = issueKey(
    keyFilePath(flags),
    { ...flags, prefix: keyPrefix() },
    terminal().now,
  );
  restrictToOwner(process.stdout.fd);
  print(key);
  note(
    `key ${entry.id} for ${entry.name}, ${detailsOf(entry)}; this is the only time it ` +
      "is shown",
  );
  if (!entry.scopes.includes(READ_SCOPE))
    note(`warning: the proxy answers 403 to this key, as its scopes lack ${READ_SCOPE}`);
}

/** Prints what the file says of each key, and what instances counted. */
async function list(flags: FileFlag & { usage?: string[] }) {
  const keys = listKeys(keyFilePath(flags), terminal().now);
  const usage = flags.usage && (await fetchUsage(flags.usage));
  for (const key of keys) {
    const columns = [key.id, key.state.padEnd(7), key.created, detailsOf(key), key.name];
    if (usage !== undefined) columns.push(describeUsage(usage.get(key.id)));
    print(columns.join("  "));
  }
  const others = usage?.get("other");
  if (others !== undefined) print(`further keys: ${describeUsage(others)}`);
}

/** Sets the limit of the key of an id. */
function limit(id: string, requests: string, flags: FileFlag) {
  const key = limitKey(keyFilePath(flags), id, requests);
  print(`key ${id} for ${key.name}: ${limitOf(key) ?? "KEYED_LIMIT of the proxy"}`);
}

/** Takes the key of an id back. */
function revoke(id: string, flags: FileFlag) {
  const { name, revoked } = revokeKey(keyFilePath(flags), id, terminal().now);
  print(`key ${id} for ${name} has been revoked since ${revoked}`);
}

/** Puts the digests into the key store of the edge. */
async function publish(flags: FileFlag & { namespace: string }) {
  const file = keyFilePath(flags);
  if (flags.namespace === "")
    throw new UsageError(
      "error: --namespace is empty; pass the id that wrangler kv namespace create printed",
    );
  const { publishKeys } = await import("./keys/publish-keys.ts");
  const keys = await publishKeys(file, flags.namespace, terminal().env);
  print(`${file} is published; keys in it: ${keys}`);
}

function keyFilePath({ file }: FileFlag) {
  const path = file || terminal().env["API_KEYS_FILE"];
  if (path) return path;
  throw new UsageError("error: no key file given; pass --file FILE, or set API_KEYS_FILE");
}

function keyPrefix() {
  const prefix = terminal().env["API_KEY_PREFIX"] || DEFAULT_KEY_PREFIX;
  if (KeyPrefixSchema.safeParse(prefix).success) return prefix;
  const expected = KeyPrefixSchema.description;
  throw new InputError(
    `API_KEY_PREFIX: ${JSON.stringify(prefix)} cannot be used; expected ${expected}`,
  );
}

function detailsOf(key: KeyEntry) {
  const end = key.expires === null ? "no expiry" : `valid through ${key.expires}`;
  return [key.scopes.join(" "), end, limitOf(key)].filter(Boolean).join(", ");
}

function limitOf({ limit }: KeyEntry) {
  return limit === undefined ? undefined : `${limit} requests per window`;
}
