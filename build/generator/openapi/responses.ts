import { PATCH_KINDS } from "../../core/game/day.ts";
import { READ_SCOPE } from "../../core/keys/api-key.ts";
import { ProblemSchema } from "../../core/schema/answer-shapes.ts";
import { fillPath, OPERATIONS } from "../../core/schema/operations.ts";
import {
  PROBLEM_DETAILS,
  PROBLEM_TYPES,
  type ProblemType,
  problemOf,
} from "../../core/schema/problems.ts";
import { notFoundDetails } from "../documents/not-found-files.ts";
import { componentRef } from "./components.ts";
import type { ExampleValues } from "./examples.ts";

/** The response of each problem that an operation declares, by the problem's type. */
export function problemResponses(values: ExampleValues, baseUrl: string): Record<string, object> {
  return Object.fromEntries(
    Object.entries(examplesOf(values)).map(([name, { detail, instance, ...others }]) => {
      const type = name as ProblemType;
      const response = {
        description: PROBLEM_TYPES[type].meaning,
        headers: headerRefs(...EVERY_ANSWER_HEADERS, ...headersOf(type), "Cache-Control", "Link"),
        content: {
          "application/problem+json": {
            schema: componentRef(ProblemSchema),
            example: { ...problemOf(type, detail, instance, baseUrl), ...others },
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
): Partial<Record<ProblemType, { detail: string; instance: string; suggestions?: object[] }>> {
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
      detail: `${notFoundDetails(values.game)[heroes]} Did you mean \`${values.hero}\`?`,
      instance: `${instance}o`,
      suggestions: [{ collection: "heroes", id: values.hero, name: values.heroName }],
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

const text = (description: string) => ({ description, schema: { type: "string" } });
const integer = (description: string) => ({ description, schema: { type: "integer" } });

/** Every header that the description declares. */
export const HEADERS = {
  "RateLimit-Limit": integer("Requests per window of the caller's tier."),
  "RateLimit-Remaining": integer("Requests left in the caller's window."),
  "RateLimit-Reset": integer("Whole seconds until the window ends, rounded up."),
  "RateLimit-Policy": text(
    'The limit in one field: "anonymous";q=60;w=60 is 60 requests (q) in 60 seconds (w).',
  ),
  RateLimit: text(
    'What is left, in one field: "anonymous";r=59;t=42 is 59 requests (r) for 42 seconds (t).',
  ),
  "Retry-After": integer("Seconds to wait; the same number as RateLimit-Reset."),
  "WWW-Authenticate": text("Why the key or token was rejected, as RFC 6750 has it."),
  ETag: text(
    "The version of the document. Send it as If-None-Match: while it is the same, the answer is 304.",
  ),
  "Cache-Control": text("How long a private cache may keep the answer."),
  "Content-Location": text(
    "The canonical path, when the document was asked for by another spelling.",
  ),
  Vary: text("Accept-Encoding: a cache keeps one copy for each compression."),
  "X-Request-Id": text("The id of the request in the log of the service. A request may choose it."),
  Link: text('The address of the OpenAPI description, rel="service-desc".'),
};

/** The caller's window and the id of the request, on every answer. */
export const EVERY_ANSWER_HEADERS = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
  "X-Request-Id",
] as const;

/** References to headers by their names. */
export function headerRefs(...names: readonly (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
