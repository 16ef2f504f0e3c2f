import createClient from "openapi-fetch";
import { withAnswerCache } from "./answer-cache.ts";
import type { components, operations, paths } from "./api.ts";
import {
  type Clock,
  retryAfterSeconds,
  systemClock,
  wholeNumber,
  withRetries,
} from "./back-off.ts";
import { isProblem, ProblemError, parseProblem, UnexpectedAnswerError } from "./errors.ts";

export type { Clock } from "./back-off.ts";
export {
  isProblem,
  type Problem,
  ProblemError,
  type ProblemKind,
  UnexpectedAnswerError,
} from "./errors.ts";

type Schemas = components["schemas"];

export type Hero = Schemas["Hero"];
export type Ability = Schemas["Ability"];
export type GameMap = Schemas["GameMap"];
export type Patch = Schemas["Patch"];
export type PatchChange = Schemas["PatchChange"];
export type HeroDetails = Schemas["HeroDetails"];
export type PatchDetails = Schemas["PatchDetails"];

/** The filters of the patch list. A patch must satisfy every filter that is given. */
export type PatchFilters = NonNullable<operations["listPatches"]["parameters"]["query"]>;

/** A language that has a vocabulary of its own. */
export type Language = Schemas["Language"];

export type ClientOptions = {
  /** Where the API is, such as `https://gamedata.example.org`. */
  baseUrl: string;
  /** A personal API key. It has a higher limit than anonymous calls. */
  apiKey?: string | undefined;
  /** An access token of the authorization server, instead of a key. */
  accessToken?: string | undefined;
  /** Called instead of the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** How often a request is tried after a 429 or 503. With 1 it never waits. Default: 3. */
  tries?: number | undefined;
  /**
   * The longest wait before another try. Where the service asks for a longer one, its problem is
   * thrown at once. Default: 60.
   */
  maxWaitSeconds?: number | undefined;
  /** The longest wait of one call in all its tries. Then the problem is thrown. Default: none. */
  maxTotalWaitSeconds?: number | undefined;
  /** Called before each wait with its seconds, rounded up. */
  onWait?: ((seconds: number) => void) | undefined;
  /** The game to ask about. Default: `overwatch`. */
  game?: components["parameters"]["game"] | undefined;
  /**
   * How many answers are kept and requested again with their ETag. Default: 100. In a browser 0 is
   * right, since the browser's own cache does the same.
   */
  cachedAnswers?: number | undefined;
  /** The clock to wait by, for tests. */
  clock?: Clock | undefined;
};

/** The options of every call. */
export type CallOptions = { signal?: AbortSignal | null | undefined };

/** The caller's window, as the last answer described it. */
export type RateLimit = { limit: number; remaining: number; resetSeconds: number };

/**
 * The API, with a method for each operation. A method throws `ProblemError` where the service
 * answers with a problem, `UnexpectedAnswerError` where something else answers, and what `fetch`
 * throws where nothing answers.
 */
