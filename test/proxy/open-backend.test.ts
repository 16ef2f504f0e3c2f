import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { KeyFileError } from "../../build/core/keys/key-file.ts";
import { readConfig } from "../../proxy/config.ts";
import { openBackend } from "../../proxy/open-backend.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});

afterEach(() => {
  vi.useRealTimers();
});

it("does not go on looking at the site if the key file cannot be used", async () => {
  const read = readConfig({ SITE: inject("realSite"), API_KEYS_FILE: "/nowhere/keys.json" });
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

  await expect(openBackend(read.config, log)).rejects.toThrow(KeyFileError);
  expect(vi.getTimerCount()).toBe(0);
});
