import { execFileSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openSiteFiles } from "../../build/core/site/site-files.ts";
import { createPatchList } from "../../proxy/site/patch-list.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { PATCHES, writeLargeData } from "./large-data.ts";
import { inTurns, type Measurement, type Row, secondsRow, seriesOf } from "./measure.ts";
import { PROGRAM, temporaryFolder } from "./servers.ts";

/** Measures what grows with the number of patches. */
export async function measureLarge({ rounds }: Measurement): Promise<Row[]> {
  const folder = temporaryFolder();
  const [data, site] = [join(folder, "data"), join(folder, "site")];
  writeLargeData(data);
  const build = () => {
    rmSync(site, { recursive: true, force: true });
    const start = performance.now();
    execFileSync(process.execPath, [PROGRAM, "build", "--data", data, "--out", site]);
    return (performance.now() - start) / 1000;
  };
  const builds = (await inTurns(rounds, new Map([["build", build]]))).get("build");
  const pages = openSiteFiles(site)
    .names()
    .filter((name) => name.endsWith(".html.br"));
  const largest = Math.max(...pages.map((name) => statSync(join(site, name)).size / 1000));
  const filters = await filterMicroseconds(site);
  const what = `${PATCHES} patches`;
  const row = (of: string, unit: string, most: number, values: readonly number[]): Row => ({
    part: "large",
    what: `${of}, ${what}`,
    yardstick: unit,
    goal: { bound: "at most", value: most },
    ratio: seriesOf(values),
    measured: `${seriesOf(values).median.toFixed(0)} ${unit}`,
  });
  return [
    secondsRow("large", `build, ${what}`, 25, builds),
    row("largest page, brotli", "KB", 150, [largest]),
    row("a kind", "µs", 60, filters.kind),
    row("a range of 20 patches", "µs", 60, filters.range),
  ];
}

/** How long answers to filters take that were not asked for before. */
async function filterMicroseconds(site: string): Promise<{ kind: number[]; range: number[] }> {
  const catalog = await loadCatalog(site);
  const days = catalog.patches.data.map(({ date }) => date);
  const { select } = createPatchList(catalog);
  const measure = (query: string) => {
    const start = performance.now();
    select(query);
    return (performance.now() - start) * 1000;
  };
  measure("kind=season");
  measure("since=2026-10-06");
  const rounds = [...days.keys()].slice(0, 400);
  return {
    kind: rounds.map((at) => measure(`kind=season&round=${at}`)),
    range: rounds.map((at) => measure(`since=${days[at + 20]}&until=${days[at]}`)),
  };
}
