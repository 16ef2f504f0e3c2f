import { expect, inject, it, vi } from "vitest";
import { temporaryFolder } from "../../helpers/data.ts";
import { startProxy } from "../../helpers/proxy.ts";
import { addKey } from "../auth/credentials.ts";
import { hold } from "../connection.ts";

const PATH = "/v1/overwatch/heroes/ana";

/**
 * What several requests on one connection are answered with: the first lines and the headers of
 * each answer.
 */
async function answersOn(
  env: Record<string, string>,
  requests: readonly string[],
): Promise<string[]> {
  const { port } = await startProxy(inject("realSite"), env);
  const { socket, received } = await hold(port);
  const heads = () => received().match(/HTTP\/1\.1 \d{3} .*?\r\n\r\n/gs) ?? [];
  for (const [at, request] of requests.entries()) {
    socket.write(request);
    await vi.waitFor(() => expect(heads()).toHaveLength(at + 1));
  }
  return heads();
}

const request = (...fields: string[]) =>
  `HEAD ${PATH} ` +
  `HTTP/1.1\r\n${["Host: test", ...fields].map((field) => `${field}\r\n`).join("")}\r\n`;

it("each request of a connection is judged by its own credential", async () => {
  const file = `${temporaryFolder()}/keys.json`;
  const { key } = addKey(file);
  const answers = await answersOn({ API_KEYS_FILE: file }, [
    request(),
    request(`x-api-key: ${key}`),
    request(`x-api-key: ${key}`),
    request(`x-api-key: ${key}x`),
    request(`X-Api-Key: ${key}`, `x-api-key: ${key}`),
    request(`authorization: Bearer ${key}`),
    request(),
  ]);

  expect(
    answers.map((head) =>
      /^HTTP\/1\.1 (\d+).*RateLimit: "(\w+)";r=(\d+)/s.exec(head)?.slice(1).join(" "),
    ),
  ).toEqual([
    "200 anonymous 59",
    "200 keyed 999",
    "200 keyed 998",
    "401 anonymous 58",
    "401 anonymous 57",
    "200 keyed 997",
    "200 anonymous 56",
  ]);
});

it("each request of a connection has its own coding, and its own validators", async () => {
  const [first = "", ...others] = await answersOn({}, [
    request("accept-encoding: br"),
    request("accept-encoding: gzip"),
    request(),
    request("if-none-match: *"),
    request("accept-encoding: br"),
    "HEAD /v1/games HTTP/1.1\r\nHost: test\r\naccept-encoding: br\r\n\r\n",
  ]);
  const codingOf = (head: string) => /Content-Encoding: (\w+)/.exec(head)?.[1];

  expect(codingOf(first)).toBe("br");
  expect(others.map((head) => `${head.slice(9, 12)} ${codingOf(head)}`)).toEqual([
    "200 gzip",
    "200 undefined",
    "304 undefined",
    "200 br",
    "200 br",
  ]);
});

it("each request of a connection is judged by itself also where its header is long", async () => {
  const file = `${temporaryFolder()}/keys.json`;
  const { key } = addKey(file);
  const long = `x-padding: ${"x".repeat(10_000)}`;
  const answers = await answersOn({ API_KEYS_FILE: file }, [
    request(`x-api-key: ${key}`),
    request(`x-api-key: ${key}x`, long),
    request(`x-api-key: ${key}`, long),
    request(`x-api-key: ${key}`),
  ]);

  expect(answers.map((head) => head.slice(9, 12))).toEqual(["200", "401", "200", "200"]);
});

it("each request of a connection is of its own version of HTTP", async () => {
  const lines = (version: string) =>
    `HEAD ${PATH} HTTP/${version}\r\nConnection: keep-alive\r\n\r\n`;
  // only the older one goes without Host
  const answers = await answersOn({}, [lines("1.0"), lines("1.1")]);

  expect(answers.map((head) => head.slice(9, 12))).toEqual(["200", "400"]);
});

it("each request of a connection is counted for the address that it is forwarded for", async () => {
  const answers = await answersOn({ TRUST_PROXY: "127.0.0.1" }, [
    request("x-forwarded-for: 192.0.2.1"),
    request("x-forwarded-for: 192.0.2.2"),
    request("x-forwarded-for: 192.0.2.1"),
    request("x-forwarded-for: 192.0.2.1"),
  ]);

  expect(answers.map((head) => /RateLimit-Remaining: (\d+)/.exec(head)?.[1])).toEqual([
    "59",
    "59",
    "58",
    "57",
  ]);
});
