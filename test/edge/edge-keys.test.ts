import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { publishedKeys } from "../../build/core/keys/key-file.ts";
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

/** A key that is published to a namespace, and what a request with a credential finds. */
function world() {
  const file = `${temporaryFolder()}/keys.json`;
  const { key, entry } = addKey(file);
  const publish = () => publishedKeys(readFileSync(file, "utf8"), file);
  const store = { get: async (): Promise<string | null> => publish() };
  const { find, prepare } = createEdgeKeys({ get: () => store.get() }, { log: keptLog() });
  const present = async (text = key, ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms);
    await Promise.all([prepare(), vi.advanceTimersByTimeAsync(2_000)]);
    return find(credentialOf(text))?.kind;
  };
  const revoke = () => void revokeKey(file, entry.id, new Date());
  return { add: () => addKey(file).key, store, present, revoke };
}

describe("published keys", () => {
  it("keep their limits", async () => {
    const file = `${temporaryFolder()}/keys.json`;
    const { key } = addKey(file, { limit: "5" });
    const get = async () => publishedKeys(readFileSync(file, "utf8"), file);
    const { find, prepare } = createEdgeKeys({ get }, { log: keptLog() });
    await prepare();
    expect(find(credentialOf(key))).toMatchObject({ limit: 5 });
  });

  it("are found, and no others", async () => {
    const { present } = world();

    expect([await present(), await present("gdr_other")]).toEqual(["keyed", undefined]);
  });

  it("that are revoked are refused by the second request after ten seconds", async () => {
    const { add, present, revoke } = world();
    await present();
    revoke();
    await present(undefined, 10_000);
    expect(await present()).toBe("rejected");

    const another = add();
    await present(another, 10_000);
    expect(await present(another)).toBe("keyed");
  });

  it("stay in force while the store is away, for API_KEYS_MAX_AGE", async () => {
    const { present, store } = world();
    await present();
    store.get = async () => Promise.reject(new Error("no such store"));
    await present(undefined, 10_000);

    expect(await present(undefined, 580_000)).toBe("keyed");
    expect(await present(undefined, 30_000)).toBe("unavailable");
  });

  it.each([
    ["cannot be read", () => Promise.reject(new Error("no such store"))],
    ["hangs", () => new Promise<null>(() => undefined)],
  ])("are unknown while the store %s, so no key is refused", async (_, get) => {
    const { present, store } = world();
    store.get = get;

    expect([await present(), await present("gdr_other")]).toEqual(["unavailable", "unavailable"]);
  });
});
