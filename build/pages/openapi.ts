import * as z from "zod";
import type { Reference } from "../data/reference.ts";
import { READ_SCOPE } from "../keys/api-key.ts";
import {
  AbilityCollectionSchema,
  GameCollectionSchema,
  HealthSchema,
  HeroCollectionSchema,
  MapCollectionSchema,
  MetaSchema,
  ModeCollectionSchema,
  PatchChangeCollectionSchema,
  PatchCollectionSchema,
  ProblemSchema,
  RoleCollectionSchema,
} from "../schema/answers.ts";
import { GameSchema } from "../schema/game.ts";
import {
  AbilitySchema,
  HeroHealthSchema,
  HeroSchema,
  LocalizedNamesSchema,
} from "../schema/hero.ts";
import { MapSchema, MapVariantSchema } from "../schema/map.ts";
import { ModeSchema } from "../schema/mode.ts";
import { PATCH_KINDS, PatchChangeSchema, PatchSchema } from "../schema/patch.ts";
import { PROBLEM_TYPES, type ProblemType, problemTypeUrl } from "../schema/problem-types.ts";
import { RoleSchema, SubroleSchema } from "../schema/role.ts";
import { DateSchema } from "../schema/values.ts";
import { LANGUAGES, VocabularySchema } from "../schema/vocabulary.ts";
import type { Site } from "../site/site.ts";

const SCHEMAS = [
  GameSchema,
  HeroSchema,
  LocalizedNamesSchema,
  HeroHealthSchema,
  AbilitySchema,
  RoleSchema,
  SubroleSchema,
  MapSchema,
  MapVariantSchema,
  ModeSchema,
  PatchSchema,
  PatchChangeSchema,
  MetaSchema,
  GameCollectionSchema,
  HeroCollectionSchema,
  AbilityCollectionSchema,
  MapCollectionSchema,
  ModeCollectionSchema,
  RoleCollectionSchema,
  PatchCollectionSchema,
  PatchChangeCollectionSchema,
  HealthSchema,
  ProblemSchema,
  VocabularySchema,
];

const TAGS = {
  Heroes: "Heroes with their names in every language, health and kits.",
  Maps: "Maps with their modes and their cosmetic variants, which are never maps of their own.",
  Modes: "The core competitive modes; every map belongs to one.",
  Roles: "Roles, their sub-roles, and the passive that each sub-role grants.",
  Patches: "The record of patches and of what each of them changed, value by value.",
  Games: "The games that the service describes.",
  Service: "The deployment itself, and this description of it.",
  Extras: "Files beside the API, which a static host serves too; marked with x-extra.",
};

/** Longer examples are shortened. */
const MOST_EXAMPLE_BYTES = 4_000;

const OPENAPI_VERSION = "3.1.0";
const INFO_TITLE = "Game Data Reference";
const API_VERSION = "1.0.0";

const EXAMPLE_OF_ITSELF = {
  summary: "/v1/openapi.json, shortened",
  description: "The beginning of this document.",
  value: { openapi: OPENAPI_VERSION, info: { title: INFO_TITLE, version: API_VERSION } },
};

