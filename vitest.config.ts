import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/helpers/real-site.ts",
    env: { BASE_URL: "" }, // the runner's own would reach the programs that tests start
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
