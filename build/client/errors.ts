import type { Problem, ProblemKind } from "./api.ts";

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

/**
 * Whether an error is a problem of the service. With `kind`: a problem of this kind.
 * @example isProblem(error, "not-found")
 */
export function isProblem(error: unknown, kind?: ProblemKind): error is ProblemError {
  return (
    error instanceof ProblemError &&
    (kind === undefined || error.problem.type.endsWith(`/problems/${kind}`))
  );
}

/** The problem in a body; undefined where the body holds something else. */
export function parseProblem(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text);
    const texts = ["type", "title", "detail", "instance"].map((key) => value?.[key]);
    const isText = (one: unknown) => typeof one === "string";
    return typeof value?.status === "number" && texts.every(isText) ? value : undefined;
  } catch {
    return undefined;
  }
}
