import type * as z from "zod";
import {
  AbilityCollectionSchema,
  GameCollectionSchema,
  HealthSchema,
  HeroCollectionSchema,
  MapCollectionSchema,
  ModeCollectionSchema,
  PatchChangeCollectionSchema,
  PatchCollectionSchema,
  RoleCollectionSchema,
} from "./answer-shapes.ts";
import {
  GapListSchema,
  HeroDetailsCollectionSchema,
  HeroDetailsSchema,
  MapDetailsSchema,
  PatchDetailsSchema,
  SeasonListSchema,
  StatusSchema,
} from "./details.ts";
import { HeroSchema } from "./hero.ts";
import {
  HeroHistorySchema,
  MapHistorySchema,
  RoleHistorySchema,
  RuleHistorySchema,
} from "./history.ts";
import {
  ChangeListSchema,
  HeroHistoryListSchema,
  HeroListSchema,
  MapListSchema,
  ModeListSchema,
  NameListSchema,
  OtherMapListSchema,
  PatchListSchema,
} from "./lists.ts";
import { MapSchema } from "./map.ts";
import { PatchKindSchema, PatchSchema } from "./patch.ts";
import type { ProblemType } from "./problems.ts";
import { DateSchema } from "./values.ts";
import { LanguageSchema, VocabularySchema } from "./vocabulary.ts";
import { WitnessListSchema } from "./witness.ts";

/** The groups of operations, each with what is in it. */
export const TAGS = {
  Heroes: "Heroes with their names in every language, health and kits.",
  Extras: "Files beside /v1, on any static host, too. They need no key and are not counted.",
  Maps: "Maps with their modes and their cosmetic variants, which are never maps of their own.",
  Modes: "The core competitive modes; every map belongs to one.",
  Roles: "Roles, their sub-roles, and the passive that each sub-role grants.",
  Patches: "The record of patches and of what each of them changed, value by value.",
  Games: "The games that the service describes.",
  Service: "The deployment itself, and this description of it.",
};

/** One thing that can be asked for with GET. */
export type Operation = {
  /** Its template: `{hero}` represents a parameter. */
  path: string;
  summary: string;
  description: string;
  tag: keyof typeof TAGS;
  /** The shape of its answer; without it, any object, or a text where `type` is not JSON. */
  answer?: z.ZodObject;
  /** Default: `application/json`. */
  type?: string;
  /** The query parameters that it reads. */
  query?: readonly string[];
  /** `public`: it looks at no credential and is not counted. */
  access: "limited" | "public";
  /** Whether names in its path resolve in every spelling. Default: where `access` is `limited`. */
  isSpelled?: boolean;
};

const SPELLING =
  "Letter case, spaces in a row and invisible characters make no difference. Accents do, but each " +
  "name with accents has an alias without them: `Lúcio` and `lucio` both work.";

/** What the parameters of paths and queries hold. Default: a text. */
export const PARAMETERS = {
  game: { description: "Id of a game that `listGames` has; exact, case included." },
  hero: {
    description: `A hero's id, its English, Korean or Chinese name, or any alias. ${SPELLING}`,
  },
  map: {
    description: `A map's id, name or alias, or a variant by its name or as <map>-<variant>. ${SPELLING}`,
  },
  role: { description: "A role's id, such as tank." },
  rule: { description: "A mode's id, all for every mode, or competitive." },
  patch: {
    description: "A patch id: its date, suffixed -b, -c, ... for further patches of one day.",
  },
  language: {
    description: "A language in which the data names every hero.",
    schema: LanguageSchema,
  },
  since: { description: "Only patches on or after this date.", schema: DateSchema },
  until: { description: "Only patches on or before this date.", schema: DateSchema },
  kind: { description: "Only patches of this kind.", schema: PatchKindSchema },
} satisfies Record<string, { description: string; schema?: z.ZodType }>;

const PUBLIC = "Ignores credentials and is not counted.";

const CSV = "text/csv";
const ATOM = "application/atom+xml";

const IN_EXCEL =
  "It has no byte order mark. In Excel, import it with Data > From Text/CSV, and choose UTF-8.";
const NEWEST = "The newest 50 patches.";

const NO_FIGURES = "For damage, healing and other figures use `getHeroDetails`.";

/**
 * Everything that can be asked for, by operation id, in the order of the contract, then the extras.
 */
