import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { checkService } from "../../proxy/check.ts";
import { nearlySettings } from "../../proxy/config.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { addKey, authorizationServer } from "./auth/credentials.ts";

const SITE = inject("realSite");

describe("gamedata serve --check", () => {
  it("tries settings, site, keys and JWKS", async () => {
    const { issuer } = await authorizationServer();
    const API_KEYS_FILE = join(temporaryFolder(), "keys.json");
    addKey(API_KEYS_FILE);

    expect(await checkService({ SITE, API_KEYS_FILE, AUTH_URL: issuer })).toEqual({
      isGood: true,
      lines: [
        "settings: valid",
        expect.stringMatching(/^site: \S+, patch \d{4}-\d\d-\d\d, version \S+$/),
        `keys: ${API_KEYS_FILE}, 1 keys`,
        expect.stringMatching(/^JWKS: http\S+, 1 of 1 keys can verify tokens$/),
        "store: REDIS_URL is not set; each process counts alone",
      ],
    });
  });

  it("says what is not set, and what is named almost like a setting", async () => {
    expect((await checkService({ SITE, ANONYMOUS_LIMT: "9" })).lines).toEqual([
      "warning: ANONYMOUS_LIMT is not a setting. Did you mean ANONYMOUS_LIMIT?",
      "settings: valid",
      expect.stringMatching(/^site: /),
      "keys: API_KEYS_FILE is not set; no key is valid",
      "JWKS: AUTH_URL is not set; no access token is valid",
      expect.stringMatching(/^store: /),
    ]);
  });

  it("tries the others if one cannot be used", async () => {
    const folder = temporaryFolder();
    const API_KEYS_FILE = join(folder, "keys.json");
    writeFileSync(API_KEYS_FILE, "{");
    const AUTH_URL = "http://127.0.0.1:1";

    const REDIS_URL = "redis://:s3cret@127.0.0.1:1";

    expect(await checkService({ SITE: folder, API_KEYS_FILE, AUTH_URL, REDIS_URL })).toEqual({
      isGood: false,
      lines: [
        "settings: valid",
        expect.stringMatching(/^site: error: .*manifest\.json does not exist/),
        expect.stringMatching(/^keys: error: .*keys\.json/),
        expect.stringMatching(/^JWKS: error: http:\/\/127\.0\.0\.1:1\/\S+: .*ECONNREFUSED/),
        "store: error: REDIS_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1",
      ],
    });
  });

  it("does not wait for an origin that is away", async () => {
    const { isGood, lines } = await checkService({ SITE: "http://127.0.0.1:1" });

    expect([isGood, lines[1]]).toEqual([false, expect.stringMatching(/^site: error: /)]);
  });

  it("stops at settings that cannot be read", async () => {
    const { isGood, lines } = await checkService({ PORT: "none" });

    expect([isGood, lines]).toEqual([false, [expect.stringMatching(/^PORT: "none" cannot/)]]);
  });
});

it.each([
  [["REDIS_URI", "TRUST_PROXIES"], ["REDIS_URL"]],
  [["HOME", "POST", "SIDE", "DATABASE_URL", "REDIS_TLS_URL", "ASSETS_URL"], []],
  [["KEYED_LIMIT", "LOG_LEVELS"], ["LOG_LEVEL"]],
])("of the variables %j, those that resemble settings resemble %j", (names, near) => {
  const lines = nearlySettings(Object.fromEntries(names.map((name) => [name, ""])));

  expect(lines.map((line) => / mean (\w+)/.exec(line)?.[1])).toEqual(near);
});
