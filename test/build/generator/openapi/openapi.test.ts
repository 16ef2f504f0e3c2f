import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { issueKey } from "../../../../build/cli/keys/edit-keys.ts";
import { createApiKey } from "../../../../build/core/keys/api-key.ts";
import { ProblemSchema } from "../../../../build/core/schema/answer-shapes.ts";
import { pathParameters } from "../../../../build/core/schema/operations.ts";
import { documentFile } from "../../../../build/core/site/path-files.ts";
import { componentSchemas } from "../../../../build/generator/openapi/components.ts";
import { temporaryFolder } from "../../../helpers/data.ts";
import { startProxy } from "../../../helpers/proxy.ts";
import { BASE_URL } from "../../../helpers/real-site.ts";

const site = inject("realSite");
const text = readFileSync(join(site, "v1/openapi.json"), "utf8");

const RefSchema = z.object({ $ref: z.string() });

const MediaSchema = z.object({
  schema: z.unknown(),
  example: z.unknown().optional(),
  examples: z
    .record(z.string(), z.object({ value: z.unknown(), description: z.string().optional() }))
    .optional(),
});

const ResponseSchema = z.object({
  description: z.string().min(1),
  headers: z.record(z.string(), RefSchema),
  content: z.record(z.string(), MediaSchema).optional(),
});

/** As much of the description as the tests look at. */
const description = z
  .object({
    openapi: z.string(),
    info: z.object({ version: z.string() }),
    servers: z.array(z.object({ url: z.string() })),
    paths: z.record(
      z.string(),
      z.strictObject({
        get: z.object({
          "x-extra": z.literal(true).optional(),
          operationId: z.string(),
          parameters: z.array(RefSchema).optional(),
          security: z.array(z.record(z.string(), z.array(z.string()))),
          responses: z.record(z.string(), z.union([RefSchema, ResponseSchema])),
        }),
      }),
    ),
    components: z.object({
      schemas: z.record(z.string(), z.unknown()),
      parameters: z.record(
        z.string(),
        z.object({
          name: z.string(),
          in: z.string(),
          required: z.boolean(),
          schema: z.unknown(),
          example: z.unknown(),
        }),
      ),
      headers: z.record(z.string(), z.unknown()),
      responses: z.record(z.string(), ResponseSchema),
      securitySchemes: z.record(z.string(), z.unknown()),
    }),
  })
  .parse(JSON.parse(text));

/** As in the specification, and 412 for a failed `If-Match`. */
const LIMITED = [401, 403, 412, 429, 500];
const FOUND = [401, 403, 404, 412, 429, 500];

/** The endpoint table of the specification: path, parameters, success body, error statuses. */
const ENDPOINTS: [
  path: string,
  parameters: string[],
  answer: string | undefined,
  errors: number[],
][] = [
  ["/health", [], "Health", []],
  ["/v1/games", [], "GameCollection", LIMITED],
  ["/v1/openapi.json", [], undefined, []],
  ["/v1/{game}/heroes", ["game"], "HeroCollection", FOUND],
  ["/v1/{game}/heroes/{hero}", ["game", "hero"], "Hero", FOUND],
  ["/v1/{game}/heroes/{hero}/abilities", ["game", "hero"], "AbilityCollection", FOUND],
  ["/v1/{game}/maps", ["game"], "MapCollection", FOUND],
  ["/v1/{game}/maps/{map}", ["game", "map"], "GameMap", FOUND],
  ["/v1/{game}/modes", ["game"], "ModeCollection", FOUND],
  ["/v1/{game}/roles", ["game"], "RoleCollection", FOUND],
  ["/v1/{game}/patches", ["game", "since", "until", "kind"], "PatchCollection", [400, ...FOUND]],
  ["/v1/{game}/patches/{patch}", ["game", "patch"], "Patch", FOUND],
  ["/v1/{game}/patches/{patch}/changes", ["game", "patch"], "PatchChangeCollection", FOUND],
];

/** Files beside the contract that are not JSON of ours, with their media types and schemas. */
const FILES: [path: string, type: string, schema: string][] = [
  ["/details/figures.csv", "text/csv", "string"],
  ["/details/perks.csv", "text/csv", "string"],
  ["/feeds/patches.atom", "application/atom+xml", "string"],
  ["/feeds/heroes/{hero}.atom", "application/atom+xml", "string"],
  ["/feeds/maps/{map}.atom", "application/atom+xml", "string"],
];