export const OPERATIONS = {
  getHealth: {
    path: "/health",
    summary: "What the deployment serves",
    description: `Never cached. ${PUBLIC}`,
    tag: "Service",
    answer: HealthSchema,
    access: "public",
  },
  listGames: {
    path: "/v1/games",
    summary: "The supported games",
    description: "The id of a game is the {game} segment of all other paths.",
    tag: "Games",
    answer: GameCollectionSchema,
    access: "limited",
  },
  getDescription: {
    path: "/v1/openapi.json",
    summary: "The OpenAPI description of the API",
    description: `Version 3.1, in JSON. ${PUBLIC}`,
    tag: "Service",
    access: "public",
  },
  listHeroes: {
    path: "/v1/{game}/heroes",
    summary: "Every hero as of the newest patch",
    description: `Sorted by id, each with its names, role, health and kit with cooldowns. ${NO_FIGURES}`,
    tag: "Heroes",
    answer: HeroCollectionSchema,
    access: "limited",
  },
  getHero: {
    path: "/v1/{game}/heroes/{hero}",
    summary: "A hero, by id, name or alias",
    description: `Its names, role, health and kit with cooldowns. ${NO_FIGURES}`,
    tag: "Heroes",
    answer: HeroSchema,
    access: "limited",
  },
  listAbilities: {
    path: "/v1/{game}/heroes/{hero}/abilities",
    summary: "A hero's abilities with their cooldowns",
    description:
      "The complete kit, weapons and passives, too. The first three are Ability 1, Ability 2 and " +
      `Ultimate, as match logs number them. ${NO_FIGURES}`,
    tag: "Heroes",
    answer: AbilityCollectionSchema,
    access: "limited",
  },
  listMaps: {
    path: "/v1/{game}/maps",
    summary: "Every map with its variants",
    description:
      "Sorted by id, each with its mode. A variant is never a map of its own. For stages use `getMapList`.",
    tag: "Maps",
    answer: MapCollectionSchema,
    access: "limited",
  },
  getMap: {
    path: "/v1/{game}/maps/{map}",
    summary: "A map, by id, name, alias or variant",
    description:
      "Its mode and variants. A variant resolves to its map. For stages use `getMapDetails`.",
    tag: "Maps",
    answer: MapSchema,
    access: "limited",
  },
  listModes: {
    path: "/v1/{game}/modes",
    summary: "The core competitive modes",
    description: "Always in the same order.",
    tag: "Modes",
    answer: ModeCollectionSchema,
    access: "limited",
  },
  listRoles: {
    path: "/v1/{game}/roles",
    summary: "Roles with their sub-roles and passives",
    description: "Always in the same order.",
    tag: "Roles",
    answer: RoleCollectionSchema,
    access: "limited",
  },
  listPatches: {
    path: "/v1/{game}/patches",
    summary: "Patches by date and kind, newest first",
    description:
      "Each with its changes, which do not say who was buffed: `getPatchDetails` does. " +
      "Filters combine. A static host without the proxy serves the whole list and ignores them.",
    tag: "Patches",
    answer: PatchCollectionSchema,
    query: ["since", "until", "kind"],
    access: "limited",
  },
  getPatch: {
    path: "/v1/{game}/patches/{patch}",
    summary: "A patch with its changes",
    description:
      "Values before and after, of the core competitive game only. For buffs, nerfs and what they mean for each hero use `getPatchDetails`.",
    tag: "Patches",
    answer: PatchSchema,
    access: "limited",
  },
  listChanges: {
    path: "/v1/{game}/patches/{patch}/changes",
    summary: "The changes of a patch alone",
    description: "In the order of its record. For buffs, nerfs and words use `getPatchDetails`.",
    tag: "Patches",
    answer: PatchChangeCollectionSchema,
    access: "limited",
  },
  getHeroDetails: named(
    "/details/heroes/{hero}.json",
    "A hero with figures, perks and evidence",
    HeroDetailsSchema,
  ),
  listHeroDetails: extra(
    "/details/heroes.json",
    "Figures and perks of every hero, and the meaning of each field",
    HeroDetailsCollectionSchema,
  ),
  getHeroList: extra(
    "/lists/heroes.json",
    "Every hero in a line: names, role, sub-role, release, last change",
    HeroListSchema,
  ),
  getHeroHistory: named(
    "/history/heroes/{hero}.json",
    "Every state of a hero since 2016",
    HeroHistorySchema,
  ),
  listHeroHistory: extra(
    "/history/heroes.json",
    "Every kit of every hero since 2016, with its numbers alone",
    HeroHistoryListSchema,
  ),
  getFiguresTable: extraFile("/details/figures.csv", "Every figure as a table", CSV, IN_EXCEL),
  getPerksTable: extraFile("/details/perks.csv", "Every perk as a table", CSV, IN_EXCEL),
  getHeroFeed: extraFile("/feeds/heroes/{hero}.atom", "A hero's changes as a feed", ATOM, NEWEST),
  getMapDetails: named("/details/maps/{map}.json", "A map with its evidence", MapDetailsSchema),
  getMapList: extra(
    "/lists/maps.json",
    "Every map in a line: mode, stages, release, last change",
    MapListSchema,
  ),
  listOtherMaps: extra(
    "/lists/other-maps.json",
    "Maps that match logs name and the API does not serve",
    OtherMapListSchema,
  ),
  getMapHistory: named("/history/maps/{map}.json", "Every state of a map", MapHistorySchema),
  getMapFeed: extraFile("/feeds/maps/{map}.atom", "A map's changes as a feed", ATOM, NEWEST),
  getPatchDetails: extra(
    "/details/patches/{patch}.json",
    "A patch's changes in words, and what they mean for each hero",
    PatchDetailsSchema,
  ),
  getPatchList: extra(
    "/lists/patches.json",
    "Every patch in a line: its season, and how many changes it has",
    PatchListSchema,
  ),
  listAllChanges: extra(
    "/lists/changes.json",
    "Every change of every patch, without notes and sources",
    ChangeListSchema,
  ),
  listSeasons: extra(
    "/seasons.json",
    "The first and the last day of each season",
    SeasonListSchema,
  ),
  getPatchFeed: extraFile("/feeds/patches.atom", "The patches as a feed", ATOM, NEWEST),
  getRoleHistory: extra(
    "/history/roles/{role}.json",
    "Every state of a role, by its id",
    RoleHistorySchema,
  ),
  getRuleHistory: extra(
    "/history/rules/{rule}.json",
    "Every change of the rules of a mode, of all modes or of competitive play",
    RuleHistorySchema,
  ),
  getVocabulary: extra(
    "/vocabulary.json",
    "Every spelling, variant and ability slot, for tools that resolve names themselves",
    VocabularySchema,
  ),
  getVocabularyOfLanguage: extra(
    "/vocabulary/{language}.json",
    "The same in one language",
    VocabularySchema,
  ),
  listNames: extra(
    "/lists/names.json",
    "Every name of heroes, maps, variants and stages, and of what is gone",
    NameListSchema,
  ),
  getModeList: extra(
    "/lists/modes.json",
    "Every mode that match logs name, in every language",
    ModeListSchema,
  ),
  getStatus: extra(
    "/status.json",
    "The newest patch on record, and how complete the record is",
    StatusSchema,
  ),
  getGaps: extra("/gaps.json", "Values that are unknown or weakly sourced, and why", GapListSchema),
  listWitnesses: extra(
    "/witnesses.json",
    "The sources that values are compared with, and how many of their values agree",
    WitnessListSchema,
  ),
} as const satisfies Record<string, Operation>;

