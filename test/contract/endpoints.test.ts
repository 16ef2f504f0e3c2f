import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
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
} from "../../build/core/schema/answer-shapes.ts";
import { HeroSchema } from "../../build/core/schema/hero.ts";
import { ManifestSchema } from "../../build/core/schema/manifest.ts";
import { MapSchema } from "../../build/core/schema/map.ts";
import { PatchSchema } from "../../build/core/schema/patch.ts";
import { getRaw, startProxy } from "../helpers/proxy.ts";
import { BASE_URL } from "../helpers/real-site.ts";
import { problemOf } from "../proxy/wire.ts";

/** The `/v1` operations of the specification's section 4, with values for their parameters. */
const OPERATIONS = [
  "/v1/games",
  "/v1/overwatch/heroes",
  "/v1/overwatch/heroes/ana",
  "/v1/overwatch/heroes/ana/abilities",
  "/v1/overwatch/maps",
  "/v1/overwatch/maps/ilios",
  "/v1/overwatch/modes",
  "/v1/overwatch/roles",
  "/v1/overwatch/patches",
  "/v1/overwatch/patches/2026-10-06",
  "/v1/overwatch/patches/2026-10-06/changes",
];

const ROLES = ["tank", "damage", "support"];
const SUBROLES = [
  "bruiser",
  "initiator",
  "stalwart",
  "flanker",
  "recon",
  "sharpshooter",
  "specialist",
  "medic",
  "survivor",
  "tactician",
];
const MODES = ["control", "escort", "hybrid", "push", "flashpoint"];

/** The patch that the whole site describes. */
const { patch: NEWEST } = ManifestSchema.parse(
  JSON.parse(readFileSync(join(inject("realSite"), "manifest.json"), "utf8")),
);