/** Adds `/v1/openapi.json`: OpenAPI 3.1, made from the schemas the documents are checked against, with examples from the site. */
export function addOpenApi(site: Site, reference: Reference, baseUrl: string): void {
  const root = `/v1/${reference.game.id}`;

  /** A real answer of this site. Of a long collection it has the first items, so that the description stays readable. */
  const examplesOf = (path: string): object => {
    const text = site.jsonOf(path);
    if (text === undefined) return {}; // a game without heroes or maps has no answer to show
    const value: object = JSON.parse(text);
    if (
      Buffer.byteLength(text) <= MOST_EXAMPLE_BYTES ||
      !("data" in value) ||
      !Array.isArray(value.data)
    ) {
      return { examples: { real: { summary: path, value } } };
    }
    const shown = firstItems(value.data);
    const summary = `${path}, shortened`;
    const description = `The first ${shown.length} of ${value.data.length} items; the whole answer is at ${baseUrl}${path}.`;
    return { examples: { real: { summary, description, value: { ...value, data: shown } } } };
  };

  const operation = (about: {
    id: string;
    summary: string;
    description?: string;
    answer: string;
    example: string;
    parameters?: object[];
    problems: ProblemType[];
    tag: string;
    isPublic?: boolean;
    isExtra?: boolean;
  }) => ({
    get: {
      ...(about.isExtra ? { "x-extra": true } : {}),
      operationId: about.id,
      summary: about.summary,
      ...(about.description === undefined ? {} : { description: about.description }),
      tags: [about.tag],
      ...(about.parameters === undefined ? {} : { parameters: about.parameters }),
      security: about.isPublic
        ? []
        : [{}, { apiKeyHeader: [READ_SCOPE] }, { bearer: [READ_SCOPE] }],
      responses: {
        200: {
          description: "OK",
          headers: documentHeaders(about.isPublic === true),
          content: {
            "application/json": {
              schema:
                about.answer === "object"
                  ? { type: "object" }
                  : { $ref: `#/components/schemas/${about.answer}` },
              ...(about.answer === "object"
                ? { examples: { real: EXAMPLE_OF_ITSELF } }
                : examplesOf(about.example)),
            },
          },
        },
        304: {
          description: "Not Modified: If-None-Match names the current ETag.",
          headers: documentHeaders(about.isPublic === true),
        },
        ...Object.fromEntries(
          about.problems.map((type) => [
            PROBLEM_TYPES[type].status,
            { $ref: `#/components/responses/${type}` },
          ]),
        ),
      },
    },
  });

  const refused: ProblemType[] = [
    "unauthorized",
    "forbidden",
    "too-many-requests",
    "internal-server-error",
  ];
  const ofGame: ProblemType[] = [
    "unauthorized",
    "forbidden",
    "not-found",
    "too-many-requests",
    "internal-server-error",
  ];
  const sizes = new Map(site.documents.map(({ path, bytes }) => [path, bytes]));
  const { hero, map, patch } = exampleIds(
    reference,
    (id) => sizes.get(`${root}/patches/${id}`) ?? 0,
  );
  const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  const game = parameter("game");

  const paths = {
    "/health": operation({
      id: "getHealth",
      summary: "What the deployment serves",
      description: "Never cached; looks at no credential; not counted.",
      answer: "Health",
      example: "/health",
      problems: [],
      tag: "Service",
      isPublic: true,
    }),
    "/v1/games": operation({
      id: "listGames",
      summary: "The supported games",
      answer: "GameCollection",
      example: "/v1/games",
      problems: refused,
      tag: "Games",
    }),
    "/v1/openapi.json": operation({
      id: "getDescription",
      summary: "This description",
      description: "Looks at no credential; not counted.",
      answer: "object",
      example: "/v1/openapi.json",
      problems: [],
      tag: "Service",
      isPublic: true,
    }),
    "/v1/{game}/heroes": operation({
      id: "listHeroes",
      summary: "Every hero as of the newest patch",
      answer: "HeroCollection",
      example: `${root}/heroes`,
      parameters: [game],
      problems: ofGame,
      tag: "Heroes",
    }),
    "/v1/{game}/heroes/{hero}": operation({
      id: "getHero",
      summary: "A hero, by id, name or alias",
      answer: "Hero",
      example: `${root}/heroes/${hero}`,
      parameters: [game, parameter("hero")],
      problems: ofGame,
      tag: "Heroes",
    }),
    "/v1/{game}/heroes/{hero}/abilities": operation({
      id: "listAbilities",
      summary: "A hero's complete kit, in the order of Hero.abilities",
      answer: "AbilityCollection",
      example: `${root}/heroes/${hero}/abilities`,
      parameters: [game, parameter("hero")],
      problems: ofGame,
      tag: "Heroes",
    }),
    "/v1/{game}/maps": operation({
      id: "listMaps",
      summary: "Every map, its variants inside it",
      answer: "MapCollection",
      example: `${root}/maps`,
      parameters: [game],
      problems: ofGame,
      tag: "Maps",
    }),
    "/v1/{game}/maps/{map}": operation({
      id: "getMap",
      summary: "A map, by id, name, alias or variant",
      answer: "Map",
      example: `${root}/maps/${map}`,
      parameters: [game, parameter("map")],
      problems: ofGame,
      tag: "Maps",
    }),
    "/v1/{game}/modes": operation({
      id: "listModes",
      summary: "The core competitive modes",
      answer: "ModeCollection",
      example: `${root}/modes`,
      parameters: [game],
      problems: ofGame,
      tag: "Modes",
    }),
    "/v1/{game}/roles": operation({
      id: "listRoles",
      summary: "Roles with their sub-roles and passives",
      answer: "RoleCollection",
      example: `${root}/roles`,
      parameters: [game],
      problems: ofGame,
      tag: "Roles",
    }),
    "/v1/{game}/patches": operation({
      id: "listPatches",
      summary: "Patches, newest first",
      description:
        "Filters combine. A static host without the proxy serves the whole list and ignores them.",
      answer: "PatchCollection",
      example: `${root}/patches`,
      parameters: [game, parameter("since"), parameter("until"), parameter("kind")],
      problems: ["bad-request", ...ofGame],
      tag: "Patches",
    }),
    "/v1/{game}/patches/{patch}": operation({
      id: "getPatch",
      summary: "A patch with its changes",
      answer: "Patch",
      example: `${root}/patches/${patch}`,
      parameters: [game, parameter("patch")],
      problems: ofGame,
      tag: "Patches",
    }),
    "/v1/{game}/patches/{patch}/changes": operation({
      id: "listChanges",
      summary: "What a patch changed",
      answer: "PatchChangeCollection",
      example: `${root}/patches/${patch}/changes`,
      parameters: [game, parameter("patch")],
      problems: ofGame,
      tag: "Patches",
    }),
    "/vocabulary.json": operation({
      id: "getVocabulary",
      summary: "Every spelling, variant and ability slot, for tools that resolve names themselves",
      description: "Looks at no credential; not counted.",
      answer: "Vocabulary",
      example: "/vocabulary.json",
      problems: [],
      tag: "Extras",
      isPublic: true,
      isExtra: true,
    }),
    "/vocabulary/{language}.json": operation({
      id: "getVocabularyOfLanguage",
      summary: "The same in one language",
      description: "Looks at no credential; not counted.",
      answer: "Vocabulary",
      example: "/vocabulary/ko.json",
      parameters: [parameter("language")],
      problems: ["not-found"],
      tag: "Extras",
      isPublic: true,
      isExtra: true,
    }),
  };

  const path = (
    name: string,
    description: string,
    example: string,
    schema: object = { type: "string" },
  ) => ({
    name,
    in: "path",
    required: true,
    description,
    schema,
    example,
  });
  const query = (name: string, description: string, example: string, schema: object) => ({
    name,
    in: "query",
    required: false,
    description,
    schema,
    example,
  });
  const date = schemaOf(DateSchema);

  const description = {
    openapi: OPENAPI_VERSION,
    info: {
      title: INFO_TITLE,
      version: API_VERSION,
      summary: "Reference facts about Overwatch that software can read.",
      description:
        "A read-only API. The data describes the game as of the newest recorded patch, which meta.patch names in every collection. Overwatch and the names in it belong to Blizzard Entertainment, which has no part in this service.",
      license: { name: "CC0-1.0 (data)", identifier: "CC0-1.0" },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      parameters: {
        game: path("game", "Id of a supported game; exact, case included.", reference.game.id, {
          type: "string",
          enum: [reference.game.id],
        }),
        hero: path(
          "hero",
          "A hero's id, its English, Korean or Chinese name, or any alias, in any letter case.",
          hero,
        ),
        map: path(
          "map",
          "A map's id, name or alias, or a variant by its name or as <map>-<variant>, in any letter case.",
          map,
        ),
        patch: path(
          "patch",
          "A patch id: its date, suffixed -b, -c, ... for further patches of one day.",
          patch,
        ),
        language: path("language", "A language in which the data names every hero.", "ko", {
          type: "string",
          enum: [...LANGUAGES],
        }),
        since: query("since", "Only patches on or after this date.", patch.slice(0, 10), date),
        until: query("until", "Only patches on or before this date.", patch.slice(0, 10), date),
        kind: query("kind", "Only patches of this kind.", "season", {
          type: "string",
          enum: [...PATCH_KINDS],
        }),
      },
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.entries(problemExamples(`${root}/heroes/${hero}`, `${root}/patches`)).map(
          ([type, example]) => [type, problemResponse(type as ProblemType, example, baseUrl)],
        ),
      ),
      securitySchemes: {
        apiKeyHeader: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description: "A personal API key. It may be sent as a Bearer token instead.",
        },
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `An access token (JWT) of the authorization server, or a personal API key; it must carry the scope ${READ_SCOPE}.`,
        },
      },
    },
  };
  site.addDocument("/v1/openapi.json", `${JSON.stringify(description, null, 2)}\n`);
}