/** A JSON file beside the API. */
function extra<Answer extends z.ZodObject>(path: string, summary: string, answer: Answer) {
  const about = { description: PUBLIC, tag: "Extras", access: "public" } as const;
  return { path, summary, answer, ...about };
}

/** A JSON file beside the API about a hero or map. */
function named<Answer extends z.ZodObject>(path: string, summary: string, answer: Answer) {
  const description =
    "The file is named after the id. The proxy, and hosts with the configuration of the site, " +
    `also find it by every other name. ${PUBLIC}`;
  const about = { isSpelled: true, tag: "Extras", access: "public" } as const;
  return { path, summary, description, answer, ...about };
}

/** A file that is not JSON of ours, found by ids only. */
function extraFile(path: string, summary: string, type: string, about: string): Operation {
  const description = `${path.includes("{") ? "By id. " : ""}${about} ${PUBLIC}`;
  return { path, summary, description, tag: "Extras", type, access: "public" };
}

export const OPERATION_ENTRIES = Object.entries<Operation>(OPERATIONS);

/** The names of the parameters in a template. */
export function pathParameters(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** A template with the given values in place of its parameters. Throws where one is missing. */
export function fillPath(template: string, parameters: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`${template} wants a ${name}`);
    return value;
  });
}

/** The problems that an operation answers with. */
export function problemsOf({ path, query, access }: Operation): ProblemType[] {
  const isLimited = access === "limited";
  return [
    ...(query === undefined ? [] : (["bad-request"] as const)),
    ...(isLimited ? (["unauthorized", "forbidden"] as const) : []),
    ...(path.includes("{") ? (["not-found"] as const) : []),
    ...(isLimited
      ? (["precondition-failed", "too-many-requests", "internal-server-error"] as const)
      : []),
  ];
}
