import type { Answer } from "../../../core/fetch/exchange.ts";
import { NoAnswerError } from "../../../core/fetch/exchange.ts";
import type { Client, ClientRequest } from "../../../core/fetch/http-client.ts";

/** The kinds of deployments: any host of plain files, the proxy, hosts with our files for them. */
export const KINDS = ["static", "proxy", "nginx", "caddy", "cloudflare", "netlify"] as const;

export type DeploymentKind = (typeof KINDS)[number];

const HOSTS = KINDS.filter((kind) => kind !== "proxy");
const WITHOUT_RULES: DeploymentKind[] = ["static", "cloudflare", "netlify"];

/** Every check, in the order of the report, with the kinds of deployments that do not offer it. */
const CHECKS = {
  bytes: [],
  "content types": [],
  compression: [],
  "ETag and 304": [],
  CORS: [],
  nosniff: [],
  "caching of /health": [],
  "404 status": [],
  "malformed paths": [],
  "404 problems": ["cloudflare", "netlify"],
  "caching of documents": ["static"],
  "caching of errors": WITHOUT_RULES,
  "canonical path": WITHOUT_RULES,
  "patch filters": HOSTS,
  "rate-limit headers": HOSTS,
  "status 429": HOSTS,
} satisfies Record<string, readonly DeploymentKind[]>;

export type CheckName = keyof typeof CHECKS;

/** What is wrong with an answer. */
export type Fault = { expected: string; actual: string };

/** The result of a check. `failed` counts what differs, and `example` is the first of these. */
export type CheckResult = {
  check: CheckName;
  outcome: "ok" | "differs" | "not offered" | "not tried";
  tried: number;
  failed: number;
  example?: Fault & { request: string };
};

/** The largest answer whose size is not known from the manifest. */
const MAX_OTHER_BYTES = 256 * 1024;

/** Sends the requests of checks to a deployment, and collects what they find. */
export class Findings {
  readonly kind: DeploymentKind;
  readonly #client: Client;
  readonly #results: Map<CheckName, CheckResult>;

  constructor(client: Client, kind: DeploymentKind) {
    this.kind = kind;
    this.#client = client;
    this.#results = new Map(
      (Object.keys(CHECKS) as CheckName[]).map((check) => {
        const without: readonly DeploymentKind[] = CHECKS[check];
        const outcome = without.includes(kind) ? "not offered" : "not tried";
        return [check, { check, outcome, tried: 0, failed: 0 }];
      }),
    );
  }

  /** Sends a request of a check. Undefined where there was no usable answer, which is a fault. */
  async request(
    check: CheckName,
    path: string,
    { method = "GET", headers = {}, maxBytes = MAX_OTHER_BYTES }: Partial<ClientRequest> = {},
  ): Promise<Answer | undefined> {
    const sent = { "accept-encoding": "identity", ...headers };
    try {
      return await this.#client.send({ path, method, headers: sent, maxBytes });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      this.add(check, `${method} ${path}`, { expected: "an answer", actual: error.message });
      return undefined;
    }
  }

  /** Adds a try of a check. `fault` is undefined where nothing is wrong. */
  add(check: CheckName, request: string, fault: Fault | undefined): void {
    const result = this.#results.get(check);
    if (result === undefined || result.outcome === "not offered") return;
    result.tried += 1;
    if (result.outcome === "not tried") result.outcome = "ok";
    if (fault === undefined) return;
    result.outcome = "differs";
    result.failed += 1;
    result.example ??= { request, ...fault };
  }

  /** Adds a try that compares two texts. */
  compare(check: CheckName, request: string, actual = "none", expected = "none"): void {
    this.add(check, request, actual === expected ? undefined : { expected, actual });
  }

  results(): CheckResult[] {
    return [...this.#results.values()];
  }
}
