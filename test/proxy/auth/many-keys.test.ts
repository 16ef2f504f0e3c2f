import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { expect, it, onTestFinished, vi } from "vitest";
import { type KeyEntry, MAX_KEYS } from "../../../build/core/keys/key-file.ts";
import { credentialOf } from "../../../proxy/auth/identity.ts";
import { openKeyFile } from "../../../proxy/auth/watched-key-file.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { addKey, keptLog } from "./credentials.ts";

/** The text of a key file with the entry, and so many others. */
function keyFileText(entry: KeyEntry, others: number): string {
  const made = Array.from({ length: others }, (_, at) => ({
    ...entry,
    id: at.toString(36).padStart(8, "0"),
    name: `key {${at}} "of many"`,
    sha256: at.toString(16).padStart(64, "0"),
  }));
  return JSON.stringify({ format: 1, keys: [entry, ...made] });
}

it("a file of many keys is taken over in small steps; one with too many is refused", async () => {
  const path = join(temporaryFolder(), "keys.json");
  const { key, entry } = addKey(path);
  const log = keptLog();
  const { find, state, close } = openKeyFile(path, { log, pollMs: 20 });
  onTestFinished(close);
  const replace = (text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  const many = 100_000;
  replace(keyFileText(entry, many));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await vi.waitFor(() => expect(state().keys).toBe(many + 1), { timeout: 60_000, interval: 50 });
  delay.disable();
  expect(delay.percentile(99.9) / 1e6).toBeLessThan(250); // 50 on an idle machine

  replace(keyFileText(entry, MAX_KEYS));
  await vi.waitFor(() => expect(state().isFailing).toBe(true), { timeout: 60_000, interval: 50 });
  expect(find(credentialOf(key))).toMatchObject({ kind: "keyed" });
  expect(state().keys).toBe(many + 1);
}, 150_000);
