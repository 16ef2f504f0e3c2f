import { getHero } from "../generated/kubb/clients/getHero.js";
import { listPatches } from "../generated/kubb/clients/listPatches.js";

const baseURL = process.argv[2] ?? "";
const hero = await getHero("overwatch", encodeURIComponent("루시우"), { baseURL });
const patches = await listPatches("overwatch", { since: "2026-06-01", kind: "season" }, { baseURL });
console.log(hero.name, hero.role, patches.meta.count > 0);
