import type * as api from "./api.ts";

/** A problem document (RFC 9457). */
export type Problem = api.Problem;

/** The kind of a problem: the last segment of its `type`. */
export type ProblemKind = api.ProblemKind;

/** The service answered with a problem document. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;
  /** Seconds that the service asks to wait before another try. Undefined where it does not. */
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Something else than the API answered, such as a gateway or a page. */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError";
  readonly status: number;

  constructor(url: string, status: number, contentType: string) {
    super(
      `${url} answered ${status} with ${contentType || "no content type"}; expected JSON of ` +
        "the API; is baseUrl right?",
    );
    this.status = status;
  }
}

/** Whether an error is a problem of the service. With `kind`: a problem of this kind. */
export function isProblem(error: unknown, kind?: ProblemKind): error is ProblemError {
  return (
    error instanceof ProblemError &&
    (kind === undefined || error.problem.type.endsWith(`/problems/${kind}`))
  );
}

/** The problem in a body; undefined where the body holds something else. */
export function parseProblem(text: string): Problem | undefined {
  const value = parseJson(text);
  return isProblemDocument(value) ? value : undefined;
}

function isProblemDocument(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null || !("status" in value)) return false;
  const texts = ["type", "title", "detail", "instance"];
  return (
    typeof value.status === "number" &&
    texts.every((key) => typeof Reflect.get(value, key) === "string")
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