/** What is beside the contract. */
const EXTRAS: typeof ENDPOINTS = [
  ["/vocabulary.json", [], "Vocabulary", []],
  ["/vocabulary/{language}.json", ["language"], "Vocabulary", [404]],
  ["/details/heroes.json", [], "HeroDetailsCollection", []],
  ["/details/heroes/{hero}.json", ["hero"], "HeroDetails", [404]],
  ["/details/maps/{map}.json", ["map"], "MapDetails", [404]],
  ["/lists/heroes.json", [], "HeroList", []],
  ["/lists/maps.json", [], "MapList", []],
  ["/lists/modes.json", [], "ModeList", []],
  ["/lists/other-maps.json", [], "OtherMapList", []],
  ["/lists/patches.json", [], "PatchList", []],
  ["/lists/changes.json", [], "ChangeList", []],
  ["/lists/names.json", [], "NameList", []],
  ["/history/heroes.json", [], "HeroHistoryList", []],
  ["/history/heroes/{hero}.json", ["hero"], "HeroHistory", [404]],
  ["/history/maps/{map}.json", ["map"], "MapHistory", [404]],
  ["/history/roles/{role}.json", ["role"], "RoleHistory", [404]],
  ["/history/rules/{rule}.json", ["rule"], "RuleHistory", [404]],
  ["/details/patches/{patch}.json", ["patch"], "PatchDetails", [404]],
  ["/gaps.json", [], "GapList", []],
  ["/witnesses.json", [], "WitnessList", []],
  ["/status.json", [], "Status", []],
  ["/seasons.json", [], "SeasonList", []],
  ...FILES.map(([path]): (typeof ENDPOINTS)[number] => [
    path,
    pathParameters(path),
    undefined,
    path.includes("{") ? [404] : [],
  ]),
];

const ALL = [...ENDPOINTS, ...EXTRAS];

function operation(path: string) {
  const item = description.paths[path];
  if (item === undefined) throw new Error(`${path} is not described`);
  return item.get;
}

/** The response of a status, its reference followed. */
function responseOf(path: string, status: number) {
  const response = operation(path).responses[status];
  if (response === undefined) throw new Error(`${path} has no response ${status}`);
  if (!("$ref" in response)) return response;
  const found =
    description.components.responses[response.$ref.replace("#/components/responses/", "")];
  if (found === undefined) throw new Error(`${response.$ref} leads nowhere`);
  return found;
}

/** A path with the examples of its parameters. */
function examplePath(path: string) {
  return path.replace(/\{(\w+)\}/g, (_all, name) =>
    String(description.components.parameters[name]?.example),
  );
}

describe("the description", () => {
  it("is valid OpenAPI 3.1, says a validator of others", async () => {
    expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
    expect(description.openapi).toMatch(/^3\.1\./);
  });

  it("has the version of the contract and the address of the deployment", () => {
    expect(description.info.version).toBe("1.0.0");
    expect(description.servers).toEqual([{ url: BASE_URL }]);
  });

  it("has every path of the contract, in its order, and beside them only marked extras", () => {
    const paths = Object.entries(description.paths);
    const named = (isExtra: boolean) =>
      paths.filter(([, { get }]) => (get["x-extra"] === true) === isExtra).map(([path]) => path);
    expect(named(false)).toEqual(ENDPOINTS.map(([path]) => path));
    expect(named(true).sort()).toEqual(EXTRAS.map(([path]) => path).sort());
  });

  it("describes the header of keys, and the bearer of keys and tokens", () => {
    expect(description.components.securitySchemes).toMatchObject({
      apiKeyHeader: { type: "apiKey", in: "header", name: "x-api-key" },
      bearer: {
        type: "http",
        scheme: "bearer",
        description: expect.stringContaining("gamedata:read"),
      },
    });
  });
});

