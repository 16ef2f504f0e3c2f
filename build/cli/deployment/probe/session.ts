import type { Answer } from "../../../core/fetch/exchange.ts";
import { type Client, type ClientRequest, NoAnswerError } from "../../../core/fetch/http-client.ts";
import type { CheckName, DeploymentKind, Fault, Findings } from "./findings.ts";
import { judgeCors, judgeLink, judgeNosniff } from "./judge.ts";
import { judgeRateLimit } from "./rate-limit.ts";

/** One step of a probe. It is skipped once the host is known not to offer its check. */
export type Task = {
  check: CheckName;
  /** How many requests it takes. */
  requests: number;
  run: () => Promise<void>;
};

/** The largest answer whose size is not known from the manifest. */
const MAX_OTHER_BYTES = 256 * 1024;

/** Sends requests to a deployment and collects what the checks find. */
export class Session {
  readonly kind: DeploymentKind;
  readonly #client: Client;
  readonly #findings: Findings;

  constructor(client: Client, kind: DeploymentKind, findings: Findings) {
    this.kind = kind;
    this.#client = client;
    this.#findings = findings;
  }

  /** Sends a request of a check. Undefined where there was no usable answer, which is a fault. */
  async request(
    check: CheckName,
    path: string,
    { method = "GET", headers = {}, maxBytes = MAX_OTHER_BYTES }: Partial<ClientRequest> = {},
  ): Promise<Answer | undefined> {
    try {
      const identity = { "accept-encoding": "identity" };
      return await this.#client.send({
        path,
        method,
        headers: { ...identity, ...headers },
        maxBytes,
      });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.found(check, `${method} ${path}`, { expected: "an answer", actual: error.message });
      return undefined;
    }
  }

  /** Adds what a check found. `fault` is undefined where nothing is wrong. */
  found(check: CheckName, request: string, fault: Fault | undefined): void {
    this.#findings.add(check, request, fault);
  }

  /** Judges what every answer must have, whatever its status. */
  checkCommonRules(request: string, answer: Answer): void {
    this.found("CORS", request, judgeCors(answer, this.kind));
    this.found("nosniff", request, judgeNosniff(answer));
    this.found("Link to OpenAPI", request, judgeLink(answer));
    this.found("rate-limit headers", request, judgeRateLimit(answer));
  }
}
