import { describe, expect, it } from "vitest";
import { realProxy } from "../../helpers/built-site.ts";
import { getRaw } from "../../helpers/proxy.ts";
import { detailOf, encodePath, HEROES, MAPS, PATCHES, problemOf } from "../wire.ts";

/** The detail of the 404 of a path of the real site. */
async function detail(path: string) {
  const { port } = await realProxy();
  return await detailOf(port, path);
}

describe("a path that does not resolve", () => {
  it.each([
    ["of another game", "/v1/chess/heroes"],
    ["below another game", "/v1/chess/patches/2026-10-06/changes"],
    ["of an unknown hero", `${HEROES}/nobody`],
    ["of an unknown hero's kit", `${HEROES}/nobody/abilities`],
    ["of an unknown map", `${MAPS}/nowhere`],
    ["of an unknown patch", `${PATCHES}/2020-01-01`],
    ["of an unknown patch's changes", `${PATCHES}/2020-01-01/changes`],
    ["with a trailing slash", `${HEROES}/ana/`],
    ["of an empty name", `${HEROES}//abilities`],
    ["that begins with two slashes", "//v1/games"],
    ["with an encoded slash", "/v1/overwatch%2fheroes"],
    ["with percent signs that encode nothing", `${HEROES}/%ZZ`],
    ["that is a file of the site", `${HEROES}/ana.json`],
    ["that is a page with its ending", "/problems/not-found.html"],
    ["below a resource", `${HEROES}/ana/abilities/biotic-grenade`],
    ["of a property that every object has", `${HEROES}/__proto__`],
    ["of a name as long as a head may be", `${HEROES}/${"a".repeat(15_000)}`],
    ["of very many segments", `/v1${"/a".repeat(5_000)}`],
  ])("%s is a 404 problem whose instance is the path as received", async (_what, path) => {
    const { port } = await realProxy();
    const answer = await getRaw(port, `${path}?since=x`);

    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(problemOf(answer)).toMatchObject({
      type: "https://gamedata.example.org/problems/not-found",
      title: "Not Found",
      status: 404,
      detail: expect.any(String),
      instance: path,
    });
  });

  it("is told apart by where it leads", async () => {
    const { port } = await realProxy();
    const ask = (path: string) => detailOf(port, path);

    expect(await ask("/nothing-of-this-kind")).toMatchInlineSnapshot(
      `"Nothing is served at this path. The API begins at /v1; /v1/openapi.json describes it."`,
    );
    expect(await ask("/v1/minesweeper")).toMatchInlineSnapshot(
      `"There is no such game. /v1/games lists the supported ones: overwatch."`,
    );
    expect(await ask("/v1/overwatch/weapons-of-old")).toMatchInlineSnapshot(
      `"There is no such resource. The collections are heroes, maps, modes, roles and patches."`,
    );
    expect(await ask(`${HEROES}/nobody-at-all`)).toMatchInlineSnapshot(
      `"No hero has this id, name or alias. /v1/overwatch/heroes lists them all."`,
    );
    expect(await ask(`${MAPS}/nowhere-at-all`)).toMatchInlineSnapshot(
      `"No map or map variant has this id, name or alias. /v1/overwatch/maps lists them all."`,
    );
    expect(await ask(`${PATCHES}/newest-of-all`)).toMatchInlineSnapshot(
      `"No patch has this id. /v1/overwatch/patches lists them all."`,
    );
    expect(await ask(`${HEROES}/%ZZ`)).toMatchInlineSnapshot(
      `"The name in the path is not well-formed: it contains an encoded slash, is longer than 255 bytes, or its percent-encoding is broken."`,
    );
    for (const blank of [`${HEROES}/`, `${HEROES}/%20`, `${HEROES}//abilities`])
      expect(await ask(blank)).toBe("No name is given. The list is at /v1/overwatch/heroes.");
  });
});

describe("a near miss", () => {
  it.each([
    [`${HEROES}/soldier-67`, "`soldier-76`"],
    [`${HEROES}/루시오`, "`루시우` (lucio)"],
    [`${MAPS}/KINGS_ROW_WINTR`, "`King's Row` (kings-row)"],
    [`${PATCHES}/2026-10-06-c`, "Did you mean `2026-10-06`"],
    [`${HEROES}/ana/abilites`, "`abilities`"],
    [`${PATCHES}/2026-10-06/change`, "`changes`"],
    ["/v1/overwatch/heros", "`heroes`"],
    ["/helth", "`health`"],
  ])("of %s suggests the spelling that resolves: %s", async (path, suggestion) => {
    expect(await detail(encodePath(path))).toContain(suggestion);
  });

  it("suggests for machines, too, where a name was looked up", async () => {
    const { port } = await realProxy();
    const suggestionsAt = async (path: string) =>
      problemOf(await getRaw(port, encodePath(path))).suggestions;
    expect(await suggestionsAt(`${HEROES}/루시오`)).toContainEqual({
      collection: "heroes",
      id: "lucio",
      name: "Lúcio",
    });
    expect(await suggestionsAt(`${HEROES}/ana:`)).toContainEqual({
      collection: "heroes",
      id: "ana",
      name: "Ana",
    });
    expect(await suggestionsAt(`${PATCHES}/2026-02-14`)).toContainEqual({
      collection: "patches",
      id: "2026-02-13",
      name: "2026-02-13",
    });
    expect(await suggestionsAt(`${HEROES}/qqqqqqqqqqqq`)).toBeUndefined();
    expect(await suggestionsAt("/v1/overwatch/heros")).toBeUndefined();
  });
});

it.each([
  `${HEROES}/qqqqqqqqqqqq`,
  `${MAPS}/the-place-where-nobody-goes`,
  `${HEROES}/${encodeURIComponent("루".repeat(1500))}`,
])("a far miss %.60s suggests no other name", async (path) => {
  expect(await detail(path)).not.toContain("Did you mean");
});
