import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../../helpers/authorization-server.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { addKey, apiKey, ask, bearer, sharedKeyFile } from "./credentials.ts";

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

/** The proxy with keys and tokens, whose windows stand still unless `now` moves. */
async function proxy(env: Record<string, string> = {}, now = () => 0) {
  const settings = { API_KEYS_FILE: keyFile, AUTH_URL: server.issuer, ...env };
  const { port } = await startProxy(inject("realSite"), settings, now);
  /** The status, and the window it is counted in. */
  const get = async (lines: string[] = [], path?: string) => {
    const { status, headers } = await ask(port, lines, path);
    return `${status} ${headers.get("ratelimit")}`;
  };
  return { port, get };
}

const keyOf = ({ key }: Issued) => apiKey(key);
const tokenOf = async (sub: string, claims = {}) => bearer(await server.issue({ sub, ...claims }));
const BAD = apiKey("gdr_bad");

describe("windows", () => {
  const key = (issued: () => Issued) => async () => keyOf(issued());
  const token =
    (sub: string, claims = {}) =>
    () =>
      tokenOf(sub, claims);
  it.each<[string, () => Promise<string[]>, () => Promise<string[]>]>([
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

  it.each<[string, () => Promise<string[]>, () => Promise<string[]>]>([
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

describe("a rejected credential", () => {
  it("gets 429 once the window is used up, while good credentials from there get 200", async () => {
    const { get } = await proxy();
    const token = await tokenOf("a");
    await get(token); // one that nobody has seen yet would have to be verified
    const answers = [];
    for (let n = 0; n < 61; n += 1) answers.push(await get(BAD));

    expect(answers.slice(0, 60).every((answer) => answer.startsWith("401"))).toBe(true);
    expect(answers[60]).toBe('429 "anonymous";r=0;t=60');
    expect(await get(keyOf(first))).toBe('200 "keyed";r=999;t=60');
    expect(await get(token)).toBe('200 "keyed";r=998;t=60');
    expect(await get(await tokenOf("b"))).toBe('429 "anonymous";r=0;t=60');
  });
});
