import { client } from "../generated/hey-api/client.gen.js";
import * as sdk from "../generated/hey-api/sdk.gen.js";
import { functionOf, readAll } from "./documents.js";

client.setConfig({ baseUrl: process.argv[2] ?? "" });
const hero = await sdk.getHero({ path: { game: "overwatch", hero: "루시우" } });
const count = await readAll(
  async ({ operation, params }) => (await functionOf(operation, sdk)({ path: params })).data,
);
console.log(hero.data?.name, hero.data?.role, count);
