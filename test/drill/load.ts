import { setTimeout } from "node:timers/promises";
import { Agent, request } from "undici";
import { ProblemSchema } from "../../build/core/schema/answer-shapes.ts";
import { lookupKey } from "../../build/core/spelling/fold.ts";
import { parseRequestTarget } from "../../proxy/gate/request.ts";
import type { Catalog } from "../../proxy/site/catalog.ts";
import { CODINGS } from "../../proxy/site/document.ts";

/** The limits of callers, which are the defaults of the service. */
export const LIMITS = { anonymous: 60, keyed: 1000, windowSeconds: 60 };

/** The service that is called, and what callers need to know of it. */
export type Service = {
  /** Where it is reached. Requests are sent to each in turn. */
  urls: readonly string[];
  /** Every version of the site that may be served. */
  catalogs: readonly Catalog[];
  keys: readonly string[];
  tokens: readonly string[];
  /** The header that names the address of a caller. */
  addressHeader: string;
  /** The name of the current fault. */
  fault: string;
  /** Until this time (`performance.now()`) the keys of the authorization server may be unknown. */
  authorizationAwayUntil: number;
};

/** The results of a load. */
export type Tally = {
  requests: number;
  statuses: Map<number, number>;
  /** The time of each response, in milliseconds. */
  times: number[];
  /** What was wrong, and how often. */
  wrong: Map<string, number>;
};

type Caller = {
  name: string;
  tier: "anonymous" | "keyed";
  headers: (service: Service, turn: number) => Record<string, string>;
  /** The statuses beside those of the path that it may get. */
  refused: (service: Service) => readonly number[];
  isServed: boolean;
};

const pick = (all: readonly string[], turn: number): string => all[turn % all.length] ?? "";
const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
const from = ({ addressHeader }: Service, first: number, turn: number) => ({
  [addressHeader]: `${first}.0.${(turn >> 8) & 255}.${turn & 255}`,
});

/** Without its keys a token gets 500, and the address 429 after as many as its limit allows. */
const whileKeysAreUnknown = ({ authorizationAwayUntil }: Service) =>
  performance.now() < authorizationAwayUntil ? [500, 429] : [];

/** What most callers have in common. */
const SERVED = { refused: (): number[] => [], isServed: true };

/** The callers that the service serves, three times as often as the others. */
const GOOD_CALLERS: readonly Caller[] = [
  {
    ...SERVED,
    name: "anonymous, from many addresses",
    tier: "anonymous",
    headers: (service, turn) => from(service, 10, turn),
  },
  {
    ...SERVED,
    name: "a key",
    tier: "keyed",
    headers: ({ keys }, turn) => ({ "x-api-key": pick(keys, turn) }),
  },
  {
    ...SERVED,
    name: "an access token",
    tier: "keyed",
    headers: ({ tokens }, turn) => bearer(pick(tokens, turn)),
    refused: whileKeysAreUnknown,
  },
];

const CALLERS: readonly Caller[] = [
  ...GOOD_CALLERS,
  ...GOOD_CALLERS,
  ...GOOD_CALLERS,
  {
    ...SERVED,
    name: "anonymous, far beyond the limit",
    tier: "anonymous",
    headers: (service) => from(service, 11, 0),
    refused: () => [429],
  },
  {
    name: "a token that was altered",
    tier: "anonymous",
    headers: (service, turn) => ({
      ...bearer(`${pick(service.tokens, turn).slice(0, -12)}AAAAAAAAAAAA`),
      ...from(service, 12, turn),
    }),
    refused: (service) => [401, ...whileKeysAreUnknown(service)],
    isServed: false,
  },
];

const OTHER_PATHS = [
  "/v1/overwatch/heroes/L%C3%BAcio",
  "/v1/overwatch/heroes/nobody",
  "/v1/another/heroes",
  "/v1/overwatch/patches?kind=hotfix",
  "/v1/overwatch/patches?since=2999-01-01",
  "/nowhere",
];

/** The most requests that wait for a response at a time. A slow machine sends fewer than due. */
const MOST_WAITING = 256;

