import { renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { formatKeyFile, type KeyEntry, MAX_KEYS } from "../../../build/core/keys/key-file.ts";
import { credentialOf } from "../../../proxy/auth/identity.ts";
import { openKeyFile } from "../../../proxy/auth/watched-key-file.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { addKey, keptLog } from "./credentials.ts";

/** A key file with one key, which can be replaced by one with others before it. */
function keyFile() {
  const path = join(temporaryFolder(), "keys.json");
  const { key, entry } = addKey(path);
  const log = keptLog();
  const open = async () => {
    const { find, state, close } = await openKeyFile(path, { log, pollMs: 10 });
    onTestFinished(close);
    return { state, verdict: () => find(credentialOf(key))?.kind };
  };
  const replace = (others: number) => {
    writeFileSync(`${path}.new`, keyFileText(entry, others));
    renameSync(`${path}.new`, path);
  };
  return { path, log, open, replace };
}

function keyFileText(entry: KeyEntry, others: number): string {
  const made = Array.from({ length: others }, (_, at) => ({
    ...entry,
    id: at.toString(36).padStart(8, "0"),
    sha256: at.toString(16).padStart(64, "0"),
  }));
  return formatKeyFile([...made, entry]);
}

it("the event loop turns between the parts of a file with many keys", async () => {
  const { path, open, replace } = keyFile();
  replace(20_000);
  const parts = statSync(path).size / 65_536;
  let turns = 0;
  let isOpen = false;
  const opening = open().finally(() => {
    isOpen = true;
  });
  for (; !isOpen; turns += 1) await setImmediate();

  expect((await opening).state().keys).toBe(20_001);
  expect(turns).toBeGreaterThan(parts);
});

it("a file with too many keys is one line in the log, and the old keys stay in force", async () => {
  const { log, open, replace } = keyFile();
  const { state, verdict } = await open();
  replace(MAX_KEYS);
  await expect.poll(() => state().isFailing, { timeout: 60_000 }).toBe(true);
  await setTimeout(50); // several looks later
  const reason = expect.stringContaining("more than 200000 keys");
  expect(log.lines).toMatchObject([{ level: "error", fields: { reason } }]);
  expect([state().keys, verdict()]).toEqual([1, "keyed"]);

  replace(MAX_KEYS - 1);
  await expect.poll(() => state().keys, { timeout: 60_000 }).toBe(MAX_KEYS);
}, 150_000);
