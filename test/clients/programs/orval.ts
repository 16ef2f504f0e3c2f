import * as schemas from "../generated/orval/zod.js";
import { readAll } from "./documents.js";

// The zod schemas of the answers must let them through.
const base = process.argv[2] ?? "";
const read = async (path: string): Promise<unknown> => (await fetch(base + encodeURI(path))).json();
const hero = schemas.getHeroResponse.parse(await read("/v1/overwatch/heroes/루시우"));
const count = await readAll(async ({ operation, path }) =>
  Reflect.get(schemas, `${operation}Response`).parse(await read(path)),
);
console.log(hero.name, hero.role, count);
