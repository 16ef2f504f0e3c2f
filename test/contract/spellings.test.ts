import { expect, it } from "vitest";
import { realProxy } from "../helpers/built-site.ts";
import { getRaw } from "../helpers/proxy.ts";
import { encodePath, HEROES, MAPS } from "../proxy/wire.ts";

/**
 * As match logs of many languages and years write them. Every name in capitals, with combining
 * characters and with every byte percent-encoded is in every-path.test.ts, and in other disguises
 * in disguises.test.ts.
 */
const LOGGED = [
  [`${HEROES}/ЛУСИО`, "lucio"],
  [`${HEROES}/Soldat\u00a0: 76`, "soldier-76"], // as the French client writes it
  [`${HEROES}/Ｍｅｉ`, "mei"],
  [`${HEROES}/\u200eAna\u200b`, "ana"],
  [`${HEROES}/MCCREE`, "cassidy"],
  [`${MAPS}/King's Row (Winter)`, "kings-row"],
  [`${MAPS}/KINGS-ROW-WINTER`, "kings-row"],
] as const;

it.each(LOGGED)("a spelling that match logs use %s is %s", async (path, id) => {
  const { port } = await realProxy();
  const { body } = await getRaw(port, encodePath(path));
  expect(JSON.parse(body)).toMatchObject({ id });
});

it.each([
  "/v1/overwatch/heroes/ana%EF%BC%8Fabilities", // a full-width slash
  "/v1/overwatch/heroes/ana%20",
  "/v1/overwatch/heroes/ana%C2%A0",
  "/V1/games",
  "/v1/Overwatch/heroes",
  "/v1/overwatch/HEROES/ana",
  "/v1/overwatch/heroes/ana/Abilities",
  "/v1/OpenAPI.json",
  "/Health",
])("a game or a fixed segment matches exactly, so %s is 404", async (path) => {
  const { port } = await realProxy();

  expect((await getRaw(port, path)).status).toBe(404);
});
