import type { Command } from "commander";
import { DEFAULT_KEY_PREFIX, READ_SCOPE } from "../keys/api-key.ts";
import { issueKey, listKeys, revokeKey } from "../keys/edit-keys.ts";
import { KeyPrefixSchema } from "../keys/key-prefix.ts";
import { type KeyNamespace, publishKeys } from "../keys/publish-keys.ts";
import { restrictToOwner } from "../keys/restrict-to-owner.ts";
import { environment, InputError, note, print, UsageError } from "../terminal/terminal.ts";

type FileFlag = { file?: string; json?: boolean };

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
    .action((flags: FileFlag & { name: string; scope?: string[]; expires?: string }) => {
      const { key, entry } = issueKey(
        keyFilePath(flags),
        { ...flags, prefix: keyPrefix() },
        new Date(),
      );
      restrictToOwner(process.stdout.fd);
      const { id, name, scopes, expires } = entry;
      print(flags.json ? JSON.stringify({ ok: true, key, id, name, scopes, expires }) : key);
      note(
        `key ${entry.id} for ${entry.name}, ${scopesAndEnd(entry)}; this is the only time it ` +
          "is shown",
      );
    });

  keys
    .command("list")
    .description("the keys' ids, names, scopes and dates")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action((flags: FileFlag) => {
      const all = listKeys(keyFilePath(flags), new Date());
      const keys = all.map(({ id, name, state, created, expires, scopes }) => {
        return { id, name, state, created, expires, scopes };
      });
      if (flags.json) return print(JSON.stringify({ ok: true, keys }));
      for (const key of all) {
        print([key.id, key.state.padEnd(7), key.created, scopesAndEnd(key), key.name].join("  "));
      }
    });

  keys
    .command("revoke")
    .description("take a key back; running proxies follow within two seconds")
    .argument("<id>", "the key's id, as list shows it")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action((id: string, flags: FileFlag) => {
      const { name, revoked } = revokeKey(keyFilePath(flags), id, new Date());
      if (flags.json) return print(JSON.stringify({ ok: true, id, name, revoked }));
      print(`key ${id} for ${name} is revoked since ${revoked}`);
    });

  keys
    .command("publish")
    .description("put the digests into the key store of the edge, a namespace of Workers KV")
    .requiredOption("--namespace <id>", "what wrangler kv namespace create printed")
    .option(...fileFlag)
    .option("--json", "report as JSON")
    .action(async (flags: FileFlag & { namespace: string }) => {
      const file = keyFilePath(flags);
      const count = await publishKeys(file, { namespace: flags.namespace, ...account() });
      if (flags.json) return print(JSON.stringify({ ok: true, file, keys: count }));
      print(`${file} is published; keys in it: ${count}`);
    });
}

/** Where the store is, as wrangler's own variables say it. */
function account(): Omit<KeyNamespace, "namespace"> {
  const { CLOUDFLARE_ACCOUNT_ID, CLOUDFLARE_API_TOKEN, CLOUDFLARE_API_BASE_URL } = environment();
  if (!CLOUDFLARE_ACCOUNT_ID || !CLOUDFLARE_API_TOKEN)
    throw new UsageError(
      "error: set CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN, whose token may write to " +
        "Workers KV",
    );
  return {
    CLOUDFLARE_ACCOUNT_ID,
    CLOUDFLARE_API_TOKEN,
    CLOUDFLARE_API_BASE_URL: CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4",
  };
}

function keyFilePath({ file }: FileFlag): string {
  const path = file || environment()["API_KEYS_FILE"];
  if (path) return path;
  throw new UsageError("error: no key file is named; give --file FILE, or set API_KEYS_FILE");
}

function keyPrefix(): string {
  const prefix = environment()["API_KEY_PREFIX"] || DEFAULT_KEY_PREFIX;
  if (KeyPrefixSchema.safeParse(prefix).success) return prefix;
  const expected = KeyPrefixSchema.description;
  throw new InputError(
    `API_KEY_PREFIX: ${JSON.stringify(prefix)} cannot be used; expected ${expected}`,
  );
}

function scopesAndEnd({
  scopes,
  expires,
}: {
  scopes: readonly string[];
  expires: string | null;
}): string {
  return `${scopes.join(" ")}, ${expires === null ? "without an end" : `valid through ${expires}`}`;
}
