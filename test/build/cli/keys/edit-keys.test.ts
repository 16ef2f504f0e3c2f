import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { issueKey, limitKey, listKeys, revokeKey } from "../../../../build/cli/keys/edit-keys.ts";
import { credentialDigest } from "../../../../build/core/keys/api-key.ts";
import {
  formatKeyFile,
  type KeyEntry,
  KeyFileError,
  parseKeyFile,
} from "../../../../build/core/keys/key-file.ts";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { startServer } from "../../../helpers/server.ts";
import { run } from "../../program.ts";

const NOW = new Date("2026-07-01T12:00:00Z");
const ABOUT = { prefix: "gdr_", name: "scrim bot" };

const keyFilePath = () => join(temporaryFolder(), "keys.json");

/** Runs `gamedata` in a folder of its own. */
async function gamedata(args: string[], env: Record<string, string> = {}) {
  const { status: code, ...printed } = await run(args, { cwd: temporaryFolder(), env });
  return { code, ...printed };
}

const read = (path: string) => parseKeyFile(readFileSync(path, "utf8"), path);
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("the limit of a key", () => {
  it("is set when it is issued and later, is listed, and other members are kept", async () => {
    const path = keyFilePath();
    const options = ["--name", "bot", "--limit", "5000", "--file", path];
    expect((await gamedata(["keys", "issue", ...options])).stderr).toContain(
      "gamedata:read, no expiry, 5000 requests per window; ",
    );
    const [entry] = read(path);
    writeFileSync(path, formatKeyFile([{ ...(entry as KeyEntry), team: "x" }]));
    const set = (limit: string) =>
      gamedata(["keys", "limit", `${entry?.id}`, limit, "--file", path]);
    expect((await set("7")).stdout).toContain("for bot: 7 requests per window");
    expect(read(path)).toEqual([{ ...entry, limit: 7, team: "x" }]);
    expect((await gamedata(["keys", "list", "--file", path])).stdout).toContain(
      "gamedata:read, no expiry, 7 requests per window  bot",
    );
    expect((await set("none")).stdout).toContain("for bot: KEYED_LIMIT of the proxy");
    expect(readFileSync(path, "utf8")).not.toContain("limit");
  });

  it.each(["0", "1000000001", "1.5", "-1", "", "many", "1e3"])("is not %j", (limit) => {
    const path = keyFilePath();
    const { entry } = issueKey(path, ABOUT, NOW);
    const message = `the limit: ${JSON.stringify(limit)}; expected a whole number of requests from 1 to 1000000000`;
    expect(() => limitKey(path, entry.id, limit)).toThrow(new KeyFileError(message));
    expect(read(path)).toEqual([entry]);
  });
});

it("keys list --usage adds up what several instances have counted", async () => {
  const path = keyFilePath();
  const { entry } = issueKey(path, ABOUT, NOW);
  issueKey(path, { ...ABOUT, name: "idle" }, NOW);
  const metrics = (id: string, served: number, last: number) => `gamedata_requests_total 9
gamedata_key_requests_total{key="${id}",outcome="served"} ${served}
gamedata_key_requests_total{key="${id}",outcome="refused"} 1
gamedata_key_last_request_timestamp_seconds{key="${id}"} ${last}
`;
  const pages: Record<string, string> = {
    "/1": metrics(entry.id, 5, 1_790_000_000.25),
    "/2": metrics(entry.id, 7, 1_780_000_000) + metrics("other", 2, 1_780_000_000),
    "/3": "hello",
  };
  const { url } = await startServer(({ url: asked = "" }, response) => response.end(pages[asked]));
  const list = (...paths: string[]) =>
    gamedata(["keys", "list", "--file", path, "--usage", ...paths.map((one) => url + one)]);

  const lines = (await list("/1", "/2")).stdout.split("\n");
  expect(lines[0]).toMatch(/ {2}scrim bot {2}12 served, 2 refused, last 2026-09-21T14:13:20Z$/);
  expect(lines[1]).toMatch(/ {2}idle {2}not used$/);
  expect(lines[2]).toBe("further keys: 2 served, 1 refused, last 2026-05-28T20:26:40Z");
  expect(await list("/1", "/3")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\/3 has something else; expected the metrics of a proxy, /),
  });
});

