import { expect, it } from "vitest";
import {
  PROBLEM_TYPES,
  type ProblemType,
  problemOf,
} from "../../../../build/core/schema/problems.ts";

it.each([
  ["bad-request", 400, "Bad Request"],
  ["unauthorized", 401, "Unauthorized"],
  ["forbidden", 403, "Forbidden"],
  ["not-found", 404, "Not Found"],
  ["method-not-allowed", 405, "Method Not Allowed"],
  ["too-many-requests", 429, "Too Many Requests"],
  ["internal-server-error", 500, "Internal Server Error"],
] as const)(
  "the problem %s has status %i, its phrase as title, and a type under the base address",
  (type, status, title) => {
    expect(problemOf(type, "Why.", "/v1/x", "https://example.org")).toEqual({
      type: `https://example.org/problems/${type}`,
      title,
      status,
      detail: "Why.",
      instance: "/v1/x",
    });
  },
);

it("the members of a problem come in the order of the specification", () => {
  const types = Object.keys(PROBLEM_TYPES) as ProblemType[];
  const orders = new Set(
    types.map((type) => Object.keys(problemOf(type, "", "/", "https://example.org")).join()),
  );

  expect([...orders]).toEqual(["type,title,status,detail,instance"]);
});
