import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { limitKey } from "../../../build/cli/keys/edit-keys.ts";
import { createLimitOf } from "../../../proxy/auth/claimed-limit.ts";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../../helpers/authorization-server.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { addKey, apiKey, ask, bearer, keptLog, sharedKeyFile } from "./credentials.ts";

let server: AuthorizationServer;
const keyFile = sharedKeyFile();
type Issued = ReturnType<typeof addKey>;
let first: Issued;
let second: Issued;

beforeAll(async () => {
  server = await startAuthorizationServer({ algorithms: ["ES256", "EdDSA"] });
  first = addKey(keyFile);
  second = addKey(keyFile);
});

afterAll(() => server.stop());

/** The proxy with keys and tokens, whose windows do not move unless `now` does. */
async function proxy(env: Record<string, string> = {}, now = () => 0) {
  const settings = { API_KEYS_FILE: keyFile, AUTH_URL: server.issuer, ...env };
  const { port } = await realProxy(settings, now);
  /** The status, and the window it is counted in. */
  const get = async (lines: string[] = [], path?: string) => {
    const { status, headers } = await ask(port, lines, path);
    return `${status} ${headers.get("ratelimit")}`;
  };
  return { port, get };
}

const keyOf = ({ key }: Issued) => apiKey(key);
const tokenOf = async (sub: string, claims = {}) => bearer(await server.issue({ sub, ...claims }));
describe("windows", () => {
  const key = (issued: () => Issued) => async () => keyOf(issued());
  const token =
    (sub: string, claims = {}) =>
    () =>
      tokenOf(sub, claims);
  it.each([
    ["a key, whichever header it is in", key(() => first), async () => bearer(first.key)],
    ["two tokens of an account", token("a", { jti: "1" }), token("a", { jti: "2" })],
    [
      "an account, whatever signs its tokens",
      token("a"),
      async () => bearer(await server.issue({ sub: "a" }, { alg: "EdDSA" })),
    ],
  ])("are one for %s", async (_, one, other) => {
    const { get } = await proxy();
    await get(await one());

    expect(await get(await other())).toBe('200 "keyed";r=998;t=60');
  });

  it.each([
    ["two keys", key(() => first), key(() => second)],
    ["two accounts", token("a"), token("A")],
    ["a key and an account with its id", key(() => first), () => tokenOf(first.entry.id)],
    ["a caller's key and its address", key(() => first), async () => []],
  ])("are apart for %s", async (_, one, other) => {
    const { get } = await proxy();
    await get(await one());

    expect(await get(await other())).toMatch(/^200 ("keyed";r=999|"anonymous";r=59);t=60$/);
  });
});

describe("a limit of its own", () => {
  it("is that of a key, from the next look at the file on", async () => {
    const key = addKey(keyFile, { limit: "2" });
    const { port, get } = await proxy({ KEYED_LIMIT: "9000" });
    const { headers } = await ask(port, keyOf(key));
    expect(headers.get("ratelimit-limit")).toBe("2");
    expect(headers.get("ratelimit-policy")).toBe('"keyed";q=2;w=60');
    expect(await get(keyOf(first))).toBe('200 "keyed";r=8999;t=60');
    expect(await get(keyOf(key))).toBe('200 "keyed";r=0;t=60');
    expect(await get(keyOf(key))).toBe('429 "keyed";r=0;t=60');

    limitKey(keyFile, key.entry.id, "none");
    await expect.poll(() => get(keyOf(key)), { timeout: 15_000 }).toMatch(/^200 "keyed";r=\d/);
  });

  it("is what LIMIT_CLAIM names in a token, which judges the window of its account", async () => {
    const { get } = await proxy({ LIMIT_CLAIM: "quota" });
    expect(await get(await tokenOf("c", { quota: 5 }))).toBe('200 "keyed";r=4;t=60');
    expect(await get(await tokenOf("c"))).toBe('200 "keyed";r=998;t=60');
    expect(await get(await tokenOf("c", { quota: 2 }))).toBe('429 "keyed";r=0;t=60');
    expect(await get(await tokenOf("c", { quota: "9" }))).toBe('200 "keyed";r=996;t=60');
  });

  it("is what LIMIT_CLAIM names in an introspection response", async () => {
    server.introspection.active.set("gdr_known", { scope: "gamedata:read", quota: 5 });
    const { url } = server.introspection;
    const { get } = await proxy({ LIMIT_CLAIM: "quota", API_KEY_INTROSPECTION_URL: url });
    expect(await get(apiKey("gdr_known"))).toBe('200 "keyed";r=4;t=60');
  });

  it.each([
    [1, 1],
    [1_000_000_000, 1_000_000_000],
    [null, undefined],
    [0, undefined],
    [-1, undefined],
    [1.5, undefined],
    [1_000_000_001, undefined],
    ["5", undefined],
    [[5], undefined],
  ])("that is %j in a token is %j, and a bad one is a warning a minute", (value, limit) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const log = keptLog();
    const limitOf = createLimitOf("quota", log);
    for (let seconds = 0; seconds < 120; seconds += 1) {
      expect(limitOf({ quota: value, other: 7 })).toBe(limit);
      vi.advanceTimersByTime(1_000);
    }
    expect(log.lines).toHaveLength(limit === undefined && value !== null ? 2 : 0);
    expect(createLimitOf("constructor", log)({})).toBeUndefined();
  });
});