export type Client = {
  /** A hero, by id, name or alias, in any letter case. */
  hero: (name: string, call?: CallOptions) => Promise<Hero>;
  /** Every hero. */
  heroes: (call?: CallOptions) => Promise<Schemas["HeroCollection"]>;
  /** A hero's kit: Ability 1, Ability 2, Ultimate, then the rest. */
  abilities: (hero: string, call?: CallOptions) => Promise<Schemas["AbilityCollection"]>;
  /** A map, by id, name, alias or variant, in any letter case. */
  map: (name: string, call?: CallOptions) => Promise<GameMap>;
  /** Every map, its variants inside it. */
  maps: (call?: CallOptions) => Promise<Schemas["MapCollection"]>;
  /** The core competitive modes. */
  modes: (call?: CallOptions) => Promise<Schemas["ModeCollection"]>;
  /** The roles with their sub-roles and passives. */
  roles: (call?: CallOptions) => Promise<Schemas["RoleCollection"]>;
  /** Patches, newest first. */
  patches: (filters?: PatchFilters, call?: CallOptions) => Promise<Schemas["PatchCollection"]>;
  /** A patch with its changes. */
  patch: (id: string, call?: CallOptions) => Promise<Patch>;
  /** What a patch changed. */
  changes: (patch: string, call?: CallOptions) => Promise<Schemas["PatchChangeCollection"]>;
  /** The supported games. */
  games: (call?: CallOptions) => Promise<Schemas["GameCollection"]>;
  /** Every spelling, variant and ability slot, in one language or in all. */
  vocabulary: (language?: Language, call?: CallOptions) => Promise<Schemas["Vocabulary"]>;
  /** A hero's figures and perks, by id, name or alias, in any letter case. */
  heroDetails: (name: string, call?: CallOptions) => Promise<HeroDetails>;
  /** Figures and perks of every hero. */
  allHeroDetails: (call?: CallOptions) => Promise<Schemas["HeroDetailsCollection"]>;
  /**
   * A patch's changes in words, and what they mean for each hero. A date without a patch means the
   * newest patch before it.
   */
  patchDetails: (id: string, call?: CallOptions) => Promise<PatchDetails>;
  /** Values that are unknown or rest on thin evidence, and why. */
  gaps: (call?: CallOptions) => Promise<Schemas["GapList"]>;
  /** What the deployment serves. */
  health: (call?: CallOptions) => Promise<Schemas["Health"]>;
  /** The OpenAPI description. */
  description: (call?: CallOptions) => Promise<Record<string, unknown>>;
  /** The description in OpenAPI 3.0.3. */
  description30: (call?: CallOptions) => Promise<Record<string, unknown>>;
  /** The caller's window. Undefined before the first answer, and on hosts without limits. */
  rateLimit: () => RateLimit | undefined;
};

/**
 * Creates a client of one deployment. It waits where the service asks for it, and does not fetch
 * again what has not changed. Throws `TypeError` for wrong options.
 */
export function client(options: ClientOptions): Client {
  const {
    baseUrl,
    tries = 3,
    maxWaitSeconds = 60,
    maxTotalWaitSeconds = Number.POSITIVE_INFINITY,
    onWait = () => {},
    game = "overwatch",
    cachedAnswers = 100,
    clock = systemClock,
  } = options;
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(
      `baseUrl is ${JSON.stringify(baseUrl)}; expected an address such as ` +
        "https://gamedata.example.org",
    );
  }
  let limits: RateLimit | undefined;

  const fetchOnce = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const fetchPatiently = withRetries(withAnswerCache(fetchOnce, cachedAnswers), {
    tries,
    maxWaitSeconds,
    maxTotalWaitSeconds,
    onWait,
    clock,
  });
  const fetchOrThrow = async (request: Request): Promise<Response> => {
    const response = await fetchPatiently(request);
    limits = rateLimitOf(response.headers) ?? limits;
    const contentType = response.headers.get("Content-Type") ?? "";
    if (response.ok && /\bjson\b/.test(contentType)) return response;
    const problem = response.ok ? undefined : parseProblem(await response.text());
    if (problem === undefined)
      throw new UnexpectedAnswerError(request.url, response.status, contentType);
    throw new ProblemError(problem, retryAfterSeconds(response.headers, clock.now()));
  };

  const api = createClient<paths>({ baseUrl, headers: credential(options), fetch: fetchOrThrow });
  const things = thingsOf(api, game);
  return { ...things, ...detailsOf(api, things), ...filesOf(api), rateLimit: () => limits };
}

type Api = ReturnType<typeof createClient<paths>>;

/** The calls below the game. */
function thingsOf(api: Api, game: string) {
  const path = { game } as const;
  return {
    hero: (name, call) =>
      answer(
        api.GET("/v1/{game}/heroes/{hero}", {
          ...init(call),
          params: { path: { game, hero: name } },
        }),
      ),
    heroes: (call) => answer(api.GET("/v1/{game}/heroes", { ...init(call), params: { path } })),
    abilities: (hero, call) =>
      answer(
        api.GET("/v1/{game}/heroes/{hero}/abilities", {
          ...init(call),
          params: { path: { game, hero } },
        }),
      ),
    map: (map, call) =>
      answer(api.GET("/v1/{game}/maps/{map}", { ...init(call), params: { path: { game, map } } })),
    maps: (call) => answer(api.GET("/v1/{game}/maps", { ...init(call), params: { path } })),
    modes: (call) => answer(api.GET("/v1/{game}/modes", { ...init(call), params: { path } })),
    roles: (call) => answer(api.GET("/v1/{game}/roles", { ...init(call), params: { path } })),
    patches: (query, call) =>
      answer(
        api.GET("/v1/{game}/patches", { ...init(call), params: { path, ...(query && { query }) } }),
      ),
    patch: (patch, call) =>
      answer(
        api.GET("/v1/{game}/patches/{patch}", { ...init(call), params: { path: { game, patch } } }),
      ),
    changes: (patch, call) =>
      answer(
        api.GET("/v1/{game}/patches/{patch}/changes", {
          ...init(call),
          params: { path: { game, patch } },
        }),
      ),
  } satisfies Partial<Client>;
}

