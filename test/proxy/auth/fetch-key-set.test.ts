import { describe, expect, it, onTestFinished, vi } from "vitest";
import type * as z from "zod";
import { NothingThere, parseJsonResponse } from "../../../build/core/fetch/json-response.ts";
import {
  createRemoteKeySet,
  type FetchJson,
  fetchKeySet,
  TIMES,
} from "../../../proxy/auth/fetch-key-set.ts";
import { createSigningKey } from "../../helpers/authorization-server.ts";
import { keptLog } from "./credentials.ts";

const { publicJwk } = await createSigningKey("ES256", "a");
const SET = { keys: [publicJwk, null] };
const ISSUER = "https://auth.example.org/realm";
const JWKS = `${ISSUER}/.well-known/jwks.json`;
const CONFIGURATION = `${ISSUER}/.well-known/openid-configuration`;
const ADDRESS = { issuer: ISSUER, jwksUrl: JWKS, discoveryUrl: CONFIGURATION };

/** A server by address: a status, a body with status 200, or nothing where it is away. */
function web(pages: Record<string, number | object>) {
  const fetched: string[] = [];
  const fetchJson: FetchJson = async <T>(url: string, schema: z.ZodType<T>) => {
    fetched.push(url);
    const page = pages[url];
    if (page === undefined) throw new Error("connect ECONNREFUSED");
    const status = typeof page === "number" ? page : 200;
    return parseJsonResponse(status, JSON.stringify(page), schema);
  };
  return { fetched, fetchJson };
}

describe("the keys of an issuer", () => {
  const jwks_uri = "https://keys.example.org/set";
  const configuration = { issuer: ISSUER, jwks_uri, other: 1 };

  it.each([404, 410])("are where its configuration says if the default is %i", async (status) => {
    const { fetchJson } = web({ [JWKS]: status, [CONFIGURATION]: configuration, [jwks_uri]: SET });
    expect(await fetchKeySet(fetchJson, ADDRESS, 1)).toEqual({
      url: jwks_uri,
      keys: [publicJwk],
      size: 2,
    });
  });

  it.each([
    ["it cannot be reached", {}, /ECONNREFUSED/],
    ["it has an error", { [JWKS]: 500 }, /status 500/],
    ["it has no usable key", { [JWKS]: { keys: [{}] } }, /none of its keys/],
  ])("are only at the default address where %s", async (_, pages, words) => {
    const { fetchJson, fetched } = web({
      [CONFIGURATION]: configuration,
      [jwks_uri]: SET,
      ...pages,
    });
    await expect(fetchKeySet(fetchJson, ADDRESS, 1)).rejects.toThrow(words);
    expect(fetched).toEqual([JWKS]);
  });

  it("are only at JWKS_URL where that is set", async () => {
    const { fetchJson, fetched } = web({ [JWKS]: 404, [CONFIGURATION]: configuration });
    const address = { ...ADDRESS, discoveryUrl: undefined };
    await expect(fetchKeySet(fetchJson, address, 1)).rejects.toThrow(NothingThere);
    expect(fetched).toEqual([JWKS]);
  });

  it.each([
    ["of another issuer", { issuer: `${ISSUER}/` }, /"issuer" is not AUTH_URL/],
    ["with keys at http", { jwks_uri: "http://keys.example.org/set" }, /is not an https address/],
    ["with keys in a file", { jwks_uri: "file:///etc/passwd" }, /is not an https address/],
    ["without keys", { jwks_uri: undefined }, /not of the expected shape/],
  ])("are not taken from a configuration %s", async (_, fault, words) => {
    const pages = { [JWKS]: 404, [CONFIGURATION]: { ...configuration, ...fault } };
    const { fetchJson, fetched } = web(pages);
    await expect(fetchKeySet(fetchJson, ADDRESS, 1)).rejects.toThrow(words);
    expect(fetched).toEqual([JWKS, CONFIGURATION]);
  });
});

it("after a failure one request in each pause fetches, and no other waits", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" }); // where jose shares no fetch
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const { fetchJson, fetched } = web({});
  const options = { fetchJson, log: keptLog(), onKeysChanged: () => undefined, times: TIMES };
  const remote = createRemoteKeySet(ADDRESS, options);
  const find = () => remote.find({ alg: "ES256", kid: "b" }, { payload: "", signature: "" });
  await expect(find()).rejects.toThrow("the JWKS cannot be fetched");
  const askMany = () => Promise.allSettled(Array.from({ length: 50 }, find));
  await askMany();
  expect([fetched.length, remote.isFailing()]).toEqual([1, true]);

  vi.advanceTimersByTime(TIMES.firstPause);
  await askMany();
  expect(fetched).toHaveLength(2);
});