describe("issuing a key", () => {
  it("stores its digest and what it is for, never the key, for its owner alone", () => {
    const path = keyFilePath();
    const { key, entry } = issueKey(path, ABOUT, NOW);

    expect(read(path)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}$/),
        name: "scrim bot",
        scopes: ["gamedata:read"],
        created: "2026-07-01",
        expires: null,
        revoked: null,
        sha256: credentialDigest(key),
      },
    ]);
    expect(entry).toEqual(read(path)[0]);
    expect(readFileSync(path, "utf8")).not.toContain(key.slice(4, 20));
    expect(modeOf(path)).toBe("600");
  });

  it("adds a line to those that are there, and keeps the mode of the file", () => {
    const path = keyFilePath();
    issueKey(path, ABOUT, NOW);
    const before = readFileSync(path, "utf8");
    chmodSync(path, 0o640);
    const wishes = { prefix: "abc-", name: "x", scope: ["a", "b"], expires: "2026-07-01" };
    const { key, entry } = issueKey(path, wishes, NOW);

    expect(key).toMatch(/^abc-/);
    expect(entry).toMatchObject({ name: "x", scopes: ["a", "b"], expires: "2026-07-01" });
    expect(readFileSync(path, "utf8")).toBe(`${before}${JSON.stringify(entry)}\n`);
    expect(modeOf(path)).toBe("640");
  });

  it.each([
    [{ name: "" }, "--name: expected one line of text"],
    [{ name: "a\nb" }, "--name: expected one line of text"],
    [
      { scope: ["gamedata:read", "a b"] },
      '--scope: "a b"; expected a scope without spaces, such as gamedata:read',
    ],
    [{ expires: "2026-02-30" }, '--expires: "2026-02-30"; expected a calendar date, YYYY-MM-DD'],
    [{ expires: "2026-06-30" }, "--expires: 2026-06-30 is over; expected today or a later day"],
    [
      { name: "", expires: "x" },
      '--name: expected one line of text\n--expires: "x"; expected a calendar date, YYYY-MM-DD',
    ],
  ])("with %j is refused, and writes nothing", (wish, message) => {
    const path = keyFilePath();

    expect(() => issueKey(path, { ...ABOUT, ...wish }, NOW)).toThrow(new KeyFileError(message));
    expect(existsSync(path)).toBe(false);
  });

  it("into a file of something else is refused, and changes nothing", () => {
    const path = keyFilePath();
    writeFileSync(path, "{");

    expect(() => issueKey(path, ABOUT, NOW)).toThrow(KeyFileError);
    expect(readFileSync(path, "utf8")).toBe("{");
  });
});

