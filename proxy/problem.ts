import type { Problem } from "../build/schema/answers.ts";
import { PROBLEM_TYPES, type ProblemType, problemTypeUrl } from "../build/schema/problem-types.ts";

/** A problem document (RFC 9457). `instance` is the request path as received, without the query. */
export function problemOf(
  type: ProblemType,
  detail: string,
  instance: string,
  baseUrl: string,
): Problem {
  const { status, title } = PROBLEM_TYPES[type];
  return { type: problemTypeUrl(baseUrl, type), title, status, detail, instance };
}