describe("an operation", () => {
  const answerSchema = (answer: string | undefined) =>
    answer === undefined ? { type: "object" } : { $ref: `#/components/schemas/${answer}` };
  const schemasOf = (path: string, status: number) =>
    Object.entries(responseOf(path, status).content ?? {}).map(([type, { schema }]) => [
      type,
      schema,
    ]);

  it.each(ALL)("is declared as the contract has it: %s", (path, parameters, answer, errors) => {
    const { responses, parameters: declared = [], security } = operation(path);
    const statuses = Object.keys(responses).map(Number);
    expect(statuses.toSorted()).toEqual([200, 304, ...errors]);
    expect(declared).toEqual(
      parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    );
    for (const name of parameters) {
      const isInPath = path.includes(`{${name}}`);
      const place = { name, in: isInPath ? "path" : "query", required: isInPath };
      expect(description.components.parameters[name]).toMatchObject(place);
    }
    const [, type = "application/json", schema] = FILES.find(([file]) => file === path) ?? [];
    const expected = schema === undefined ? answerSchema(answer) : { type: schema };
    expect(schemasOf(path, 200)).toEqual([[type, expected]]);
    for (const status of errors)
      expect(schemasOf(path, status)).toEqual([
        ["application/problem+json", answerSchema("Problem")],
      ]);
    for (const status of statuses)
      expect(Object.keys(responseOf(path, status).headers)).toEqual(
        expect.arrayContaining(["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"]),
      );
    const isPublic = !path.startsWith("/v1/") || path === "/v1/openapi.json";
    const credentials = [{}, { apiKeyHeader: ["gamedata:read"] }, { bearer: ["gamedata:read"] }];
    expect(security).toEqual(isPublic ? [] : credentials);
  });

  it.each([
    [401, "WWW-Authenticate"],
    [403, "WWW-Authenticate"],
    [429, "Retry-After"],
  ])("answers %d with the header %s", (status, header) => {
    const headers = Object.keys(responseOf("/v1/{game}/heroes", status).headers);
    expect(headers).toContain(header);
    for (const name of headers) expect(description.components.headers).toHaveProperty([name]);
  });
});

describe("an example", () => {
  it.each(ALL.filter(([, , answer]) => answer !== undefined))(
    "of %s is a real answer, of a long one the beginning of each list",
    (path) => {
      const { examples } = responseOf(path, 200).content?.["application/json"] ?? {};
      const [example] = Object.values(examples ?? {});
      const file = join(site, documentFile(examplePath(path)));
      const whole = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
      const { description = "", value } = example ?? {};
      const [, first, all] = /^The first (\d+) of (\d+) items;/.exec(description) ?? [];
      if (description.startsWith("Of each list the first 3 entries; ")) return;
      const items = Array.isArray(whole["data"]) ? whole["data"] : [];
      const shown = first === undefined ? {} : { data: items.slice(0, Number(first)) };
      expect(value).toEqual({ ...whole, ...shown });
      if (first !== undefined) expect(Number(all)).toBe(items.length);
    },
  );

  it("of each problem is what a proxy answers", async () => {
    const keyFile = join(temporaryFolder(), "keys.json");
    const narrow = issueKey(
      keyFile,
      { prefix: "gdr_", name: "narrow", scope: ["other:read"] },
      new Date(),
    );
    let seconds = 0;
    const proxy = await startProxy(
      site,
      { BASE_URL, API_KEYS_FILE: keyFile, ANONYMOUS_LIMIT: "60" },
      () => seconds * 1000,
    );
    const keysUnknown = await startProxy(site, {
      BASE_URL,
      API_KEY_INTROSPECTION_URL: "http://127.0.0.1:1/introspect",
    });
    const hero = examplePath("/v1/{game}/heroes/{hero}");
    const problem = async (url: string, headers: Record<string, string> = {}) =>
      ProblemSchema.parse(await (await fetch(url, { headers })).json());

    const problems = [
      await problem(`${proxy.url}/v1/overwatch/patches?kind=balance`),
      await problem(`${proxy.url}${hero}`, { "x-api-key": "gdr_of-nobody" }),
      await problem(`${proxy.url}${hero}`, { "x-api-key": narrow.key }),
      await problem(`${proxy.url}${hero}o`),
      await problem(`${proxy.url}${hero}`, { "if-match": '"another"' }),
    ];
    seconds = 18;
    for (let counted = 4; counted < 60; counted += 1) await fetch(`${proxy.url}${hero}`);
    problems.push(await problem(`${proxy.url}${hero}`));
    problems.push(
      await problem(`${keysUnknown.url}${hero}`, { "x-api-key": createApiKey("gdr_") }),
    );

    const examples = Object.values(description.components.responses).map(
      ({ content }) => content?.["application/problem+json"]?.example,
    );
    expect(examples).toEqual(problems);
  });

  it("of a path's parameters leads to a document of the site", () => {
    for (const path of Object.keys(description.paths)) {
      const example = examplePath(path);
      const file = FILES.some(([file]) => file === path) ? example : documentFile(example);
      expect([example, existsSync(join(site, file))]).toEqual([example, true]);
    }
  });
});

