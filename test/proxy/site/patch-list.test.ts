import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { PatchCollectionSchema } from "../../../build/core/schema/answer-shapes.ts";
import type { Patch } from "../../../build/core/schema/patch.ts";
import { realProxy } from "../../helpers/built-site.ts";
import { getRaw } from "../../helpers/proxy.ts";
import { PATCHES, problemOf } from "../wire.ts";

const WHOLE = PatchCollectionSchema.parse(
  JSON.parse(readFileSync(join(inject("realSite"), `${PATCHES}.json`), "utf8")),
);

/** What the patch list answers to a query. */
async function ask(query: string, headers: Record<string, string> = {}) {
  const { port } = await realProxy();
  return await getRaw(port, `${PATCHES}${query}`, headers);
}

async function idsOf(query: string) {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return PatchCollectionSchema.parse(JSON.parse(body)).data.map(({ id }) => id);
}

function idsWhere(keeps: (patch: Patch) => boolean) {
  return WHOLE.data.filter(keeps).map(({ id }) => id);
}

describe("the patch list", () => {
  it.each<[string, (patch: Patch) => boolean]>([
    ["", () => true],
    [
      "?since=2026-08-12&until=2026-08-19",
      ({ date }) => date >= "2026-08-12" && date <= "2026-08-19",
    ],
    ["?since=2026-08-11&until=2026-08-11", ({ date }) => date === "2026-08-11"],
    [
      "?kind=hotfix&since=2026-08-12&until=2026-08-19",
      ({ kind, date }) => kind === "hotfix" && date >= "2026-08-12" && date <= "2026-08-19",
    ],
    ["?since=2026-08-19&until=2026-08-12", () => false],
    ["?%6Bind=season", ({ kind }) => kind === "season"],
    ["?limit=1&kind=season&page=%ZZ", ({ kind }) => kind === "season"],
    ["?Kind=season", () => true],
  ])(
    "filtered by %j holds exactly the patches that satisfy it, newest first",
    async (query, keeps) => {
      expect(await idsOf(query)).toEqual(idsWhere(keeps));
    },
  );

  it("counts what it returns and always names the newest patch", async () => {
    const { body } = await ask("?kind=season&until=2026-08-11");
    const { data, meta } = PatchCollectionSchema.parse(JSON.parse(body));

    expect(meta).toEqual({ patch: WHOLE.meta.patch, count: data.length });
    expect(data[0]?.id).not.toBe(meta.patch);
  });
});

describe("a filter that cannot be read", () => {
  it.each([
    ["?since=", "since"],
    ["?since=2026-02-30", "since"],
    ["?since=2026-8-1", "since"],
    ["?since=2026-08-11%0A", "since"],
    ["?since=2026-08-11-b", "since"],
    ["?until=%ZZ", "until"],
    ["?kind=Season", "kind"],
    ["?kind=__proto__", "kind"],
    ["?since=2026-08-11&since=2026-08-12", "since"],
  ])("%s is a 400 problem whose detail names %s", async (query, name) => {
    const answer = await ask(query);

    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(problemOf(answer)).toEqual({
      type: "https://gamedata.example.org/problems/bad-request",
      title: "Bad Request",
      status: 400,
      detail: expect.stringMatching(`^${name} `),
      instance: PATCHES, // the path alone
    });
  });

  it("is reported in words a person can act on", async () => {
    expect(problemOf(await ask("?since=2026-02-30")).detail).toMatchInlineSnapshot(
      `"since is "2026-02-30"; expected a calendar date written YYYY-MM-DD, such as 2026-08-11."`,
    );
    expect(problemOf(await ask("?kind=Season")).detail).toMatchInlineSnapshot(
      `"kind is "Season"; expected one of season, mid-season, hotfix."`,
    );
    expect(problemOf(await ask("?kind=season&kind=hotfix")).detail).toMatchInlineSnapshot(
      `"kind is given 2 times; expected once."`,
    );
  });

  it("is quoted only in part where it is long", async () => {
    const { detail } = problemOf(await ask(`?kind=${"x".repeat(5000)}`));

    expect(detail.length).toBeLessThan(200);
  });
});

describe("a filtered answer", () => {
  it("is not that of another kind with as many patches", async () => {
    const { port } = await realProxy();
    const third = (patches: Patch[]) => patches[2]?.date;
    const seasons = WHOLE.data.filter(({ kind }) => kind === "season");
    const queries = [`?since=${third(WHOLE.data)}`, `?kind=season&since=${third(seasons)}`];
    const [all, season] = await Promise.all(
      queries.map(async (query) => JSON.parse((await getRaw(port, PATCHES + query)).body).data),
    );
    expect(all).toEqual(WHOLE.data.slice(0, 3));
    expect(season).toEqual(seasons.slice(0, 3));
  });

  it("has an ETag of its own", async () => {
    const { port } = await realProxy();
    const queries = ["", "?kind=season", "?kind=hotfix", "?since=9999-01-01"];
    const tags = await Promise.all(
      queries.map(async (query) => (await getRaw(port, PATCHES + query)).headers.get("etag")),
    );

    expect(tags).toEqual(queries.map(() => expect.stringMatching(/^"[\w-]+"$/)));
    expect(new Set(tags).size).toBe(queries.length);
  });
});
