import type * as api from "./api.ts";
import { isProblem, ProblemError, parseProblem, UnexpectedAnswerError } from "./errors.ts";
import {
  type Clock,
  retryAfterSeconds,
  systemClock,
  wholeNumber,
  withAnswerCache,
  withRetries,
} from "./fetch-wrappers.ts";

export { type HeroInTime, stateAsOf } from "../core/game/state-as-of.ts";
export type * from "./api.ts";
export { isProblem, ProblemError, UnexpectedAnswerError } from "./errors.ts";
export type { Clock } from "./fetch-wrappers.ts";

/** The filters of the patch list. A patch must satisfy every filter that is given. */
export type PatchFilters = {
  /** A calendar date: patches of that day and later. */
  since?: string;
  /** A calendar date: patches of that day and earlier. */
  until?: string;
  kind?: api.PatchKind;
};

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
  /** Called before each wait with its seconds, rounded up. */
  onWait?: ((seconds: number) => void) | undefined;
  /** The game to ask about. Default: `overwatch`. */
  game?: string | undefined;
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
 * answers with a problem, `UnexpectedAnswerError` where something else answers, and `TypeError` as
 * `fetch` does where nothing answers; its message has the address.
 */
export type Client = {
  /**
   * A hero, by id, name or alias, in any letter case.
   * @example (await api.hero("루시우")).health.total
   */
  hero: (name: string, call?: CallOptions) => Promise<api.Hero>;
  /**
   * Every hero.
   * @example (await api.heroes()).data.map(({ name }) => name)
   */
  heroes: (call?: CallOptions) => Promise<api.HeroCollection>;
  /**
   * A hero's kit: Ability 1, Ability 2, Ultimate, then the rest.
   * @example (await api.abilities("ana")).data[2]?.name // Nano Boost
   */
  abilities: (hero: string, call?: CallOptions) => Promise<api.AbilityCollection>;
  /**
   * A map, by id, name, alias or variant, in any letter case.
   * @example (await api.map("King's Row (Winter)")).id // kings-row
   */
  map: (name: string, call?: CallOptions) => Promise<api.GameMap>;
  /**
   * Every map with its variants.
   * @example (await api.maps()).data.length
   */
  maps: (call?: CallOptions) => Promise<api.MapCollection>;
  /**
   * The core competitive modes.
   * @example (await api.modes()).data.map(({ id }) => id)
   */
  modes: (call?: CallOptions) => Promise<api.ModeCollection>;
  /**
   * The roles with their sub-roles and passives.
   * @example (await api.roles()).data[0]?.subroles
   */
  roles: (call?: CallOptions) => Promise<api.RoleCollection>;
  /**
   * Patches, newest first.
   * @example await api.patches({ since: "2026-06-01", kind: "season" })
   */
  patches: (filters?: PatchFilters, call?: CallOptions) => Promise<api.PatchCollection>;
  /**
   * A patch with its changes.
   * @example (await api.patch("2026-08-11")).name
   */
  patch: (id: string, call?: CallOptions) => Promise<api.Patch>;
  /**
   * What a patch changed.
   * @example (await api.changes("2026-08-11")).data[0]?.target
   */
  changes: (patch: string, call?: CallOptions) => Promise<api.PatchChangeCollection>;
  /**
   * The supported games.
   * @example (await api.games()).data[0]?.id // overwatch
   */
  games: (call?: CallOptions) => Promise<api.GameCollection>;
  /**
   * Every spelling, variant and ability slot, in one language or in all.
   * @example (await api.vocabulary("ko")).heroes["루시우"] // lucio
   */
  vocabulary: (language?: api.Language, call?: CallOptions) => Promise<api.Vocabulary>;
  /**
   * A hero's figures and perks, by id, name or alias, in any letter case.
   * @example (await api.heroDetails("ana")).perks
   */
  heroDetails: (name: string, call?: CallOptions) => Promise<api.HeroDetails>;
  /**
   * A map with its evidence, by id, name, alias or variant, in any letter case.
   * @example (await api.mapDetails("ilios")).stages
   */
  mapDetails: (name: string, call?: CallOptions) => Promise<api.MapDetails>;
  /**
   * Every state of a hero, by id, name or alias. `stateAsOf` gives the one of a day.
   * @example stateAsOf(await api.history("ana"), "2026-08-11")
   */
  history: (hero: string, call?: CallOptions) => Promise<api.HeroHistory>;
  /**
   * Every state of a map.
   * @example (await api.mapHistory("hanaoka")).states
   */
  mapHistory: (map: string, call?: CallOptions) => Promise<api.MapHistory>;
  /**
   * Every state of a role, by its id.
   * @example (await api.roleHistory("tank")).states
   */
  roleHistory: (id: string, call?: CallOptions) => Promise<api.RoleHistory>;
  /**
   * Every change of rules: of a mode by its id, of `all` modes, or of `competitive` play.
   * @example (await api.ruleHistory("competitive")).changes
   */
  ruleHistory: (id: string, call?: CallOptions) => Promise<api.RuleHistory>;
  /**
   * Figures and perks of every hero.
   * @example (await api.allHeroDetails()).fields
   */
  allHeroDetails: (call?: CallOptions) => Promise<api.HeroDetailsCollection>;
  /**
   * A patch's changes in words, and what they mean for each hero.
   * @example (await api.patchDetails("2026-08-11")).heroes
   */
  patchDetails: (id: string, call?: CallOptions) => Promise<api.PatchDetails>;
  /**
   * Every hero in a line: names, role, sub-role, release, last change.
   * @example (await api.heroList()).data[0]?.release.date
   */
  heroList: (call?: CallOptions) => Promise<api.HeroList>;
  /**
   * Every map in a line: mode, stages, release, last change.
   * @example (await api.mapList()).data[0]?.country
   */
  mapList: (call?: CallOptions) => Promise<api.MapList>;
  /**
   * Every mode that match logs name, in every language.
   * @example (await api.modeList()).data.filter(({ core }) => !core)
   */
  modeList: (call?: CallOptions) => Promise<api.ModeList>;
  /**
   * Maps that match logs name and the API does not serve.
   * @example (await api.otherMaps()).data[0]?.modes
   */
  otherMaps: (call?: CallOptions) => Promise<api.OtherMapList>;
  /**
   * Every patch in a line: its season, and how many changes it has.
   * @example (await api.patchList()).data[0]?.season
   */
  patchList: (call?: CallOptions) => Promise<api.PatchList>;
  /**
   * Every change of every patch, without notes and sources.
   * @example (await api.allChanges()).data[0]?.changes.length
   */
  allChanges: (call?: CallOptions) => Promise<api.ChangeList>;
  /**
   * Every name of heroes, maps, variants and stages, and of what is gone.
   * @example (await api.names()).heroes[0]?.names["pt-BR"]
   */
  names: (call?: CallOptions) => Promise<api.NameList>;
  /**
   * Every kit of every hero, with its numbers alone. `stateAsOf` gives the one of a day.
   * @example (await api.allHistory()).data[0]?.states.length
   */
  allHistory: (call?: CallOptions) => Promise<api.HeroHistoryList>;
  /**
   * Values that are unknown or weakly sourced, and why.
   * @example (await api.gaps()).gaps.length
   */
  gaps: (call?: CallOptions) => Promise<api.GapList>;
  /**
   * The sources that values are compared with, and how many of their values agree.
   * @example (await api.witnesses()).witnesses[0]?.family
   */
  witnesses: (call?: CallOptions) => Promise<api.WitnessList>;
  /**
   * The newest patch on record, and how complete the record is.
   * @example (await api.status()).patch
   */
  status: (call?: CallOptions) => Promise<api.Status>;
  /**
   * The first and the last day of each season.
   * @example (await api.seasons()).seasons.at(-1)?.name
   */
  seasons: (call?: CallOptions) => Promise<api.SeasonList>;
  /**
   * What the deployment serves.
   * @example (await api.health()).version
   */
  health: (call?: CallOptions) => Promise<api.Health>;
  /**
   * The OpenAPI description.
   * @example (await api.description())["openapi"]
   */
  description: (call?: CallOptions) => Promise<Record<string, unknown>>;
  /**
   * The caller's window. Undefined before the first answer, and on hosts without limits.
   * @example api.rateLimit()?.remaining
   */
  rateLimit: () => RateLimit | undefined;
};

