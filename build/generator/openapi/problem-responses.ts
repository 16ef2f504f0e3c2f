import { READ_SCOPE } from "../../core/keys/api-key.ts";
import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { notFoundDetails } from "../../core/schema/not-found-details.ts";
import { fillPath, OPERATIONS } from "../../core/schema/operations.ts";
import { PATCH_KINDS } from "../../core/schema/patch-kinds.ts";
import { PROBLEM_DETAILS, problemOf } from "../../core/schema/problem-details.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../core/schema/problem-types.ts";
import { componentRef } from "./components.ts";
import type { ExampleValues } from "./examples.ts";
import { type HEADERS, headerRefs, LIMIT_HEADERS } from "./response-headers.ts";

/** The response of each problem that an operation declares, by the problem's type. */
export function problemResponses(values: ExampleValues, baseUrl: string): Record<string, object> {
  return Object.fromEntries(
    PROBLEMS.map((type) => {
      const { detail, instance } = exampleOf(type, values);
      const response = {
        description: PROBLEM_TYPES[type].meaning,
        headers: headerRefs(...LIMIT_HEADERS, ...headersOf(type), "Cache-Control", "Link"),
        content: {
          "application/problem+json": {
            schema: componentRef(ProblemSchema),
            example: problemOf(type, detail, instance, baseUrl),
          },
        },
      };
      return [type, response];
    }),
  );
}

const PROBLEMS = [
  "bad-request",
  "unauthorized",
  "forbidden",
  "not-found",
  "too-many-requests",
  "internal-server-error",
] as const satisfies ProblemType[];

/** What a proxy answers, in its words; a test compares. */
function exampleOf(
  type: (typeof PROBLEMS)[number],
  values: ExampleValues,
): { detail: string; instance: string } {
  const instance = fillPath(OPERATIONS.getHero.path, values);
  const heroes = fillPath(OPERATIONS.listHeroes.path, values);
  const kinds = `one of ${PATCH_KINDS.join(", ")}`;
  switch (type) {
    case "bad-request":
      return {
        detail: PROBLEM_DETAILS.badQuery([PROBLEM_DETAILS.unknownValue("kind", "balance", kinds)]),
        instance: fillPath(OPERATIONS.listPatches.path, values),
      };
    case "unauthorized":
      return { detail: PROBLEM_DETAILS.rejectedCredential(), instance };
    case "forbidden":
      return { detail: PROBLEM_DETAILS.missingScope(READ_SCOPE), instance };
    case "not-found":
      return {
        detail: notFoundDetails(values.game)[heroes] ?? "",
        instance: `${heroes}/nobody-of-this-name`,
      };
    case "too-many-requests":
      return { detail: PROBLEM_DETAILS.limitExhausted(60, 60, 42), instance };
    case "internal-server-error":
      return { detail: PROBLEM_DETAILS.internalError, instance };
  }
}

function headersOf(type: ProblemType): (keyof typeof HEADERS)[] {
  if (type === "too-many-requests") return ["Retry-After"];
  return type === "unauthorized" || type === "forbidden" ? ["WWW-Authenticate"] : [];
}
