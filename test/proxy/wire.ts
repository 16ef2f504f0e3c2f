import { Pool } from "undici";
import { expect, onTestFinished } from "vitest";
import { ProblemSchema } from "../../build/core/schema/answer-shapes.ts";
import { getRaw, type RawAnswer } from "../helpers/proxy.ts";

export const HEROES = "/v1/overwatch/heroes";
export const MAPS = "/v1/overwatch/maps";
export const PATCHES = "/v1/overwatch/patches";

/** A path with each segment percent-encoded as a client library does it. */
export function encodePath(path: string) {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** A path with every byte of its segments percent-encoded, also those that need not be. */
export function encodeEveryByte(path: string) {
  const encode = (segment: string) => Buffer.from(segment).toString("hex").replace(/../g, "%$&");
  return path.split("/").map(encode).join("/");
}

/** The problem that an answer holds; throws where its body has another shape. */
export function problemOf(answer: RawAnswer) {
  return ProblemSchema.parse(JSON.parse(answer.body));
}

/** The `detail` of the problem that a path answers with. */
export async function detailOf(port: number, path: string) {
  return problemOf(await getRaw(port, path)).detail;
}

/** The headers that every answer has, of any status. */
export const HEADERS_OF_EVERY_ANSWER = {
  "ratelimit-limit": expect.stringMatching(/^\d+$/),
  "ratelimit-remaining": expect.stringMatching(/^\d+$/),
  "ratelimit-reset": expect.stringMatching(/^\d+$/),
  "ratelimit-policy": expect.stringMatching(/^"anonymous";q=\d+;w=\d+$/),
  ratelimit: expect.stringMatching(/^"anonymous";r=\d+;t=\d+$/),
  "access-control-allow-origin": "*",
  "access-control-expose-headers": expect.any(String),
  "x-content-type-options": "nosniff",
  "x-request-id": expect.stringMatching(/^[!-~]{1,128}$/),
  link: '</v1/openapi.json>; rel="service-desc"',
};

/** An answer with its body as bytes, for compressed bodies and many requests. */
export type BytesAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/**
 * `GET` over few connections that are kept open until the test ends; the path goes out exactly as
 * given.
 */
export function keepAliveClient(
  port: number,
): (path: string, headers?: Record<string, string>) => Promise<BytesAnswer> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 });
  onTestFinished(() => pool.destroy());
  return async (path, headers = {}) => {
    const answer = await pool.request({ path, method: "GET", headers });
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(flat),
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  };
}

/** Samples by name and labels, of the text format 0.0.4. */
export async function samplesOf(text: Promise<string>) {
  const lines = (await text).split("\n").filter((line) => line.startsWith("gamedata_"));
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(" ")),
      Number(line.slice(line.lastIndexOf(" ") + 1)),
    ]),
  );
}
