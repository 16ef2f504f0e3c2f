import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { publishedKeys } from "../../build/core/keys/published-keys.ts";
import { credentialOf } from "../../proxy/auth/identity.ts";
import { createEdgeKeys } from "../../proxy/edge/edge-keys.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { addKey, keptLog } from "../proxy/auth/credentials.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A key file, and a namespace that it is published to. */
async function world() {
  const file = `${temporaryFolder()}/keys.json`;
  const { key, entry } = addKey(file);
  const stored: { text: string | null; fault?: Error; isHanging?: true } = { text: null };
  const publish = () => {
    stored.text = publishedKeys(readFileSync(file, "utf8"), file);
  };
  publish();
  const namespace = {
    get: async () => {
      if (stored.isHanging) await new Promise(() => undefined);
      if (stored.fault !== undefined) throw stored.fault;
      return stored.text;
    },
  };
  const log = keptLog();
  const open = async () => {
    const keys = createEdgeKeys(namespace, { log });
    await Promise.all([keys.firstRead(), vi.advanceTimersByTimeAsync(3_000)]);
    return keys;
  };
  const revoke = () => {
    revokeKey(file, entry.id, new Date());
    publish();
  };
  return { file, key, entry, stored, log, open, revoke };
}

describe("published keys", () => {
  it("are found, and no others", async () => {
    const { key, entry, open } = await world();
    const { find } = await open();

    expect(find(credentialOf(key))).toMatchObject({ kind: "keyed", id: `key:${entry.id}` });
    expect(find(credentialOf("gdr_other"))).toBeUndefined();
  });

  it("that are revoked are refused a minute after the store has it at the latest", async () => {
    const { key, open, revoke } = await world();
    const { find } = await open();
    revoke();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(find(credentialOf(key))).toMatchObject({ kind: "rejected" });
  });

  it("stay in force while the store is away, for API_KEYS_MAX_AGE", async () => {
    const { key, log, open, stored } = await world();
    const { find } = await open();
    stored.fault = new Error("no such store");
    await vi.advanceTimersByTimeAsync(590_000);
    expect(find(credentialOf(key))).toMatchObject({ kind: "keyed" });

    await vi.advanceTimersByTimeAsync(30_000);
    expect(find(credentialOf(key))).toMatchObject({ kind: "unavailable" });
    expect(log.lines.filter(({ level }) => level === "error")).toHaveLength(2);
  });

  it("that have never been read are no reason to refuse a key", async () => {
    const { key, open, stored } = await world();
    stored.fault = new Error("no such store");
    const { find } = await open();

    expect(find(credentialOf(key))).toMatchObject({ kind: "unavailable" });
  });

  it("cannot be checked while the store hangs, and are not waited for twice", async () => {
    const { key, open, stored } = await world();
    stored.isHanging = true;
    const { find, firstRead } = await open();

    expect(find(credentialOf(key))).toMatchObject({ kind: "unavailable" });
    expect(firstRead()).toBeUndefined();
  });
});
