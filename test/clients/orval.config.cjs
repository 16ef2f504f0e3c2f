const input = "./generated/openapi.json";

module.exports = {
  api: { input, output: { client: "fetch", target: "./generated/orval/api.ts" } },
  zod: { input, output: { client: "zod", target: "./generated/orval/zod.ts" } },
};