describe("the schemas", () => {
  const CONTRACT = [
    "Game Hero LocalizedNames HeroHealth Ability Role Subrole GameMap MapVariant Mode",
    "Patch PatchChange Meta Health Problem GameCollection HeroCollection AbilityCollection",
    "MapCollection ModeCollection RoleCollection PatchCollection PatchChangeCollection",
  ].flatMap((line) => line.split(" "));

  it("are those of the specification, and of what is beside it", () => {
    const beside = [
      "Vocabulary HeroDetails HeroDetailsCollection AbilityDetails PerkDetails Figure MapDetails",
      "HeroHistory HeroInTime MapHistory MapInTime RoleHistory RoleInTime RuleHistory RuleChange",
      "Status SeasonList Season Sure Witness WitnessDay WitnessList HeroList ListedHero MapList ListedMap Stage MapVariantDetails",
      "ModeList ListedMode OtherMapList OtherMap PatchList ListedPatch HeroSide ChangeList",
      "ChangesOfPatch ListedChange NameList NamedHero NamedMap AbsentThing HeroHistoryList",
      "KitHistory KitInTime KitFigure KitPart",
      "FigureField PatchDetails ChangeDetails HeroEffect EffectCounts Gap GapKind GapList ListedGap Release",
      // Every enumeration has a name, so that a generated client has one type for each.
      "AbilityKind HealthStatus HeroRole Language ModeId PatchKind ProblemType SubroleId",
      "Completeness Direction Effect PerkTier Side TeamFormat Unit AbilityKey",
      "HistoricModeId HistoricRoleId TeamNumber WeaponKind Names SomeNames Suggestion",
    ].flatMap((line) => line.split(" "));
    const names = [...CONTRACT, ...beside].toSorted();
    expect(Object.keys(description.components.schemas).toSorted()).toEqual(names);
  });

  it("demand every field of the contract but a change's from and to, and suggestions", () => {
    const optional = CONTRACT.flatMap((name) => {
      const { properties, required } = z
        .object({
          properties: z.record(z.string(), z.unknown()).default({}),
          required: z.array(z.string()).default([]),
        })
        .parse(description.components.schemas[name]);
      return Object.keys(properties)
        .filter((key) => !required.includes(key))
        .map((key) => `${name}.${key}`);
    });
    expect(optional).toEqual(["PatchChange.from", "PatchChange.to", "Problem.suggestions"]);
  });

  it("are open to fields that are added later, and read by every engine", () => {
    expect(text).not.toContain('"additionalProperties": false');
    expect(text).not.toContain("9007199254740991");
    expect(text).not.toMatch(/"pattern": "[^"]*\\\\\//); // an escaped slash
    expect(text).not.toMatch(/"format": "[^"]*",\s*"pattern"/);
  });

  it.each([
    ["2022-09-06", "Baseline recoverable hit-point pool in 6v6."],
    ["2022-10-04", "Baseline recoverable hit-point pool in 5v5 Role Queue."],
  ])("say of a site as of %s whose health it is", (patch, text) => {
    const { HeroHealth } = componentSchemas({ patch, heroes: [], roles: [], modes: [] });
    expect(HeroHealth?.["description"]).toBe(text);
  });

  it("have a name where they are enumerations, and are used by it", () => {
    const named = Object.values(description.components.schemas).filter(
      (schema) => z.object({ enum: z.array(z.string()) }).safeParse(schema).success,
    );
    expect(text.match(/"enum": \[/g)).toHaveLength(named.length);
  });
});
