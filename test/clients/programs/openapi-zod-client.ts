import { createApiClient } from "../generated/openapi-zod-client/api.js";

const api = createApiClient(process.argv[2] ?? "");
const hero = await api.getHero({ params: { game: "overwatch", hero: "루시우" } });
const patches = await api.listPatches({
  params: { game: "overwatch" },
  queries: { since: "2026-06-01", kind: "season" },
});
console.log(hero.name, hero.role, patches.meta.count > 0);
