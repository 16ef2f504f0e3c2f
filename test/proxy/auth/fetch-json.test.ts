import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { createClient } from "#host";
import { fetchJson } from "../../../proxy/auth/fetch-json.ts";
import { FAILURES, type Failure } from "../../helpers/authorization-server.ts";
import { authorizationServer } from "./credentials.ts";

const Schema = z.object({ answer: z.string() });

/** Fetches from a server that sends `content`, or fails. */
async function fetched(content: unknown, failure?: Failure, limits: { maxBytes?: number } = {}) {
  const { jwks } = await authorizationServer({ algorithms: [] });
  jwks.lie = content;
  jwks.failure = failure;
  const { fetchOnce, close } = createClient({ connections: 1, connectMs: 300 });
  onTestFinished(close);
  const request = { method: "GET" as const, headers: {}, timeoutMs: 300, maxBytes: 1_000 };
  return fetchJson(fetchOnce, jwks.url, Schema, { ...request, ...limits });
}

describe("an answer of another service", () => {
  it("is its JSON, of the expected shape", async () => {
    expect(await fetched({ answer: "42", more: true })).toEqual({ answer: "42" });
  });

  it("may be as long as the limit, to the byte", async () => {
    const content = { answer: "x".repeat(100) };
    const { length } = JSON.stringify(content);

    expect(await fetched(content, undefined, { maxBytes: length })).toEqual(content);
    await expect(fetched(content, undefined, { maxBytes: length - 1 })).rejects.toThrow(
      /longer than \d+ bytes/,
    );
  });

  it.each([[{}], [{ answer: 42 }], [[]], ["42"], [null]])(
    "%j is not of the expected shape",
    async (content) => {
      await expect(fetched(content)).rejects.toThrow("the answer is not of the expected shape");
    },
  );

  it.each(Object.keys(FAILURES) as Failure[])(
    "is an error that does not repeat it, when the service %s",
    async (failure) => {
      const error = await fetched({ answer: "hush-hush" }, failure).catch(
        (thrown: unknown) => thrown,
      );

      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("hush");
    },
  );
});