/** Sends requests at a constant rate until the signal, and checks every response. */
export async function load(
  service: Service,
  ratePerSecond: number,
  signal: AbortSignal,
  tally: Tally,
) {
  const connections = { connections: 64, pipelining: 1, headersTimeout: 20_000 };
  const dispatcher = new Agent({ ...connections, bodyTimeout: 20_000 });
  const documents = service.catalogs.flatMap((catalog) => [...catalog.documents]);
  const paths = [...new Set(documents.map(([, { path }]) => path))];
  const inFlight = new Set<Promise<void>>();

  const ask = async (turn: number) => {
    const caller = CALLERS[turn % CALLERS.length] as Caller;
    // The factor is a prime, so that every path has its turn.
    const path = turn % 5 === 0 ? pick(OTHER_PATHS, turn / 5) : pick(paths, turn * 7919);
    const headers = { "accept-encoding": pick(CODINGS, turn), ...caller.headers(service, turn) };
    const refusedBefore = caller.refused(service);
    const began = performance.now();
    try {
      const url = `${pick(service.urls, turn)}${path}`;
      const answer = await request(url, { dispatcher, headers });
      const { statusCode: status } = answer;
      const body = Buffer.from(await answer.body.arrayBuffer());
      const response = { status, headers: answer.headers, body };
      tally.times.push(performance.now() - began);
      add(tally.statuses, status);
      // What was right when the request was sent is still right.
      const refused = [...refusedBefore, ...caller.refused(service)];
      const fault = faultOf(service, { ...caller, refused }, path, response);
      if (fault !== undefined) add(tally.wrong, `${fault} for ${caller.name}, ${service.fault}`);
    } catch (error) {
      add(tally.wrong, `lost: ${error}, ${service.fault}`);
    }
  };

  const began = performance.now();
  while (!signal.aborted) {
    const due = ((performance.now() - began) / 1000) * ratePerSecond;
    while (tally.requests < due && inFlight.size < MOST_WAITING) {
      const asked = ask(tally.requests).finally(() => inFlight.delete(asked));
      inFlight.add(asked);
      tally.requests += 1;
    }
    await setTimeout(10);
  }
  await Promise.all(inFlight);
  await dispatcher.close();
}

type Response = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
};

/** What is wrong with a response, in a few words. Undefined if nothing is. */
function faultOf(
  service: Service,
  caller: Pick<Caller, "tier" | "isServed"> & { refused: readonly number[] },
  path: string,
  { status, headers, body }: Response,
) {
  const isPublic = !path.startsWith("/v1/") || path === "/v1/openapi.json";
  const isRefused = !isPublic && caller.refused.includes(status);
  const tiers = isPublic ? ["anonymous" as const] : [caller.tier];
  // Where a credential could not be checked, the window of the address is shown.
  if (isRefused && status !== 401) tiers.push("anonymous");
  const [limit, remaining] = ["limit", "remaining"].map((name) =>
    Number(headers[`ratelimit-${name}`]),
  );
  if (!tiers.some((tier) => LIMITS[tier] === limit))
    return `RateLimit-Limit ${limit} on a ${status}`;
  if (!(Number(remaining) >= 0 && Number(remaining) < Number(limit) + 1))
    return `RateLimit-Remaining ${remaining}`;
  if (status === 429 && remaining !== 0) return "429 though requests remain";
  if (status >= 400) {
    const problem = ProblemSchema.safeParse(parsed(body)).data;
    if (problem?.status !== status || problem.instance !== path.replace(/\?.*/, ""))
      return `a ${status} that is not its problem document`;
    if (isRefused) return undefined;
  }
  if (!caller.isServed && !isPublic) return `status ${status}`;
  return documentFault(service, path, { status, headers, body });
}

function documentFault({ catalogs }: Service, path: string, { status, headers, body }: Response) {
  const { segments, query } = parseRequestTarget(path);
  const found = catalogs.map(({ documents }) => segments && documents.get(lookupKey(segments)));
  if (status === 404) return found.includes(undefined) ? undefined : `404 for ${path}`;
  if (status !== 200) return `status ${status}`;
  if (query !== "") return undefined;
  const bodies = found.flatMap((document) =>
    CODINGS.flatMap((coding) => (document ? [document.representation(coding)] : [])),
  );
  const isKnown = bodies.some(
    (one) => !(one instanceof Promise) && one.etag === headers["etag"] && one.body.equals(body),
  );
  return isKnown ? undefined : `a body or an ETag of no version of ${path}`;
}

function parsed(body: Buffer) {
  try {
    return JSON.parse(`${body}`);
  } catch {
    return undefined;
  }
}

function add<Key>(counts: Map<Key, number>, key: Key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
