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
  example?: Example;
};

type Example = { request: string; expected: string; actual: string };

/** What the tries of a check found: answers that are wrong, and what the host does not offer. */
type Tally = { tried: number; wrong: Example[]; absent: Example[] };

/** Collects what the checks find. */
export class Findings {
  readonly #kind: DeploymentKind;
  readonly #tallies = new Map<CheckName, Tally>();

  constructor(kind: DeploymentKind) {
    this.#kind = kind;
  }

  /** Adds a try of a check. `fault` is undefined where nothing is wrong. */
  add(check: CheckName, request: string, fault: Fault | undefined): void {
    const tally = this.#tallyOf(check);
    this.#tallies.set(check, tally);
    tally.tried += 1;
    if (fault === undefined) return;
    const { isAbsent, ...rest } = fault;
    (isAbsent ? tally.absent : tally.wrong).push({ request, ...rest });
  }

  /** Whether so many tries have shown that a host does not offer what it need not. */
  isGivenUp(check: CheckName, tries: number): boolean {
    const { tried, absent } = this.#tallyOf(check);
    return !this.#isDemanded(check) && absent.length >= tries && absent.length === tried;
  }

  lines(): CheckResult[] {
    return Object.keys(CHECKS)
      .filter((name): name is CheckName => name in CHECKS)
      .map((check) => this.#line(check));
  }

  #line(check: CheckName): CheckResult {
    const tally = this.#tallyOf(check);
    const { tried, wrong, absent } = tally;
    const [example] = [...wrong, ...absent];
    const failed = wrong.length + absent.length;
    const result = { check, outcome: this.#outcome(check, tally), tried, failed };
    return example === undefined ? result : { ...result, example };
  }

  #tallyOf(check: CheckName): Tally {
    return this.#tallies.get(check) ?? { tried: 0, wrong: [], absent: [] };
  }

  #outcome(check: CheckName, { tried, wrong, absent }: Tally): Outcome {
    if (tried === 0) return "not tried";
    if (wrong.length > 0) return "differs";
    if (absent.length > 0) return this.#isDemanded(check) ? "differs" : "not offered";
    return "ok";
  }

  #isDemanded(check: CheckName): boolean {
    return this.#kind === "proxy" || CHECKS[check] === "any host";
  }
}
