import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { PACKAGE_ROOT } from "../../../build/core/package.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { printedBy, startCommand } from "../../helpers/program.ts";
import { bareEnvironment } from "../program.ts";
import { listenTo } from "./dev-events.ts";

it("loads the code of a page again, and names the line that throws", async () => {
  const cwd = temporaryFolder();
  for (const name of ["build", "proxy", "gamedata", "compile.mjs", "package.json", "tsconfig.json"])
    cpSync(join(PACKAGE_ROOT, name), join(cwd, name), { recursive: true });
  symlinkSync(join(PACKAGE_ROOT, "node_modules"), join(cwd, "node_modules"));
  execFileSync(process.execPath, ["compile.mjs", "program", "browser"], { cwd });
  const env = { ...bareEnvironment(), PORT: "0" };
  const program = startCommand(process.execPath, [".compiled/gamedata.js", "dev"], { cwd, env });
  const [address] = await printedBy(program, /http.*/);

  const hero = join(cwd, "build/generator/pages/explorer/hero.tsx");
  const text = readFileSync(hero, "utf8");
  const page = async () => await (await fetch(`${address}/heroes/ana`)).text();
  writeFileSync(hero, text.replace("title: name", 'title: "Changed"'));
  await vi.waitFor(async () => expect(await page()).toContain("<title>Changed"), 30_000);

  const [before] = text.split("title: name");
  writeFileSync(hero, text.replace("title: name", 'title: Symbol("broken") + name'));
  const next = await listenTo(`${address}`);
  const place = `explorer/hero.tsx:${before?.split("\n").length}:`;
  while (!(await next()).fault.includes(place)) expect(await page()).toContain("<title>Changed");
});
