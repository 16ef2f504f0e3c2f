import { execFileSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatKeyFile, type KeyEntry, KeyFileError } from "../../../build/core/keys/key-file.ts";
import { credentialOf } from "../../../proxy/auth/identity.ts";
import { collectKeys, type LoadedKeys } from "../../../proxy/auth/known-keys.ts";
import { openKeyFile } from "../../../proxy/auth/watched-key-file.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { addKey, keptLog } from "./credentials.ts";

const keyFilePath = () => join(temporaryFolder(), "keys.json");

async function open(path: string, now?: () => Date) {
  const log = keptLog();
  const { find, state, close } = await openKeyFile(path, { log, ...(now && { now }) });
  onTestFinished(close);
  return { find: (key: string) => find(credentialOf(key)), state };
}

it("a key of the file is valid through its last day, in UTC", async () => {
  const path = keyFilePath();
  const { key, entry } = addKey(path, { expires: "2030-06-30" });
  let now = new Date("2030-06-30T23:59:59.999Z");
  const { find } = await open(path, () => now);
  expect(find(key)).toMatchObject({ kind: "keyed" });

  now = new Date("2030-07-01T00:00:00Z");
  expect(find(key)).toEqual({ kind: "rejected", reason: `key ${entry.id} is expired` });
});

it("the event loop turns between the parts of a file with many keys", async () => {
  const path = keyFilePath();
  const { entry } = addKey(path);
  const sha256Of = (at: number) => at.toString(16).padStart(64, "0");
  const entries = Array.from({ length: 20_000 }, (_, at) => ({ ...entry, sha256: sha256Of(at) }));
  writeFileSync(path, formatKeyFile(entries));
  let turns = 0;
  let isOpen = false;
  const opening = open(path).finally(() => {
    isOpen = true;
  });
  for (; !isOpen; turns += 1) await setImmediate();

  expect((await opening).state().keys).toBe(20_000);
  expect(turns).toBeGreaterThan(statSync(path).size / 65_536);
});

describe("keys of a file that is read again", () => {
  const entry = (letter: string) => ({
    id: letter.repeat(8),
    name: letter,
    scopes: ["gamedata:read"],
    created: "2030-01-01",
    expires: null,
    revoked: null,
    sha256: letter.repeat(64),
  });
  const [one, two, three] = [entry("a"), entry("b"), entry("c")];
  const collect = (entries: KeyEntry[], last?: LoadedKeys) => {
    const { add, end } = collectKeys("keys.json", keptLog(), last);
    add(entries);
    return end();
  };

  it("are the same objects unless they have changed, so that nothing collects in memory", () => {
    const last = collect([one, two, three]);
    const before = new Map(last.byDigest);
    const changed = { ...two, revoked: "2030-01-01" };
    const { byDigest } = collect([changed, three], last);

    expect([...byDigest.keys()].sort()).toEqual([two.sha256, three.sha256]);
    expect(byDigest.get(two.sha256)).toMatchObject({ revoked: "2030-01-01" });
    expect(byDigest.get(three.sha256)).toBe(before.get(three.sha256));
  });

  it("are not among them for a read that failed in between", () => {
    const last = collect([one, two]);
    collectKeys("keys.json", keptLog(), last).add([one, two]); // and then a line is broken
    expect([...collect([one], last).byDigest.keys()]).toEqual([one.sha256]);
  });
});

it("members of later versions are ignored, with a line in the log", async () => {
  const path = keyFilePath();
  const { key, entry } = addKey(path);
  writeFileSync(path, formatKeyFile([{ ...entry, owner: "ana", team: 1 }]));
  const log = keptLog();
  const { find, close } = await openKeyFile(path, { log });
  onTestFinished(close);
  expect(find(credentialOf(key))).toMatchObject({ kind: "keyed" });
  expect(log.lines.map(({ fields }) => fields)).toEqual([
    { file: path, members: ["owner", "team"] },
  ]);
});

describe("at the start", () => {
  it("a file that is a pipe is an error at once", async () => {
    const path = keyFilePath();
    execFileSync("mkfifo", [path]);
    await expect(open(path)).rejects.toThrow(/is not a regular file; /);
  });

  it.each([
    ["missing", undefined, /cannot be read \(ENOENT\); gamedata keys issue makes it$/],
    ["of the earlier format", '{ "format": 1, "keys": [] }', /keys list --file .* rewrites it$/],
    ["of something else", "a", /:1 is not a key; /],
  ])("a file that is %s is an error of one line", async (_, text, words) => {
    const path = keyFilePath();
    if (text !== undefined) writeFileSync(path, text);

    const opening = open(path);
    await expect(opening).rejects.toThrow(KeyFileError);
    await expect(opening).rejects.toThrow(words);
  });
});
