import { setConfig } from "@kubb/plugin-client/clients/fetch";
import { getHero } from "../generated/kubb/clients/getHero.js";
import * as clients from "../generated/kubb/index.js";
import { functionOf, readAll } from "./documents.js";

setConfig({ baseURL: process.argv[2] ?? "" });
const hero = await getHero("overwatch", encodeURIComponent("루시우"));
const count = await readAll(async ({ operation, params }) =>
  functionOf(operation, clients)(...Object.values(params).map(encodeURIComponent)),
);
console.log(hero.name, hero.role, count);
