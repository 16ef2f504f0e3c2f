import { describe, expect, inject, it } from "vitest";
import * as z from "zod";
import { getRaw, startProxy } from "../helpers/proxy.ts";
import { HEROES, MAPS } from "../proxy/wire.ts";

/**
 * As match logs of many languages and years write them. Every name in capitals, with combining
 * characters and with every byte percent-encoded is in every-path.test.ts.
 */
const LOGGED_HEROES: [string, string][] = [
  ["LuCiO", "lucio"],
  ["루시우", "lucio"],
  ["卢西奥", "lucio"],
  ["ЛУСИО", "lucio"],
  ["Soldier: 76", "soldier-76"],
  ["士兵：76", "soldier-76"],
  ["TORBJÖRN", "torbjorn"],
  ["TORBJORN", "torbjorn"],
  ["Soldat\u00a0: 76", "soldier-76"], // as the French client writes it
  ["Soldier:\u3000 76", "soldier-76"],
  ["Ｍｅｉ", "mei"],
  ["\u200eAna\u200b", "ana"],
  ["MCCREE", "cassidy"],
  ["D.Va", "dva"],
];

const LOGGED_MAPS: [string, string][] = [
  ["King's Row (Winter)", "kings-row"],
  ["KINGS-ROW-WINTER", "kings-row"],
  ["왕의 길", "kings-row"],
  ["WATCHPOINT: GIBRALTAR", "watchpoint-gibraltar"],
  ["ESPERANÇA", "esperanca"],
];

/** The id of what a path answers with, sent as it is over a socket of its own. */
async function idAt(path: string) {
  const { port } = await startProxy(inject("realSite"));
  const { body } = await getRaw(port, path);
  return z.looseObject({ id: z.string() }).parse(JSON.parse(body)).id;
}

describe("a spelling that match logs use", () => {
  it.each(LOGGED_HEROES)("%s is the hero %s", async (spelling, id) => {
    expect(await idAt(`${HEROES}/${encodeURIComponent(spelling)}`)).toBe(id);
  });

  it.each(LOGGED_MAPS)("%s is the map %s", async (spelling, id) => {
    expect(await idAt(`${MAPS}/${encodeURIComponent(spelling)}`)).toBe(id);
  });

  it("resolves with percent-encoding in lower-case hexadecimal", async () => {
    expect(await idAt(`${HEROES}/l%c3%bacio`)).toBe("lucio");
  });

  it("resolves with the characters unencoded that a path may hold unencoded", async () => {
    expect(await idAt(`${MAPS}/King's%20Row%20(Winter)`)).toBe("kings-row");
  });
});

describe("a game or a fixed segment", () => {
  it.each([
    "/v1/overwatch/heroes/ana%EF%BC%8Fabilities", // a full-width slash
    "/v1/overwatch/heroes/ana%20",
    "/v1/overwatch/heroes/ana%C2%A0",
    "/V1/games",
    "/v1/Games",
    "/v1/Overwatch/heroes",
    "/v1/OVERWATCH/heroes/ana",
    "/v1/overwatch/Heroes",
    "/v1/overwatch/HEROES/ana",
    "/v1/overwatch/heroes/ana/Abilities",
    "/v1/overwatch/Maps/ilios",
    "/v1/overwatch/patches/2026-10-06/CHANGES",
    "/v1/OpenAPI.json",
    "/Health",
    "/Manifest.json",
  ])("matches exactly, so %s is 404", async (path) => {
    const { port } = await startProxy(inject("realSite"));

    expect((await getRaw(port, path)).status).toBe(404);
  });
});
