import { getGetHeroUrl, type Hero } from "../generated/orval/api.js";
import * as schemas from "../generated/orval/zod.js";
import { readAll } from "./documents.js";

// The client's addresses and types, and the zod schemas of the answers, which must let them
// through.
const base = process.argv[2] ?? "";
const read = async (path: string): Promise<unknown> => (await fetch(base + path)).json();
const hero = schemas.getHeroResponse.parse(
  await read(new URL(getGetHeroUrl("overwatch", encodeURIComponent("루시우")), base).pathname),
);
const name: Hero["name"] = hero.name;
const count = await readAll(async ({ operation, path }) =>
  Reflect.get(schemas, `${operation}Response`).parse(await read(encodeURI(path))),
);
console.log(name, hero.role, count);
