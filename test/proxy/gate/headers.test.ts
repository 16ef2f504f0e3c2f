import { expect, it } from "vitest";
import { createHeaders } from "../../../proxy/gate/headers.ts";
import type { Tier, Window } from "../../../proxy/limit/windows.ts";

/**
 * The fields of the list of names and values, where 60 and 1000 requests are allowed in so many
 * seconds.
 */
function fieldsOf(
  tier: Tier,
  window: Window,
  windowSeconds: number,
): Record<string, string | undefined> {
  const headersOf = createHeaders({ anonymous: 60, keyed: 1000, windowSeconds });
  const list = headersOf({ tier, window }, { headers: [] }, "id");
  return Object.fromEntries(
    list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : [])),
  );
}

const WINDOW = { limit: 60, remaining: 59, resetSeconds: 42, isExhausted: false };

it("the contract's three headers and the draft's two fields describe the same window", () => {
  expect(fieldsOf("anonymous", WINDOW, 60)).toMatchObject({
    "RateLimit-Limit": "60",
    "RateLimit-Remaining": "59",
    "RateLimit-Reset": "42",
    "RateLimit-Policy": '"anonymous";q=60;w=60',
    RateLimit: '"anonymous";r=59;t=42',
  });
});

it("the policy names the caller's own tier and the length of its window", () => {
  const headers = fieldsOf("keyed", { ...WINDOW, limit: 1000, remaining: 0 }, 3600);

  expect(headers).toMatchObject({
    "RateLimit-Policy": '"keyed";q=1000;w=3600',
    RateLimit: '"keyed";r=0;t=42',
  });
});
