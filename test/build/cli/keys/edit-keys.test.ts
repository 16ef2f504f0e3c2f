import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { issueKey, revokeKey } from "../../../../build/cli/keys/edit-keys.ts";
import { credentialDigest } from "../../../../build/core/keys/api-key.ts";
import { KeyFileError, KeyFileSchema } from "../../../../build/core/keys/key-file.ts";
import { PACKAGE_ROOT } from "../../../../build/core/package.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { run } from "../../program.ts";

const NOW = new Date("2026-07-01T12:00:00Z");
const ABOUT = { prefix: "gdr_", name: "scrim bot" };

const keyFilePath = () => join(temporaryFolder(), "keys.json");

/** Runs `gamedata` in a folder of its own. */
async function gamedata(args: string[], env: Record<string, string> = {}) {
  const { status: code, ...printed } = await run(args, { cwd: temporaryFolder(), env });
  return { code, ...printed };
}

const read = (path: string) => KeyFileSchema.parse(JSON.parse(readFileSync(path, "utf8")));

describe("issuing a key", () => {
  it("stores its digest and what it is for, and never the key", () => {
    const path = keyFilePath();
    const { key, entry } = issueKey(path, ABOUT, NOW);

    expect(read(path).keys).toEqual([
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
    expect(entry).toEqual(read(path).keys[0]);
    expect(readFileSync(path, "utf8")).not.toContain(key.slice(4, 20));
  });

  it("makes a file that only its owner can read", () => {
    const path = keyFilePath();
    issueKey(path, ABOUT, NOW);

    expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  });

  it("adds to the keys that are there, and leaves the file to whom it is readable", () => {
    const path = keyFilePath();
    const first = issueKey(path, ABOUT, NOW);
    chmodSync(path, 0o640);
    const second = issueKey(path, { ...ABOUT, name: "second" }, NOW);

    expect(read(path).keys).toEqual([first.entry, second.entry]);
    expect((statSync(path).mode & 0o777).toString(8)).toBe("640");
  });

  it("gives it the scopes, the prefix and the last day that are asked for", () => {
    const path = keyFilePath();
    const wishes = {
      prefix: "abc-",
      name: "x",
      scope: ["gamedata:read", "players:read"],
      expires: "2026-07-01",
    };
    const { key, entry } = issueKey(path, wishes, NOW);

    expect(key).toMatch(/^abc-/);
    expect(entry).toMatchObject({
      scopes: ["gamedata:read", "players:read"],
      expires: "2026-07-01",
    });
  });

  it.each<[object, string]>([
    [{ name: "" }, "--name: expected one line of text"],
    [{ name: " a" }, "--name: expected one line of text"],
    [{ name: "a\nb" }, "--name: expected one line of text"],
    [{ scope: ["a b"] }, '--scope: "a b"; expected a scope without spaces, such as gamedata:read'],
    [
      { scope: ["gamedata:read", ""] },
      '--scope: ""; expected a scope without spaces, such as gamedata:read',
    ],
    [{ expires: "2026-02-30" }, '--expires: "2026-02-30"; expected a calendar date, YYYY-MM-DD'],
    [{ expires: "tomorrow" }, '--expires: "tomorrow"; expected a calendar date, YYYY-MM-DD'],
    [{ expires: "2026-06-30" }, "--expires: 2026-06-30 is over; expected today or a later day"],
  ])("with %j is refused, and writes nothing", (wish, message) => {
    const path = keyFilePath();

    expect(() => issueKey(path, { ...ABOUT, ...wish }, NOW)).toThrow(new KeyFileError(message));
    expect(existsSync(path)).toBe(false);
  });

  it("reports all that is wrong at once", () => {
    const wishes = { prefix: "gdr_", name: "", scope: ["a b", "c"], expires: "x" };

    expect(() => issueKey(keyFilePath(), wishes, NOW)).toThrow(
      /^--name: .*\n--scope: "a b".*\n--expires: .*$/,
    );
  });

  it("into a file that holds no keys is refused, and changes nothing", () => {
    const path = keyFilePath();
    writeFileSync(path, "{");

    const issuing = () => issueKey(path, ABOUT, NOW);
    expect(issuing).toThrow(KeyFileError);
    expect(issuing).toThrow(`${path} is not a key file that this version reads`);
    expect(readFileSync(path, "utf8")).toBe("{");
  });
});

describe("revoking a key", () => {
  it("keeps its entry with the day, and leaves the others as they are", () => {
    const path = keyFilePath();
    const [first, second] = [issueKey(path, ABOUT, NOW), issueKey(path, ABOUT, NOW)];
    const revoked = { ...first.entry, revoked: "2026-07-09" };
    chmodSync(path, 0o640); // of a proxy that runs as another user of the group

    expect(revokeKey(path, first.entry.id, new Date("2026-07-09T01:00:00Z"))).toEqual(revoked);
    expect(read(path).keys).toEqual([revoked, second.entry]);
    expect((statSync(path).mode & 0o777).toString(8)).toBe("640");
  });

  it("a second time keeps the first day", () => {
    const path = keyFilePath();
    const { entry } = issueKey(path, ABOUT, NOW);
    revokeKey(path, entry.id, NOW);

    expect(revokeKey(path, entry.id, new Date("2027-01-01"))).toMatchObject({
      revoked: "2026-07-01",
    });
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

describe("the command", () => {
  it("keys issue prints the key alone on standard output, the rest on the other", async () => {
    const path = keyFilePath();
    const { code, stdout, stderr } = await gamedata([
      "keys",
      "issue",
      "--name",
      "scrim bot",
      "--file",
      path,
    ]);
    const [entry] = read(path).keys;

    expect(code).toBe(0);
    expect(stdout).toMatch(/^gdr_[0-9A-Za-z]{36}\n$/);
    expect(credentialDigest(stdout.trim())).toBe(entry?.sha256);
    expect(stderr).toBe(
      `key ${entry?.id} for scrim bot, gamedata:read, no expiry; this is the only ` +
        "time it is shown\n",
    );
  });

  it("keys list shows a line for each key, and no digest", async () => {
    const path = keyFilePath();
    const about = {
      scopes: ["gamedata:read"],
      created: "2026-01-01",
      expires: null,
      revoked: null,
    };
    const keys = [
      { ...about, id: "0000000a", name: "scrim bot", sha256: "a".repeat(64) },
      {
        ...about,
        id: "0000000b",
        name: "stream overlay",
        sha256: "b".repeat(64),
        expires: "2999-12-31",
        scopes: ["x", "y"],
      },
      { ...about, id: "0000000c", name: "trial", sha256: "c".repeat(64), expires: "2026-01-31" },
      { ...about, id: "0000000d", name: "lost", sha256: "d".repeat(64), revoked: "2026-02-01" },
    ];
    writeFileSync(path, JSON.stringify({ format: 1, keys }));
    const { code, stdout, stderr } = await gamedata(["keys", "list", "--file", path]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "0000000a  valid    2026-01-01  gamedata:read, no expiry  scrim bot
      0000000b  valid    2026-01-01  x y, valid through 2999-12-31  stream overlay
      0000000c  expired  2026-01-01  gamedata:read, valid through 2026-01-31  trial
      0000000d  revoked  2026-01-01  gamedata:read, no expiry  lost
      "
    `);
  });

  it("keys revoke says since when", async () => {
    const path = keyFilePath();
    const { entry } = issueKey(path, ABOUT, new Date());
    const { code, stdout } = await gamedata(["keys", "revoke", entry.id, "--file", path]);
    const [revoked] = read(path).keys;

    expect(code).toBe(0);
    expect(stdout).toBe(
      `key ${entry.id} for scrim bot has been revoked since ${revoked?.revoked}\n`,
    );
  });

  it.each<[string, string[], Record<string, string>, number, RegExp]>([
    [
      "issue without a name",
      ["issue", "--file", "k"],
      {},
      2,
      /^error: required option '--name <name>' not specified$/,
    ],
    [
      "list without a file",
      ["list"],
      {},
      2,
      /^error: no key file given; pass --file FILE, or set API_KEYS_FILE$/,
    ],
    [
      "issue with a bad day",
      ["issue", "--name", "x", "--file", "k", "--expires", "soon"],
      {},
      1,
      /^--expires: "soon"; expected a calendar date, YYYY-MM-DD$/,
    ],
    [
      "list of a file that is not there",
      ["list", "--file", "/nowhere/k"],
      {},
      1,
      /^\/nowhere\/k: no such file; create it with gamedata keys issue$/,
    ],
  ])(
    "keys %s is refused with the words and the exit code for it",
    async (_, args, env, code, message) => {
      const result = await gamedata(["keys", ...args], env);

      expect(result).toMatchObject({ code, stdout: "" });
      expect(result.stderr.trimEnd()).toMatch(message);
    },
  );
});

describe("what the commands of the README write", () => {
  it.each(["keys.json", "key.txt", "token.txt"])("is ignored by git: %s", (name) => {
    expect(readFileSync(join(PACKAGE_ROOT, ".gitignore"), "utf8").split("\n")).toContain(
      `/${name}`,
    );
  });
});