/** As many of the first items as an example may be long, and one at least. */
function firstItems(items: readonly unknown[]): unknown[] {
  const count = items.findIndex(
    (_, at) => JSON.stringify(items.slice(0, at + 1), null, 2).length > MOST_EXAMPLE_BYTES,
  );
  return items.slice(0, Math.max(1, count === -1 ? items.length : count));
}

/** What the examples are about: a hero whose name needs care, a map that has variants, the newest patch that is not long. */
function exampleIds(
  { heroes, maps, patches, patch }: Reference,
  bytesOfPatch: (id: string) => number,
) {
  const hero = heroes.find(({ name }) => /[^ -~]/.test(name)) ?? heroes[0];
  const map = maps.find(({ variants }) => variants.length > 0) ?? maps[0];
  const short = patches.find(
    ({ id, changes }) => changes.length > 0 && bytesOfPatch(id) <= MOST_EXAMPLE_BYTES,
  );
  return { hero: hero?.id ?? "nobody", map: map?.id ?? "nowhere", patch: short?.id ?? patch };
}

function componentSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const schema of SCHEMAS) registry.add(schema, { id: schema.meta()?.id ?? "" });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: "output",
  });
  return Object.fromEntries(
    SCHEMAS.map((schema) => {
      const id = schema.meta()?.id ?? "";
      const { $schema, $id, id: _, ...rest } = schemas[id] ?? {};
      return [id, rest];
    }),
  );
}