/**
 * Creates a client of one deployment. It waits where the service asks for it, and does not fetch
 * again what has not changed. Throws `TypeError` for wrong options.
 * @example const api = client({ baseUrl: "https://gamedata.example.org" });
 */
export function client(options: ClientOptions): Client {
  const {
    baseUrl,
    tries = 3,
    maxWaitSeconds = 60,
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
  const headers = credential(options);
  const base = baseUrl.replace(/\/+$/, "");
  let limits: RateLimit | undefined;

  const fetchOnce = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const fetchPatiently = withRetries(withAnswerCache(fetchOnce, cachedAnswers), {
    tries,
    maxWaitSeconds,
    onWait,
    clock,
  });
  const get: Get = async (path, call) => {
    const request = new Request(base + path, { headers, signal: call?.signal ?? null });
    const response = await fetchPatiently(request).catch((error: unknown) => {
      throw withAddress(error, request.url);
    });
    limits = rateLimitOf(response.headers) ?? limits;
    const contentType = response.headers.get("Content-Type") ?? "";
    if (response.ok && /\bjson\b/.test(contentType)) return response.json();
    const problem = response.ok ? undefined : parseProblem(await response.text());
    if (problem === undefined)
      throw new UnexpectedAnswerError(request.url, response.status, contentType);
    throw new ProblemError(problem, retryAfterSeconds(response.headers, clock.now()));
  };

  const resources = resourcesOf(get, pathOf("v1", game));
  return {
    ...resources,
    ...detailsOf(get, resources),
    vocabulary: (language, call) =>
      get(
        language === undefined ? "/vocabulary.json" : `${pathOf("vocabulary", language)}.json`,
        call,
      ),
    ...documentsOf(get),
    rateLimit: () => limits,
  };
}

/** What `fetch` throws where nothing answers says neither what was asked for nor why. */
function withAddress(error: unknown, url: string): unknown {
  if (!(error instanceof TypeError)) return error; // an aborted signal
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new TypeError(`${url} cannot be fetched: ${reason}`, { cause: error });
}

/** Fetches the JSON at a path. The type of the result is the promise of the API. */
type Get = <Body>(path: string, call?: CallOptions) => Promise<Body>;

/** The calls of one document each, by its path. */
const DOCUMENTS = {
  allHeroDetails: "/details/heroes.json",
  heroList: "/lists/heroes.json",
  mapList: "/lists/maps.json",
  modeList: "/lists/modes.json",
  otherMaps: "/lists/other-maps.json",
  patchList: "/lists/patches.json",
  allChanges: "/lists/changes.json",
  names: "/lists/names.json",
  allHistory: "/history/heroes.json",
  gaps: "/gaps.json",
  witnesses: "/witnesses.json",
  status: "/status.json",
  seasons: "/seasons.json",
  games: "/v1/games",
  health: "/health",
  description: "/v1/openapi.json",
} as const;

function documentsOf(get: Get) {
  return Object.fromEntries(
    Object.entries(DOCUMENTS).map(([name, path]) => [
      name,
      (call?: CallOptions) => get(path, call),
    ]),
  ) as Pick<Client, keyof typeof DOCUMENTS>;
}

/** The calls below the game. */
function resourcesOf(get: Get, game: string) {
  return {
    hero: (name, call) => get(`${game}${pathOf("heroes", name)}`, call),
    heroes: (call) => get(`${game}/heroes`, call),
    abilities: (hero, call) => get(`${game}${pathOf("heroes", hero, "abilities")}`, call),
    map: (name, call) => get(`${game}${pathOf("maps", name)}`, call),
    maps: (call) => get(`${game}/maps`, call),
    modes: (call) => get(`${game}/modes`, call),
    roles: (call) => get(`${game}/roles`, call),
    patches: (filters, call) => get(`${game}/patches${queryOf(filters)}`, call),
    patch: (id, call) => get(`${game}${pathOf("patches", id)}`, call),
    changes: (patch, call) => get(`${game}${pathOf("patches", patch, "changes")}`, call),
  } satisfies Partial<Client>;
}

/** The calls of details. A host of plain files does not resolve all of their names. */
function detailsOf(get: Get, { hero, map }: Pick<Client, "hero" | "map">) {
  /** A host of plain files has them under ids alone. The hero or map of a name gives the id. */
  const byName =
    <Body>(
      path: readonly [folder: string, collection: string],
      find: (name: string, call?: CallOptions) => Promise<{ id: string }>,
    ) =>
    async (name: string, call?: CallOptions): Promise<Body> => {
      const read = (id: string) => get<Body>(`${pathOf(...path, id)}.json`, call);
      try {
        return await read(name);
      } catch (error) {
        if (!isNotFound(error)) throw error;
        const { id } = await find(name, call);
        if (id === name) throw error;
        return read(id);
      }
    };
  return {
    heroDetails: byName<api.HeroDetails>(["details", "heroes"], hero),
    mapDetails: byName<api.MapDetails>(["details", "maps"], map),
    history: byName<api.HeroHistory>(["history", "heroes"], hero),
    mapHistory: byName<api.MapHistory>(["history", "maps"], map),
    roleHistory: (id, call) => get(`${pathOf("history", "roles", id)}.json`, call),
    ruleHistory: (id, call) => get(`${pathOf("history", "rules", id)}.json`, call),
    patchDetails: (id, call) => get(`${pathOf("details", "patches", id)}.json`, call),
  } satisfies Partial<Client>;
}

/** A path of names, each percent-encoded. */
function pathOf(...names: string[]): string {
  return names.map((name) => `/${encodeURIComponent(name)}`).join("");
}

function queryOf(filters: PatchFilters | undefined): string {
  const given = Object.entries(filters ?? {}).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** Whether an error is a 404. A host without the proxy may answer with a page of its own. */
function isNotFound(error: unknown): boolean {
  if (error instanceof UnexpectedAnswerError) return error.status === 404;
  return isProblem(error, "not-found");
}

function credential({ apiKey, accessToken }: ClientOptions): Record<string, string> {
  if (apiKey !== undefined && accessToken !== undefined) {
    throw new TypeError(
      "apiKey and accessToken are both set; a request carries one credential, so pass one",
    );
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
