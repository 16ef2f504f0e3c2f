import { Api } from "../generated/swagger-typescript-api/api.js";

const api = new Api({ baseUrl: process.argv[2] ?? "" });
const hero = await api.v1.getHero("overwatch", encodeURIComponent("루시우"));
const patches = await api.v1.listPatches("overwatch", {
  since: "2026-06-01",
  kind: "season",
});
console.log(hero.data.name, hero.data.role, patches.data.meta.count > 0);
