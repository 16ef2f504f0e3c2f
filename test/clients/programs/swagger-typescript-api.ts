import { Api } from "../generated/swagger-typescript-api/api.js";
import { functionOf, readAll } from "./documents.js";

const api = new Api({ baseUrl: process.argv[2] ?? "" });
const hero = await api.v1.getHero("overwatch", encodeURIComponent("루시우"));
const groups = Object.values(api).filter((one): one is object => one instanceof Object);
const count = await readAll(async ({ operation, params }) => {
  const read = functionOf(operation, ...groups);
  return (await read(...Object.values(params).map(encodeURIComponent))).data;
});
console.log(hero.data.name, hero.data.role, count);