describe("revoking a key", () => {
  it("keeps its entry with the first day, and leaves the others as they are", () => {
    const path = keyFilePath();
    const first = issueKey(path, ABOUT, NOW);
    const second = issueKey(path, ABOUT, NOW);
    const revoked = { ...first.entry, revoked: "2026-07-09" };
    chmodSync(path, 0o640); // of a proxy that runs as another user of the group

    for (const day of ["2026-07-09T01:00:00Z", "2027-01-01"])
      expect(revokeKey(path, first.entry.id, new Date(day))).toEqual(revoked);
    expect(read(path)).toEqual([revoked, second.entry]);
    expect(modeOf(path)).toBe("640");
  });

  it("by an id that is not there names those that are, and changes nothing", () => {
    const path = keyFilePath();
    const { entry } = issueKey(path, ABOUT, NOW);
    const before = readFileSync(path, "utf8");
    const message = `${path}: no key has the id "nothing"; existing keys: ${entry.id} (scrim bot)`;

    expect(() => revokeKey(path, "nothing", NOW)).toThrow(new KeyFileError(message));
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});

it.each<[string, (path: string, id: string) => void]>([
  ["list", (path) => void listKeys(path, NOW)],
  ["issue", (path) => void issueKey(path, ABOUT, NOW)],
  ["revoke", (path, id) => void revokeKey(path, id, NOW)],
])(
  "a key file of the earlier format is rewritten by keys %s, with the same keys and mode",
  (_, command) => {
    const path = keyFilePath();
    const { entry } = issueKey(path, ABOUT, NOW);
    writeFileSync(path, `${JSON.stringify({ format: 1, keys: [entry] }, null, 2)}\n`);
    chmodSync(path, 0o640);
    command(path, entry.id);

    expect(readFileSync(path, "utf8")).toMatch(/^\{"id":.*\}\n/);
    expect(read(path)[0]).toEqual({ ...entry, revoked: read(path)[0]?.revoked });
    expect(modeOf(path)).toBe("640");
  },
);

describe("the command", () => {
  it.each([
    [[], "gamedata:read", ""],
    [
      ["--scope", "other"],
      "other",
      "warning: the proxy answers 403 to this key, as its scopes lack gamedata:read\n",
    ],
  ])("keys issue %j prints the key alone on standard output", async (more, scope, warning) => {
    const path = keyFilePath();
    const args = ["keys", "issue", "--name", "scrim bot", "--file", path, ...more];
    const { code, stdout, stderr } = await gamedata(args);
    const [entry] = read(path);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^gdr_[0-9A-Za-z]{36}\n$/);
    expect(credentialDigest(stdout.trim())).toBe(entry?.sha256);
    expect(stderr).toBe(
      `key ${entry?.id} for scrim bot, ${scope}, no expiry; this is the only time it is shown\n` +
        warning,
    );
  });

  it("keys list shows a line for each key, and no digest", async () => {
    const path = keyFilePath();
    const about = {
      name: "bot",
      scopes: ["gamedata:read"],
      created: "2026-01-01",
      expires: null,
      revoked: null,
      sha256: "a".repeat(64),
    };
    const keys = [
      { ...about, id: "0000000a" },
      { ...about, id: "0000000b", expires: "2999-12-31", scopes: ["x", "y"] },
      { ...about, id: "0000000c", expires: "2026-01-31" },
      { ...about, id: "0000000d", revoked: "2026-02-01" },
    ];
    writeFileSync(path, formatKeyFile(keys));
    const { code, stdout, stderr } = await gamedata(["keys", "list", "--file", path]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "0000000a  valid    2026-01-01  gamedata:read, no expiry  bot
      0000000b  valid    2026-01-01  x y, valid through 2999-12-31  bot
      0000000c  expired  2026-01-01  gamedata:read, valid through 2026-01-31  bot
      0000000d  revoked  2026-01-01  gamedata:read, no expiry  bot
      "
    `);
  });

  it("keys revoke says since when", async () => {
    const path = keyFilePath();
    const { entry } = issueKey(path, ABOUT, new Date());
    const { code, stdout } = await gamedata(["keys", "revoke", entry.id, "--file", path]);
    const [revoked] = read(path);

    expect(code).toBe(0);
    expect(stdout).toBe(
      `key ${entry.id} for scrim bot has been revoked since ${revoked?.revoked}\n`,
    );
  });

  it.each([
    [
      "list without a file",
      ["list"],
      2,
      /^error: no key file given; pass --file FILE, or set API_KEYS_FILE$/,
    ],
    [
      "list of a file that is not there",
      ["list", "--file", "/nowhere/k"],
      1,
      /^\/nowhere\/k: no such file; create it with gamedata keys issue$/,
    ],
    [
      "list of a device",
      ["list", "--file", "/dev/zero"],
      1,
      /^\/dev\/zero is not a regular file; pass the path of a key file$/,
    ],
  ])("keys %s is refused with the words and the exit code for it", async (_, args, code, words) => {
    const result = await gamedata(["keys", ...args]);

    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr.trimEnd()).toMatch(words);
  });
});

it.each(["keys.json", "key.txt", "token.txt"])(
  "git ignores %s of the README's commands",
  (name) => {
    expect(readFileSync(join(PACKAGE_ROOT, ".gitignore"), "utf8").split("\n")).toContain(
      `/${name}`,
    );
  },
);
