import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PACKAGE_ROOT } from "../build/core/package.ts";
import { CLIENTS } from "./clients/clients.mjs";

const read = (file: string) => readFileSync(join(PACKAGE_ROOT, file), "utf8");

it("the guide's table of generators has the commands that CI runs, and no others", () => {
  const guide = read("build/generator/pages/guides/generated-clients.md");
  const commands = [...guide.matchAll(/^\| .*\| `(npx .*)` \|$/gm)].map(([, command]) => command);
  expect(commands).toEqual(CLIENTS.map(({ generate }) => generate));
  expect(read(".ci/run")).toMatch(/^npm run -s clients &$/m);
});

it("the guide names the major versions that CI installs, which are pinned", () => {
  const guide = read("build/generator/pages/guides/generated-clients.md");
  const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
    read("test/clients/package.json"),
  );
  for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const { tool } of CLIENTS)
    expect(guide).toContain(`| ${tool} ${devDependencies[tool]?.split(".")[0]} |`);
});
