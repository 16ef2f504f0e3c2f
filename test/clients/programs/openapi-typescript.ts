import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-typescript/api.js";

const api = createClient<paths>({ baseUrl: process.argv[2] ?? "" });
const game = "overwatch";
const hero = await api.GET("/v1/{game}/heroes/{hero}", { params: { path: { game, hero: "루시우" } } });
const patches = await api.GET("/v1/{game}/patches", {
  params: { path: { game }, query: { since: "2026-06-01", kind: "season" } },
});
console.log(hero.data?.name, hero.data?.role, (patches.data?.meta.count ?? 0) > 0);
