import { describe, expect, it } from "vitest";
import { realManifest, realProxy } from "../helpers/built-site.ts";
import { getRaw } from "../helpers/proxy.ts";
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
const { patch: NEWEST } = realManifest();

const start = () => realProxy({ ANONYMOUS_LIMIT: "1000000", LOG_LEVEL: "silent" });

/** The parsed body of a path of the real site. Its shape is judged with every other path's. */
async function read(path: string, port?: number) {
  const answer = await getRaw(port ?? (await start()).port, path);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body);
}

const collection = (name: string, port?: number) => read(`/v1/overwatch/${name}`, port);

/** The ids of things, in the order of the list. */
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id);

describe("every operation", () => {
  it.each(OPERATIONS)(
    "GET %s is 401 for a rejected credential, and 429 when the limit is exhausted",
    async (path) => {
      const { port } = await realProxy({ ANONYMOUS_LIMIT: "1" });
      for (const [status, title] of [
        [401, "Unauthorized"],
        [429, "Too Many Requests"],
      ] as const) {
        const answer = await getRaw(port, path, { "X-API-Key": "gdr_unknown" });
        expect(answer.status).toBe(status);
        expect(problemOf(answer)).toMatchObject({ status, title, instance: path });
      }
    },
  );

  it.each(OPERATIONS.filter((path) => path !== "/v1/overwatch/patches"))(
    "GET %s takes no query parameters, so a filter is ignored",
    async (path) => {
      const { port } = await start();

      expect((await getRaw(port, `${path}?since=never&kind=`)).status).toBe(200);
    },
  );
});

describe("what a document says", () => {
  it("of the deployment is that it is ok, its patch and its version", async () => {
    expect(await read("/health")).toEqual({ status: "ok", patch: NEWEST, version: "test" });
  });

  it("of games is the one that is supported", async () => {
    expect(await read("/v1/games")).toEqual({
      data: [{ id: "overwatch", name: "Overwatch" }],
      meta: { patch: NEWEST, count: 1 },
    });
  });
});

describe("the things of a collection", () => {
  it.each(["heroes", "maps"])("come by id, each once: %s", async (name) => {
    const ids = idsOf((await collection(name)).data);

    expect(ids).toEqual([...new Set(ids)].sort());
  });

  it("come newest first, each once, where they are patches", async () => {
    const { data, meta } = await collection("patches");
    const ids = idsOf(data);

    expect(ids).toEqual([...new Set(ids)].sort().reverse());
    expect(ids[0]).toBe(meta.patch);
  });

  it.each(["heroes", "maps", "patches"])("are the same one by one: %s", async (name) => {
    const { data } = await collection(name);
    const { port } = await start();
    const alone = idsOf(data).map((id) => collection(`${name}/${id}`, port));

    expect(await Promise.all(alone)).toEqual(data);
  });

  it.each([
    ["heroes", "abilities"],
    ["patches", "changes"],
  ])("have by themselves what they have in order, where they are %s: %s", async (name, part) => {
    const { data } = await collection(name);
    const { port } = await start();
    const parts = idsOf(data).map(
      async (id) => (await collection(`${name}/${id}/${part}`, port)).data,
    );

    expect(await Promise.all(parts)).toEqual(data.map((one: Record<string, unknown>) => one[part]));
  });

  it("are the modes, roles and sub-roles of the specification, in its order", async () => {
    const { data: roles } = await collection("roles");
    const subroles = roles.flatMap((role: { subroles: { id: string }[] }) => role.subroles);

    expect(idsOf((await collection("modes")).data)).toEqual(MODES);
    expect(idsOf(roles)).toEqual(ROLES);
    expect(idsOf(subroles)).toEqual(SUBROLES);
  });
});
