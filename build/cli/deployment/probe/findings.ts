import { type Answer, NoAnswerError } from "../../../core/fetch/exchange.ts";
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

/** The result of a check. `failed` counts what differs, and `example` is the first of these. */
export type CheckResult = {
  check: CheckName;
  outcome: "ok" | "differs" | "not offered" | "not tried";
  tried: number;
  failed: number;
  example?: { request: string; expected: string; actual: string };
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
      this.compare(check, `${method} ${path}`, error.message, "an answer");
      return undefined;
    }
  }

  /** Adds a try of a check. */
  compare(check: CheckName, request: string, actual = "none", expected = "none"): void {
    const result = this.#results.get(check);
    if (result === undefined || result.outcome === "not offered") return;
    result.tried += 1;
    if (result.outcome === "not tried") result.outcome = "ok";
    if (actual === expected) return;
    result.outcome = "differs";
    result.failed += 1;
    result.example ??= { request, expected, actual };
  }

  results(): CheckResult[] {
    return [...this.#results.values()];
  }
}