const start = () =>
  startProxy(inject("realSite"), { ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" });

/** The parsed body of a path of the real site. */
async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const { port } = await start();
  return await readFrom(port, path, schema);
}

async function readFrom<T>(port: number, path: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await getRaw(port, path);
  expect(answer.status).toBe(200);
  return schema.parse(JSON.parse(answer.body));
}

const heroes = () => read("/v1/overwatch/heroes", HeroCollectionSchema);
const maps = () => read("/v1/overwatch/maps", MapCollectionSchema);
const patches = () => read("/v1/overwatch/patches", PatchCollectionSchema);
const roles = () => read("/v1/overwatch/roles", RoleCollectionSchema);

/** The keys of the object at a place of a path's answer, as they stand in the body. */
async function keysAt(path: string, ...place: (string | number)[]): Promise<string[]> {
  const { port } = await start();
  let value: unknown = JSON.parse((await getRaw(port, path)).body);
  for (const step of place) value = new Map(Object.entries(value ?? {})).get(String(step));
  return Object.keys(value ?? {});
}

describe("every operation", () => {
  it.each([...OPERATIONS, "/v1/openapi.json", "/health"])(
    "GET %s answers 200 as application/json",
    async (path) => {
      const { port } = await start();
      const { status, headers } = await getRaw(port, path);

      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json");
    },
  );

  it.each(OPERATIONS)("GET %s is 401 for a rejected credential", async (path) => {
    const { port } = await start();
    const answer = await getRaw(port, path, { "X-API-Key": "gdr_unknown" });

    expect(answer.status).toBe(401);
    expect(problemOf(answer)).toMatchObject({ status: 401, title: "Unauthorized", instance: path });
  });

  it.each(OPERATIONS)("GET %s is 429 when the limit is exhausted", async (path) => {
    const { port } = await startProxy(inject("realSite"), { ANONYMOUS_LIMIT: "1" });
    await getRaw(port, path);
    const answer = await getRaw(port, path);

    expect(answer.status).toBe(429);
    expect(problemOf(answer)).toMatchObject({
      status: 429,
      title: "Too Many Requests",
      instance: path,
    });
  });

  it.each(OPERATIONS.filter((path) => path.includes("overwatch")))(
    "GET %s of another game is 404",
    async (path) => {
      const { port } = await start();
      const other = path.replace("overwatch", "chess");
      const answer = await getRaw(port, other);

      expect(answer.status).toBe(404);
      expect(problemOf(answer)).toMatchObject({
        type: `${BASE_URL}/problems/not-found`,
        title: "Not Found",
        status: 404,
        instance: other,
      });
    },
  );

  it.each([
    "/v1/overwatch/heroes/nobody",
    "/v1/overwatch/heroes/nobody/abilities",
    "/v1/overwatch/maps/nowhere",
    "/v1/overwatch/patches/2020-01-01",
    "/v1/overwatch/patches/2020-01-01/changes",
  ])("GET %s, which names nothing, is 404 as application/problem+json", async (path) => {
    const { port } = await start();
    const answer = await getRaw(port, path);

    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(problemOf(answer)).toMatchObject({
      type: `${BASE_URL}/problems/not-found`,
      title: "Not Found",
      status: 404,
      instance: path,
    });
  });

  it.each(OPERATIONS.filter((path) => path !== "/v1/overwatch/patches"))(
    "GET %s takes no query parameters, so a filter is ignored",
    async (path) => {
      const { port } = await start();

      expect((await getRaw(port, `${path}?since=never&kind=`)).status).toBe(200);
    },
  );
});

describe("health", () => {
  it("says ok, the patch and the version of the deployment", async () => {
    expect(await read("/health", HealthSchema)).toEqual({
      status: "ok",
      patch: NEWEST,
      version: "test",
    });
  });
});

describe("games", () => {
  it("lists the one supported game", async () => {
    expect(await read("/v1/games", GameCollectionSchema)).toEqual({
      data: [{ id: "overwatch", name: "Overwatch" }],
      meta: { patch: NEWEST, count: 1 },
    });
  });
});

describe("every collection", () => {
  it.each(OPERATIONS.filter((path) => !/ana$|ilios$|06$/.test(path)))(
    "%s counts its items and names the newest patch",
    async (path) => {
      const schema = z.strictObject({
        data: z.array(z.unknown()),
        meta: z.strictObject({ patch: z.string(), count: z.int() }),
      });
      const { data, meta } = await read(path, schema);

      expect(meta).toEqual({ patch: NEWEST, count: data.length });
      expect(data).not.toEqual([]);
    },
  );
});

describe("heroes", () => {
  it("come by id, each once", async () => {
    const ids = (await heroes()).data.map(({ id }) => id);

    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it("have the keys of the specification, in its order", async () => {
    expect(await keysAt("/v1/overwatch/heroes/ana")).toEqual([
      "id",
      "name",
      "names",
      "role",
      "subrole",
      "health",
      "aliases",
      "abilities",
      "portrait",
    ]);
    expect(await keysAt("/v1/overwatch/heroes/ana", "names")).toEqual(["en", "ko", "zh"]);
    expect(await keysAt("/v1/overwatch/heroes/ana", "health")).toEqual([
      "standard",
      "armor",
      "shields",
      "total",
    ]);
    expect(await keysAt("/v1/overwatch/heroes/ana", "abilities", 0)).toEqual([
      "id",
      "kind",
      "name",
      "description",
      "cooldown",
    ]);
  });

  it("are the same in the list as one by one", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/heroes", HeroCollectionSchema);
    const alone = data.map(({ id }) => readFrom(port, `/v1/overwatch/heroes/${id}`, HeroSchema));

    expect(await Promise.all(alone)).toEqual(data);
  });

  it("have a name that is their English name", async () => {
    expect((await heroes()).data.filter(({ name, names }) => name !== names.en)).toEqual([]);
  });

  it("begin their kit with two abilities and the ultimate", async () => {
    const wrong = (await heroes()).data.filter(
      ({ abilities }) =>
        abilities
          .slice(0, 3)
          .map(({ kind }) => kind)
          .join() !== "ability,ability,ultimate",
    );

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("have each ability id once", async () => {
    const wrong = (await heroes()).data.filter(
      ({ abilities }) => new Set(abilities.map(({ id }) => id)).size < abilities.length,
    );

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("have only the ability kinds of the specification", async () => {
    const kinds = new Set(
      (await heroes()).data.flatMap(({ abilities }) => abilities.map(({ kind }) => kind)),
    );

    expect([...kinds].sort()).toEqual(["ability", "passive", "primary", "secondary", "ultimate"]);
  });

  it("have a total health that is the sum of its parts", async () => {
    const wrong = (await heroes()).data.filter(
      ({ health: { standard, armor, shields, total } }) =>
        total <= 0 || total !== standard + armor + shields,
    );

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("fill every role and every sub-role of the specification, and no other", async () => {
    const { data } = await heroes();

    expect(new Set(data.map(({ role }) => role))).toEqual(new Set(ROLES));
    expect(new Set(data.map(({ subrole }) => subrole))).toEqual(new Set(SUBROLES));
  });

  it("have a sub-role that belongs to their role", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/heroes", HeroCollectionSchema);
    const { data: allRoles } = await readFrom(port, "/v1/overwatch/roles", RoleCollectionSchema);
    const roleOf = new Map(
      allRoles.flatMap(({ id, subroles }) => subroles.map((subrole) => [subrole.id, id])),
    );

    expect(
      data.filter(({ role, subrole }) => roleOf.get(subrole) !== role).map(({ id }) => id),
    ).toEqual([]);
  });

  it("resolve by their id, their three names and every alias", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/heroes", HeroCollectionSchema);
    const wrong: string[] = [];
    for (const { id, names, aliases } of data) {
      for (const name of [id, ...Object.values(names), ...aliases]) {
        const { body } = await getRaw(port, `/v1/overwatch/heroes/${encodeURIComponent(name)}`);
        if (HeroSchema.safeParse(JSON.parse(body)).data?.id !== id) wrong.push(`${id}: ${name}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  it("have their portrait under the assets address", async () => {
    const wrong = (await heroes()).data.filter(
      ({ portrait }) => !portrait.startsWith(`${BASE_URL}/assets/`),
    );

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("have a kit by itself that is their abilities in the same order", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/heroes", HeroCollectionSchema);
    const kits = data.map(({ id }) =>
      readFrom(port, `/v1/overwatch/heroes/${id}/abilities`, AbilityCollectionSchema),
    );

    expect((await Promise.all(kits)).map((kit) => kit.data)).toEqual(
      data.map(({ abilities }) => abilities),
    );
  });
});

describe("maps", () => {
  it("come by id, each once", async () => {
    const ids = (await maps()).data.map(({ id }) => id);

    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it("have the keys of the specification, in its order", async () => {
    expect(await keysAt("/v1/overwatch/maps/kings-row")).toEqual([
      "id",
      "name",
      "mode",
      "aliases",
      "variants",
      "thumbnail",
    ]);
    expect(await keysAt("/v1/overwatch/maps/kings-row", "variants", 0)).toEqual([
      "id",
      "name",
      "thumbnail",
    ]);
  });

  it("are the same in the list as one by one", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/maps", MapCollectionSchema);
    const alone = data.map(({ id }) => readFrom(port, `/v1/overwatch/maps/${id}`, MapSchema));

    expect(await Promise.all(alone)).toEqual(data);
  });

  it("belong to the modes of the specification, each of which has some", async () => {
    expect(new Set((await maps()).data.map(({ mode }) => mode))).toEqual(new Set(MODES));
  });

  it("never include a variant as a map of its own", async () => {
    const { data } = await maps();
    const variants = data.flatMap(({ id, variants }) =>
      variants.map((variant) => `${id}-${variant.id}`),
    );

    expect(variants).not.toEqual([]);
    expect(data.filter(({ id }) => variants.includes(id))).toEqual([]);
  });

  it("resolve by id, name, every alias, and every variant by its id and its name", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/maps", MapCollectionSchema);
    const wrong: string[] = [];
    for (const { id, name, aliases, variants } of data) {
      const ofVariants = variants.flatMap((variant) => [`${id}-${variant.id}`, variant.name]);
      for (const spelling of [id, name, ...aliases, ...ofVariants]) {
        const { body } = await getRaw(port, `/v1/overwatch/maps/${encodeURIComponent(spelling)}`);
        if (MapSchema.safeParse(JSON.parse(body)).data?.id !== id) wrong.push(`${id}: ${spelling}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  it("have their thumbnails under the assets address", async () => {
    const thumbnails = (await maps()).data.flatMap(({ thumbnail, variants }) => [
      thumbnail,
      ...variants.map((variant) => variant.thumbnail),
    ]);

    expect(thumbnails.filter((url) => !url.startsWith(`${BASE_URL}/assets/`))).toEqual([]);
  });
});

describe("modes", () => {
  it("are the five of the specification, in its order", async () => {
    const { data } = await read("/v1/overwatch/modes", ModeCollectionSchema);

    expect(data.map(({ id }) => id)).toEqual(MODES);
  });
});

describe("roles", () => {
  it("are the three of the specification, in its order", async () => {
    expect((await roles()).data.map(({ id }) => id)).toEqual(ROLES);
  });

  it("hold the ten sub-roles of the specification, in its order, each in one role", async () => {
    const ids = (await roles()).data.flatMap(({ subroles }) => subroles.map(({ id }) => id));

    expect(ids).toEqual(SUBROLES);
  });

  it("have the keys of the specification, in its order", async () => {
    expect(await keysAt("/v1/overwatch/roles", "data", 0)).toEqual(["id", "name", "subroles"]);
    expect(await keysAt("/v1/overwatch/roles", "data", 0, "subroles", 0)).toEqual([
      "id",
      "name",
      "description",
      "passive",
    ]);
  });
});

describe("patches", () => {
  it("come newest first, each once", async () => {
    const ids = (await patches()).data.map(({ id }) => id);

    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  it("begin with the patch that the whole deployment names", async () => {
    const { data, meta } = await patches();

    expect(data[0]?.id).toBe(meta.patch);
  });

  it("have an id that is their date, with a letter only from the second of a day on", async () => {
    const wrong = (await patches()).data.filter(
      ({ id, date }) => id !== date && !/^-[b-z]$/.test(id.slice(date.length)),
    );

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("have the keys of the specification, in its order", async () => {
    expect(await keysAt("/v1/overwatch/patches/2026-10-06")).toEqual([
      "id",
      "date",
      "kind",
      "name",
      "sourceUrl",
      "summary",
      "changes",
    ]);
  });

  it("are the same in the list as one by one", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/patches", PatchCollectionSchema);
    const alone = data.map(({ id }) => readFrom(port, `/v1/overwatch/patches/${id}`, PatchSchema));

    expect(await Promise.all(alone)).toEqual(data);
  });

  it("have changes by themselves that are those of the patch in the same order", async () => {
    const { port } = await start();
    const { data } = await readFrom(port, "/v1/overwatch/patches", PatchCollectionSchema);
    const lists = data.map(({ id }) =>
      readFrom(port, `/v1/overwatch/patches/${id}/changes`, PatchChangeCollectionSchema),
    );

    expect((await Promise.all(lists)).map((list) => list.data)).toEqual(
      data.map(({ changes }) => changes),
    );
  });

  it("record each change with a value before it, after it, or both", async () => {
    const changes = (await patches()).data.flatMap((patch) => patch.changes);

    expect(changes).not.toEqual([]);
    expect(changes.filter((change) => !("from" in change) && !("to" in change))).toEqual([]);
  });

  it("change only what begins with a collection of resources", async () => {
    const targets = (await patches()).data.flatMap(({ changes }) =>
      changes.map(({ target }) => target),
    );

    expect(
      targets.filter((target) => !/^(heroes|maps|modes|roles)\/[^/]+(\/[^/]+)*$/.test(target)),
    ).toEqual([]);
  });
});

describe("the description", () => {
  it("is of version 1.0.0 with exactly the specified operations and marked extras", async () => {
    const schema = z.looseObject({
      info: z.looseObject({ version: z.string() }),
      paths: z.record(
        z.string(),
        z.looseObject({ get: z.looseObject({ "x-extra": z.boolean().optional() }) }),
      ),
    });
    const { info, paths } = await read("/v1/openapi.json", schema);
    const contract = Object.keys(paths).filter((path) => !paths[path]?.get["x-extra"]);

    expect(info.version).toBe("1.0.0");
    expect(contract.sort()).toEqual([
      "/health",
      "/v1/games",
      "/v1/openapi.json",
      "/v1/{game}/heroes",
      "/v1/{game}/heroes/{hero}",
      "/v1/{game}/heroes/{hero}/abilities",
      "/v1/{game}/maps",
      "/v1/{game}/maps/{map}",
      "/v1/{game}/modes",
      "/v1/{game}/patches",
      "/v1/{game}/patches/{patch}",
      "/v1/{game}/patches/{patch}/changes",
      "/v1/{game}/roles",
    ]);
  });
});