/** The calls of details. A host of plain files does not resolve all of their names. */
function detailsOf(api: Api, { hero, patches }: Pick<Client, "hero" | "patches">) {
  return {
    heroDetails: async (name, call) => {
      const detailsOfHero = (id: string) =>
        answer(
          api.GET("/details/heroes/{hero}.json", { ...init(call), params: { path: { hero: id } } }),
        );
      try {
        return await detailsOfHero(name);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        // A host of plain files has details under ids alone. The hero of that name gives the id.
        const { id } = await hero(name, call);
        if (id === name) throw error;
        return detailsOfHero(id);
      }
    },
    patchDetails: async (id, call) => {
      const detailsOfPatch = (patch: string) =>
        answer(
          api.GET("/details/patches/{patch}.json", { ...init(call), params: { path: { patch } } }),
        );
      try {
        return await detailsOfPatch(id);
      } catch (error) {
        if (!isNotFound(error) || !/^\d{4}-\d{2}-\d{2}$/.test(id)) throw error;
        const { data } = await patches(undefined, call);
        const before = data.find(({ date }) => date <= id);
        if (before === undefined) throw error;
        return detailsOfPatch(before.id);
      }
    },
  } satisfies Partial<Client>;
}

/** The calls without names of the game. */
function filesOf(api: Api) {
  return {
    games: (call) => answer(api.GET("/v1/games", init(call))),
    vocabulary: (language, call) =>
      language === undefined
        ? answer(api.GET("/vocabulary.json", init(call)))
        : answer(
            api.GET("/vocabulary/{language}.json", {
              ...init(call),
              params: { path: { language } },
            }),
          ),
    allHeroDetails: (call) => answer(api.GET("/details/heroes.json", init(call))),
    gaps: (call) => answer(api.GET("/gaps.json", init(call))),
    health: (call) => answer(api.GET("/health", init(call))),
    description: (call) => answer(api.GET("/v1/openapi.json", init(call))),
    description30: (call) => answer(api.GET("/openapi-3.0.json", init(call))),
  } satisfies Partial<Client>;
}

/** Whether an error is a 404. A host without the proxy may answer with a page of its own. */
function isNotFound(error: unknown): boolean {
  if (error instanceof UnexpectedAnswerError) return error.status === 404;
  return isProblem(error, "not-found");
}

function init(call: CallOptions | undefined): { signal: AbortSignal | null } {
  return { signal: call?.signal ?? null };
}

/** The body of an answer. `fetchOrThrow` has thrown where there is none. */
async function answer<Body>(asked: Promise<{ data?: Body }>): Promise<Body> {
  const { data } = await asked;
  if (data === undefined) throw new TypeError("the answer has no body");
  return data;
}

function credential({ apiKey, accessToken }: ClientOptions): Record<string, string> {
  if (apiKey !== undefined && accessToken !== undefined) {
    throw new TypeError("an apiKey and an accessToken are given; a request carries one credential");
  }
  if (apiKey !== undefined) return { "x-api-key": apiKey };
  return accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` };
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const limit = wholeNumber(headers.get("RateLimit-Limit"));
  const remaining = wholeNumber(headers.get("RateLimit-Remaining"));
  const resetSeconds = wholeNumber(headers.get("RateLimit-Reset"));
  if (limit === undefined || remaining === undefined || resetSeconds === undefined)
    return undefined;
  return { limit, remaining, resetSeconds };
}
