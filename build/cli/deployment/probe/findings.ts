/** The kind of a deployment: plain files behind a web server, or the proxy, which gives more. */
export type DeploymentKind = "static" | "proxy";

/**
 * Every check, in the order of the report, with the deployments that must pass it. `proxy`: a
 * static host need not offer it.
 */
export const CHECKS = {
  bytes: "any host",
  "content types": "any host",
  "canonical path": "proxy",
  "names in NFC": "any host",
  "names in NFD": "proxy",
  "any letter case": "proxy",
  "names of details": "proxy",
  "percent-encodings": "any host",
  "needless encodings": "proxy",
  encodings: "proxy",
  Vary: "any host",
  HEAD: "any host",
  ETag: "proxy",
  "conditional requests": "proxy",
  "file times": "any host",
  "404 status": "any host",
  "404 problems": "proxy",
  "404 instance": "proxy",
  "trailing slash": "proxy",
  "encoded slash": "proxy",
  "dot segments": "proxy",
  "broken encoding": "proxy",
  methods: "proxy",
  CORS: "proxy",
  preflight: "proxy",
  caching: "proxy",
  nosniff: "proxy",
  "Link to OpenAPI": "proxy",
  "rate-limit headers": "proxy",
  "rate-limit window": "proxy",
  "patch filters": "proxy",
} as const;

export type CheckName = keyof typeof CHECKS;

/**
 * What is wrong with an answer. `isAbsent`: the host does not offer it, which is a fault only where
 * it must.
 */
export type Fault = { expected: string; actual: string; isAbsent?: boolean };

/** `not tried`: nothing in the site or in the sample needs this check. */
export type Outcome = "ok" | "differs" | "not offered" | "not tried";

/**
 * The result of a check. `failed` counts what differs or is not offered. `example` is the first of
 * these.
 */
export type CheckResult = {
  check: CheckName;
  outcome: Outcome;
  tried: number;
  failed: number;
  example?: { request: string; expected: string; actual: string };
};

type Example = { request: string; expected: string; actual: string };

type Tally = {
  tried: number;
  wrong: number;
  absent: number;
  firstWrong?: Example;
  firstAbsent?: Example;
};

/** Collects what the checks find. */
export class Findings {
  readonly #kind: DeploymentKind;
  readonly #tallies = new Map<CheckName, Tally>();

  constructor(kind: DeploymentKind) {
    this.#kind = kind;
  }

  /** Adds a try of a check. `fault` is undefined where nothing is wrong. */
  add(check: CheckName, request: string, fault: Fault | undefined): void {
    const tally = this.#tallies.get(check) ?? { tried: 0, wrong: 0, absent: 0 };
    this.#tallies.set(check, tally);
    tally.tried += 1;
    if (fault === undefined) return;
    const example = { request, expected: fault.expected, actual: fault.actual };
    if (fault.isAbsent) {
      tally.absent += 1;
      tally.firstAbsent ??= example;
    } else {
      tally.wrong += 1;
      tally.firstWrong ??= example;
    }
  }

  /** Whether so many tries have shown that a host does not offer what it need not. */
  isGivenUp(check: CheckName, tries: number): boolean {
    const { tried = 0, absent = 0 } = this.#tallies.get(check) ?? {};
    return !this.#isDemanded(check) && absent >= tries && absent === tried;
  }

  lines(): CheckResult[] {
    return Object.keys(CHECKS)
      .filter((name): name is CheckName => name in CHECKS)
      .map((check) => this.#line(check));
  }

  #line(check: CheckName): CheckResult {
    const tally = this.#tallies.get(check) ?? { tried: 0, wrong: 0, absent: 0 };
    const example = tally.firstWrong ?? tally.firstAbsent;
    return {
      check,
      outcome: this.#outcome(check, tally),
      tried: tally.tried,
      failed: tally.wrong + tally.absent,
      ...(example === undefined ? {} : { example }),
    };
  }

  #outcome(check: CheckName, { tried, wrong, absent }: Tally): Outcome {
    if (tried === 0) return "not tried";
    if (wrong > 0) return "differs";
    if (absent > 0) return this.#isDemanded(check) ? "differs" : "not offered";
    return "ok";
  }

  #isDemanded(check: CheckName): boolean {
    return this.#kind === "proxy" || CHECKS[check] === "any host";
  }
}
