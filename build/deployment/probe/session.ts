import type { Answer } from "../../fetch/exchange.ts";
import { type Client, NoAnswerError, type Question } from "../../fetch/http-client.ts";
import { isVersionAddress } from "../../schema/versions.ts";
import type { CheckName, Fault, Findings, Kind } from "./findings.ts";
import { judgeCors, judgeLink, judgeNosniff } from "./judge.ts";
import { judgeRateLimit } from "./rate-limit.ts";

/** One step of a probe. It is left out once its check is known not to be offered. */
export type Task = {
  check: CheckName;
  /** How many requests it takes. */
  questions: number;
  run: () => Promise<void>;
};

/** A question whose size is not known from the manifest gets an answer of some kilobytes. */
const MAX_OTHER_BYTES = 256 * 1024;

/** Asks a deployment and collects what is found. */
export class Session {
  readonly kind: Kind;
  /** Whether what is asked is a version on a static host, which never changes. */
  readonly isVersion: boolean;
  readonly #client: Client;
  readonly #findings: Findings;

  constructor(client: Client, kind: Kind, findings: Findings, baseUrl: string) {
    this.kind = kind;
    this.isVersion = kind === "static" && isVersionAddress(baseUrl);
    this.#client = client;
    this.#findings = findings;
  }

  /** The answer to a question; without a usable one that is what the check found. */
  async ask(
    check: CheckName,
    path: string,
    { method = "GET", headers = {}, maxBytes = MAX_OTHER_BYTES }: Partial<Question> = {},
  ): Promise<Answer | undefined> {
    try {
      const identity = { "accept-encoding": "identity" };
      return await this.#client.ask({
        path,
        method,
        headers: { ...identity, ...headers },
        maxBytes,
      });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.found(check, `${method} ${path}`, { expected: "an answer", came: error.message });
      return undefined;
    }
  }

  found(check: CheckName, request: string, fault: Fault | undefined): void {
    this.#findings.add(check, request, fault);
  }

  /** What every answer has, of any status. */
  judgeEvery(request: string, answer: Answer): void {
    this.found("CORS", request, judgeCors(answer, this.kind));
    this.found("nosniff", request, judgeNosniff(answer));
    this.found("Link to OpenAPI", request, judgeLink(answer));
    this.found("rate-limit headers", request, judgeRateLimit(answer));
  }
}
