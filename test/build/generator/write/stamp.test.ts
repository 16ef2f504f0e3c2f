import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  digestOfInputs,
  reportOfBuild,
  writeStamp,
} from "../../../../build/generator/write/stamp.ts";
import { temporaryFolder } from "../../../helpers/data.ts";

it.each<[what: string, isSame: boolean, change: (folder: string) => void]>([
  ["nothing changed", true, () => {}],
  [
    "the data has the same bytes",
    true,
    (folder) => writeFileSync(`${folder}/data/game.json`, "{}\n"),
  ],
  ["the data was edited", false, (folder) => appendFileSync(`${folder}/data/game.json`, "\n")],
  ["the data has another file", false, (folder) => writeFileSync(`${folder}/data/new.json`, "{}")],
  ["a file is gone", false, (folder) => rmSync(`${folder}/dist/a.json`)],
  ["there is another file", false, (folder) => writeFileSync(`${folder}/dist/b.json`, "{}")],
  ["a file has another size", false, (folder) => appendFileSync(`${folder}/dist/a.json`, " ")],
  ["a file has another time", false, (folder) => utimesSync(`${folder}/dist/a.json`, 1, 2)],
  ["there is no site", false, (folder) => rmSync(`${folder}/dist`, { recursive: true })],
  ["there is half a stamp", false, (folder) => writeFileSync(`${folder}/dist.built`, '{"inputs":')],
])("a site is built again unless nothing changed: %s", (_what, isSame, change) => {
  const folder = temporaryFolder();
  const [data, out] = [join(folder, "data"), join(folder, "dist")];
  for (const [dir, file] of [
    [data, "game.json"],
    [out, "a.json"],
  ] as const) {
    mkdirSync(dir);
    writeFileSync(join(dir, file), "{}\n");
  }
  writeStamp(out, digestOfInputs(data, { version: "1" }), "the report");
  expect(readFileSync(`${out}.built`, "utf8")).toContain("the report");
  change(folder);
  const report = reportOfBuild(out, digestOfInputs(data, { version: "1" }));
  expect(report).toBe(isSame ? "the report" : undefined);
  expect(reportOfBuild(out, digestOfInputs(data, { version: "2" }))).toBeUndefined();
});
