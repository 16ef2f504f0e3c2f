import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-typescript/api.js";
import { readAll } from "./documents.js";

const api = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
const game = "overwatch";
const hero = await api.GET("/v1/{game}/heroes/{hero}", { params: { path: { game, hero: "루시우" } } });
const count = await readAll(async ({ template, params }) => {
  const { data } = await api.GET(template as "/v1/games", { params: { path: params } } as never);
  return data;
});
console.log(hero.data?.name, hero.data?.role, count);