function schemaOf(schema: z.core.$ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema);
  return rest;
}

const HEADERS = {
  "RateLimit-Limit": {
    description: "Requests per window of the caller's tier.",
    schema: { type: "integer" },
  },
  "RateLimit-Remaining": {
    description: "Requests left in the caller's window.",
    schema: { type: "integer" },
  },
  "RateLimit-Reset": {
    description: "Whole seconds until the window ends, rounded up.",
    schema: { type: "integer" },
  },
  "RateLimit-Policy": {
    description:
      'The policy as a Structured Field of the IETF draft, such as "anonymous";q=60;w=60.',
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      'The window as a Structured Field of the IETF draft, such as "anonymous";r=59;t=42.',
    schema: { type: "string" },
  },
  "Retry-After": {
    description: "Seconds to wait; the same number as RateLimit-Reset.",
    schema: { type: "integer" },
  },
  "WWW-Authenticate": {
    description: "Bearer with the error code of RFC 6750.",
    schema: { type: "string" },
  },
  ETag: {
    description: "Strong validator of this encoding of the document.",
    schema: { type: "string" },
  },
  "Cache-Control": {
    description: "How long a private cache may keep the answer.",
    schema: { type: "string" },
  },
  "Content-Location": {
    description: "The canonical path, when the document was asked for by another spelling.",
    schema: { type: "string" },
  },
  Vary: { description: "Accept-Encoding.", schema: { type: "string" } },
  Link: {
    description: 'The address of this description, rel="service-desc".',
    schema: { type: "string" },
  },
} as const;

const LIMIT_HEADERS = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
] as const;

function headerRefs(...names: (keyof typeof HEADERS)[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function documentHeaders(isPublic: boolean): object {
  return isPublic
    ? headerRefs(...LIMIT_HEADERS, "ETag", "Cache-Control", "Vary", "Link")
    : headerRefs(...LIMIT_HEADERS, "ETag", "Cache-Control", "Content-Location", "Vary", "Link");
}

/**
 * What the service says of each problem that an operation declares. The service's own words are its own; a test compares
 * these with what a proxy really answers.
 */
function problemExamples(hero: string, patches: string) {
  return {
    "bad-request": {
      detail: `kind is "balance"; expected one of ${PATCH_KINDS.join(", ")}.`,
      instance: patches,
    },
    unauthorized: {
      detail:
        "The presented credential was rejected. Without one the request is served at the anonymous limit.",
      instance: hero,
    },
    forbidden: {
      detail: `The credential is valid but does not carry the scope ${READ_SCOPE}.`,
      instance: hero,
    },
    "not-found": {
      detail: `No hero has this id, name or alias. ${hero.slice(0, hero.lastIndexOf("/"))} lists them all.`,
      instance: `${hero.slice(0, hero.lastIndexOf("/"))}/nobody-of-this-name`,
    },
    "too-many-requests": {
      detail: "The limit of 60 requests in 60 seconds is exhausted; it starts anew in 42 seconds.",
      instance: hero,
    },
    "internal-server-error": {
      detail: "The request could not be completed. Try again after a pause.",
      instance: hero,
    },
  } as const satisfies Partial<Record<ProblemType, { detail: string; instance: string }>>;
}

function problemResponse(
  type: ProblemType,
  example: { detail: string; instance: string },
  baseUrl: string,
): object {
  const extra = {
    unauthorized: ["WWW-Authenticate"],
    forbidden: ["WWW-Authenticate"],
    "too-many-requests": ["Retry-After"],
  } as const satisfies Partial<Record<ProblemType, (keyof typeof HEADERS)[]>>;
  const own = type in extra ? extra[type as keyof typeof extra] : [];
  const { status, title, meaning } = PROBLEM_TYPES[type];
  return {
    description: meaning,
    headers: headerRefs(...LIMIT_HEADERS, ...own, "Cache-Control", "Link"),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        example: { type: problemTypeUrl(baseUrl, type), title, status, ...example },
      },
    },
  };
}
