import { describe, expect, it } from "vitest";
import { createMemoryWindows } from "../../proxy/limit/windows.ts";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw, type RawAnswer } from "../helpers/proxy.ts";
import { HEADERS_OF_EVERY_ANSWER, HEROES, PATCHES, problemOf } from "./wire.ts";

const GAMES = "/v1/games";

const start = (env: Record<string, string> = {}, now?: () => number) => realProxy(env, now);

/** What a proxy of its own answers. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  return getRaw((await start()).port, path, headers, method);
}

/** The rate-limit headers of an answer, without their prefix. */
function limitsOf({ headers }: RawAnswer) {
  return {
    limit: headers.get("ratelimit-limit"),
    remaining: headers.get("ratelimit-remaining"),
    reset: headers.get("ratelimit-reset"),
  };
}

/** How many requests are left to a caller, by a request that is not counted. */
async function remaining(port: number, headers: Record<string, string> = {}) {
  return limitsOf(await getRaw(port, "/health", headers))["remaining"];
}

it.each([
  ["what expects something unknown", 200, GAMES, "GET", { Expect: "miracles" }],
  ["a filter that cannot be read", 400, `${PATCHES}?kind=big`, "GET", {}],
  ["a rejected credential", 401, GAMES, "GET", { "X-API-Key": "gdr_unknown" }],
  ["a path that does not resolve", 404, "/v1/nothing", "GET", {}],
  ["health", 200, "/health", "GET", {}],
  ["a page", 200, "/", "GET", {}],
  ["the description", 200, "/v1/openapi.json", "GET", {}],
])(
  "an answer of any kind such as %s, %i, carries the headers of every answer; an error is a problem, never stored",
  async (_what, status, path, method, headers) => {
    const answer = await ask(path, headers, method);

    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(HEADERS_OF_EVERY_ANSWER);
    if (status < 400) return;
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(problemOf(answer)).toMatchObject({ status, instance: path.replace(/\?.*/, "") });
  },
);

it.each(["POST", "QUERY", "TRACE", "M-SEARCH", "FOO", "get", "FOO!"])(
  "a method other than GET, HEAD and OPTIONS such as %s is 405 with what is allowed",
  async (method) => {
    const answer = await ask(`${HEROES}/ana?x=1`, {}, method);

    expect(answer.status).toBe(405);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...HEADERS_OF_EVERY_ANSWER,
      allow: "GET, HEAD, OPTIONS",
      "cache-control": "no-store",
    });
    expect(problemOf(answer)).toEqual({
      type: "https://gamedata.example.org/problems/method-not-allowed",
      title: "Method Not Allowed",
      status: 405,
      detail: `${method} is not supported; the service is read-only.`,
      instance: `${HEROES}/ana`,
    });
  },
);

it("the limit once exhausted answers with a problem that says when to come back", async () => {
  let time = 0;
  const env = { ANONYMOUS_LIMIT: "1", KEY_SETTINGS_URL: "https://example.org/keys" };
  const { port } = await start(env, () => time);
  await getRaw(port, GAMES);
  time = 17_500;
  const answer = await getRaw(port, `${HEROES}/ana?x=1`);

  expect(answer.status).toBe(429);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...HEADERS_OF_EVERY_ANSWER,
    "retry-after": "43",
  });
  expect(limitsOf(answer)).toEqual({ limit: "1", remaining: "0", reset: "43" });
  expect(problemOf(answer)).toEqual({
    type: "https://gamedata.example.org/problems/too-many-requests",
    title: "Too Many Requests",
    status: 429,
    detail:
      "The limit of 1 requests in 60 seconds is exhausted; it resets in 43 seconds. " +
      "Keys, which have a window of their own, are issued at https://example.org/keys.",
    instance: `${HEROES}/ana`,
  });
});

describe("what is neither counted nor refused", () => {
  const FREE: [string, string][] = [
    ["GET", "/health"],
    ["GET", "/v1/openapi.json"],
    ["OPTIONS", GAMES],
    ["GET", "/"],
    ["GET", "/nothing"],
    ["POST", "/health"],
  ];

  it.each(FREE)("%s %s is answered whatever the limit and the key", async (method, path) => {
    const { port } = await start({ ANONYMOUS_LIMIT: "1" }, () => 0);
    await getRaw(port, GAMES);
    await getRaw(port, GAMES);
    const answer = await getRaw(port, path, { "X-API-Key": "gdr_unknown" }, method);

    expect([401, 429]).not.toContain(answer.status);
    expect(limitsOf(answer)["remaining"]).toBe("0");
  });
});

it.each([
  ["GET", GAMES, {}],
  ["HEAD", GAMES, {}],
  ["GET", GAMES, { "If-None-Match": "*" }],
  ["GET", "/v1/%ZZ", {}],
  ["GET", "/v1/openapi.json/", {}],
  ["GET", "/%76%31/games", {}],
  ["GET", `${PATCHES}?kind=big`, {}],
  ["POST", GAMES, {}],
  ["GET", GAMES, { "X-API-Key": "gdr_unknown" }],
])("what is counted includes %s %s with %j", async (method, path, headers) => {
  const { port } = await start({}, () => 0);
  await getRaw(port, path, headers, method);

  expect(await remaining(port)).toBe("59");
});

it.each(["silent", "warn"])("the log has no line of a request at LOG_LEVEL %s", async (level) => {
  const { port, logs } = await start({ LOG_LEVEL: level });
  await getRaw(port, GAMES);

  expect(logs).toEqual([]);
});

it.each([
  ["", "https://gamedata.example.org/problems/internal-server-error", () => 0],
  [
    ", also where no window can be shown",
    "about:blank",
    () => {
      throw new Error("no window");
    },
  ],
])("a fault of the service is a 500 problem that any page can read%s", async (_what, type, now) => {
  const { port } = await realProxy({}, undefined, {
    windows: createMemoryWindows(60, now),
    identify: () => {
      throw new Error("the inner reason");
    },
  });
  const answer = await getRaw(port, `${GAMES}?x=1`);

  expect(answer.status).toBe(500);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...HEADERS_OF_EVERY_ANSWER,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "ratelimit-remaining": "60",
  });
  expect(problemOf(answer)).toMatchObject({ type, status: 500, instance: GAMES });
});
