import { READ_SCOPE } from "../../core/keys/api-key.ts";
import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { notFoundDetails } from "../../core/schema/not-found-details.ts";
import { fillPath, OPERATIONS } from "../../core/schema/operations.ts";
import { PATCH_KINDS } from "../../core/schema/patch-kinds.ts";
import { PROBLEM_DETAILS, problemOf } from "../../core/schema/problem-details.ts";
import { PROBLEM_TYPES, type ProblemType } from "../../core/schema/problem-types.ts";
import { componentRef } from "./components.ts";
import type { ExampleValues } from "./examples.ts";
import { EVERY_ANSWER_HEADERS, type HEADERS, headerRefs } from "./response-headers.ts";

/** The response of each problem that an operation declares, by the problem's type. */
export function problemResponses(values: ExampleValues, baseUrl: string): Record<string, object> {
  return Object.fromEntries(
    Object.entries(examplesOf(values)).map(([name, { detail, instance }]) => {
      const type = name as ProblemType;
      const response = {
        description: PROBLEM_TYPES[type].meaning,
        headers: headerRefs(...EVERY_ANSWER_HEADERS, ...headersOf(type), "Cache-Control", "Link"),
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

/** What a proxy answers, in its words; a test compares. */
function examplesOf(
  values: ExampleValues,
): Partial<Record<ProblemType, { detail: string; instance: string }>> {
  const instance = fillPath(OPERATIONS.getHero.path, values);
  const heroes = fillPath(OPERATIONS.listHeroes.path, values);
  const kinds = `one of ${PATCH_KINDS.join(", ")}`;
  const { badQuery, unknownValue, rejectedCredential, missingScope } = PROBLEM_DETAILS;
  return {
    "bad-request": {
      detail: badQuery([unknownValue("kind", "balance", kinds)]),
      instance: fillPath(OPERATIONS.listPatches.path, values),
    },
    unauthorized: { detail: rejectedCredential(), instance },
    forbidden: { detail: missingScope(READ_SCOPE), instance },
    "not-found": {
      detail: notFoundDetails(values.game)[heroes] ?? "",
      instance: `${heroes}/nobody-of-this-name`,
    },
    "precondition-failed": { detail: PROBLEM_DETAILS.preconditionFailed, instance },
    "too-many-requests": { detail: PROBLEM_DETAILS.limitExhausted(60, 60, 42), instance },
    "internal-server-error": { detail: PROBLEM_DETAILS.internalError, instance },
  };
}

function headersOf(type: ProblemType): (keyof typeof HEADERS)[] {
  if (type === "too-many-requests") return ["Retry-After"];
  return type === "unauthorized" || type === "forbidden" ? ["WWW-Authenticate"] : [];
}
