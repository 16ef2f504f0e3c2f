import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { PACKAGE_ROOT } from "../../build/core/package.ts";
import { readConfig, VARIABLE_NAMES } from "../../proxy/config.ts";
import { configOf } from "../helpers/proxy.ts";

/** What is said of an environment, a line each. */
function problemsOf(env: Record<string, string>) {
  const read = readConfig(env);
  return "problems" in read ? read.problems : [];
}

const DEFAULTS = {
  host: "127.0.0.1",
  port: 8080,
  site: "dist",
  baseUrl: undefined,
  auth: {
    apiKeyPrefix: "gdr_",
    apiKeysFile: undefined,
    apiKeysMaxAgeSeconds: undefined,
    introspection: undefined,
    tokens: undefined,
  },
  keySettingsUrl: undefined,
  limits: { anonymous: 60, keyed: 1000, windowSeconds: 60 },
  redis: undefined,
  reusePort: false,
  trustProxy: [],
  assetsOrigin: undefined,
  drainSeconds: 0,
  logAddresses: false,
  logLevel: "info",
  metricsHost: "127.0.0.1",
  storeWaitMs: 250,
};

describe("the settings", () => {
  it.each([[[]], [VARIABLE_NAMES]])("are the defaults where these are empty: %j", (names) => {
    expect(configOf(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(DEFAULTS);
  });

  it.each([
    [{ PORT: "0" }, { port: 0 }],
    [{ SITE: "https://files.example.org/game/" }, { site: "https://files.example.org/game/" }],
    [{ SITE: "http://me:p%40ss@127.0.0.1:9000" }, { site: "http://me:p%40ss@127.0.0.1:9000" }],
    [{ BASE_URL: "https://gamedata.example.org/" }, { baseUrl: "https://gamedata.example.org" }],
    [{ ANONYMOUS_LIMIT: "1" }, { limits: { anonymous: 1, keyed: 1000, windowSeconds: 60 } }],
    [{ KEYED_LIMIT: "1000000000" }, { limits: { anonymous: 60, keyed: 1e9, windowSeconds: 60 } }],
    [
      { RATE_WINDOW_SECONDS: "86400" },
      { limits: { anonymous: 60, keyed: 1000, windowSeconds: 86_400 } },
    ],
    [
      { TRUST_PROXY: "10.0.0.0/8, fd00::/8,::1" },
      { trustProxy: ["10.0.0.0/8", "fd00::/8", "::1"] },
    ],
    [
      {
        AUTH_URL: "https://auth.example/",
        JWKS_URL: "https://keys.example/set",
        JWT_AUDIENCE: "a, b",
      },
      {
        auth: {
          ...DEFAULTS.auth,
          tokens: {
            issuer: "https://auth.example/",
            jwksUrl: "https://keys.example/set",
            discoveryUrl: undefined,
            audience: ["a", "b"],
          },
        },
      },
    ],
  ])("take %j", (env, expected) => {
    expect(configOf(env as Record<string, string>)).toEqual({ ...DEFAULTS, ...expected });
  });
});

/** Values that cannot be used, by what is said to be expected. */
const BAD: [name: string, expected: string, values: string[]][] = [
  [
    "PORT",
    "a port from 0 to 65535; 0 picks a free one",
    ["65536", "8080.5", "0x1f", " 80", "http", "٨٠"],
  ],
  [
    "SITE",
    "a built site: a folder, such as dist, a tarball, or the http or https address of an " +
      "origin, without a query",
    [
      "https://",
      "https://example.org?v=1",
      "https://example.org/#x",
      "https://a b.c",
      "https:///a.example",
    ],
  ],
  [
    "BASE_URL",
    "an absolute http or https address without query, such as https://gamedata.example.org",
    [
      "example.org",
      "/",
      "ftp://a.b",
      "https://",
      "https://a.b?x",
      "https://a.b/#x",
      " https://a.b",
    ],
  ],
  [
    "AUTH_URL",
    "the issuer of access tokens, an absolute http or https address, such as " +
      "https://auth.example.org",
    ["auth.example.org", "ftp://auth.example.org", "https://"],
  ],
  [
    "API_KEY_PREFIX",
    "2 to 20 letters, digits, hyphens and underscores, such as gdr_",
    ["x", "a b", "gdr:", "é_", "x".repeat(21)],
  ],
  [
    "KEY_SETTINGS_URL",
    "an absolute http or https address without user and password, such as " +
      "https://example.org/settings/keys",
    ["/settings/keys", "example.org/settings", "ftp://example.org/keys"],
  ],
  [
    "ANONYMOUS_LIMIT",
    "a whole number of requests from 1 to 1000000000",
    ["0", "-1", "1.5", "sixty", "1_000", "Infinity"],
  ],
  [
    "KEYED_LIMIT",
    "a whole number of requests from 1 to 1000000000",
    ["1000000001", "9".repeat(20)],
  ],
  ["RATE_WINDOW_SECONDS", "a whole number of seconds from 1 to 86400", ["0", "86401", "60s"]],
  ["STORE_WAIT_MS", "a whole number of milliseconds from 10 to 60000", ["9", "60001"]],
  ["REUSE_PORT", "true or false", ["TRUE", "1", "yes"]],
  [
    "TRUST_PROXY",
    "addresses or CIDR ranges of proxies, joined by commas, such as 10.0.0.0/8,::1",
    [
      "true",
      "loopback",
      "*",
      "1",
      "example.org",
      "0.0.0.0/0",
      "::/0",
      "10.0.0.0/33",
      "10.0.0.0/8,",
      "10.0.0.0/255.0.0.0",
    ],
  ],
  ["LOG_LEVEL", "one of trace, debug, info, warn, error, fatal, silent", ["INFO", "warning", "30"]],
];

describe("a value that cannot be used", () => {
  it.each(
    BAD.flatMap(([name, expected, values]) => values.map((value) => [name, value, expected])),
  )("%s=%s is one line: what was given, and that %s was expected", (name, value, expected) => {
    expect(problemsOf({ [name]: value })).toEqual([
      `${name}: ${JSON.stringify(value)} cannot be used; expected ${expected}`,
    ]);
  });

  it("of a variable that means nothing without another says which is missing", () => {
    const env = {
      JWKS_URL: "https://auth.example.org/jwks.json",
      JWT_AUDIENCE: "me",
      API_KEY_INTROSPECTION_AUTH: "Basic eDp5",
    };

    expect(problemsOf(env)).toEqual([
      "JWKS_URL: requires AUTH_URL (the issuer of tokens), which is not set; set it, or unset " +
        "JWKS_URL",
      "JWT_AUDIENCE: requires AUTH_URL (the issuer of tokens), which is not set; set it, or " +
        "unset JWT_AUDIENCE",
      "API_KEY_INTROSPECTION_AUTH: requires API_KEY_INTROSPECTION_URL (the service that it is " +
        "for), which is not set; set it, or unset API_KEY_INTROSPECTION_AUTH",
    ]);
  });

  it.each([
    ["20.20.2", "linux", false],
    ["22.12.0", "linux", true],
    ["24.1.0", "linux", true],
    ["24.1.0", "darwin", false],
  ] as const)("of REUSE_PORT says what it needs on Node %s on %s", (node, platform, isGood) => {
    vi.stubGlobal("process", { ...process, platform, versions: { node } });
    const problems = problemsOf({ REUSE_PORT: "true" });
    vi.unstubAllGlobals();

    expect(problems).toEqual(
      isGood
        ? []
        : [
            `REUSE_PORT: needs Node 22.12 or later on Linux, and this is Node ${node} on ` +
              `${platform}; update Node, or give each instance its own PORT`,
          ],
    );
  });
});

describe("the guide for operators", () => {
  const guide = readFileSync(
    join(PACKAGE_ROOT, "build/generator/pages/guides/operating.md"),
    "utf8",
  );
  const ofBuilds = ["BASE_URL", "ASSETS_URL", "DATA_REPOSITORY_URL", "GAMEDATA_VERSION"];

  it.each([...VARIABLE_NAMES, ...ofBuilds])("has a row for %s", (name) => {
    expect(guide).toMatch(new RegExp(`^\\|[^|]*\`${name}\``, "m"));
  });
});
