import { createApiClient } from "../generated/openapi-zod-client/api.js";
import { functionOf, readAll } from "./documents.js";

const api = createApiClient(process.argv[2] ?? "");
const hero = await api.getHero({ params: { game: "overwatch", hero: "루시우" } });
const count = await readAll(async ({ operation, params }) => functionOf(operation, api)({ params }));
console.log(hero.name, hero.role, count);
