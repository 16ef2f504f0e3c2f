import { client } from "../generated/hey-api/client.gen.js";
import { getHero, listPatches } from "../generated/hey-api/sdk.gen.js";

client.setConfig({ baseUrl: process.argv[2] ?? "" });
const game = "overwatch";
const hero = await getHero({ path: { game, hero: "루시우" } });
const patches = await listPatches({ path: { game }, query: { since: "2026-06-01", kind: "season" } });
console.log(hero.data?.name, hero.data?.role, (patches.data?.meta.count ?? 0) > 0);
