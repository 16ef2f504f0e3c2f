import { getGetHeroUrl, type Hero } from "../generated/orval/api.js";
import { getHeroResponse, listPatchesResponse } from "../generated/orval/zod.js";

// The client's addresses and types, and the zod schemas of the answers, which must let them
// through.
const base = process.argv[2] ?? "";
const read = async (path: string): Promise<unknown> => (await fetch(base + path)).json();
const hero = getHeroResponse.parse(await read(new URL(getGetHeroUrl("overwatch", encodeURIComponent("루시우")), base).pathname));
const name: Hero["name"] = hero.name;
const patches = listPatchesResponse.parse(await read("/v1/overwatch/patches?since=2026-06-01&kind=season"));
console.log(name, hero.role, patches.meta.count > 0);
