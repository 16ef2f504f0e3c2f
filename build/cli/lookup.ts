import type { Command } from "commander";
import type { Meaning } from "../client/names.ts";
import { DATA_TO_READ, dataToRead, readableData } from "./terminal/data-folder.ts";
import { DAY, NamesByDay } from "./terminal/names-of-day.ts";
import { didYouMean, table } from "./terminal/table.ts";
import { EXIT, note, print, setExitCode } from "./terminal/terminal.ts";

/** `gamedata lookup`. */
export function addLookupCommand(program: Command): void {
  program
    .command("lookup")
    .description("find what a name means: a hero, map, mode, team, ability or perk")
    .argument("<names...>", "ids, names or aliases, in any letter case")
    .option("--day <day>", DAY)
    .option("--data <dir>", DATA_TO_READ, dataToRead())
    .option("--json", "report as JSON, one line per name")
    .action(lookUp);
}

type LookupFlags = { data: string; day?: string; json?: boolean };

/** Reports what each name means. */
function lookUp(wanted: readonly string[], { data: dir, day, json }: LookupFlags) {
  const { names, patch } = new NamesByDay(readableData(dir)).of(day);
  const reports = wanted.map((name) => {
    const found = names.meanings(name.trim());
    const nearest = found.length > 0 ? [] : names.nearest(name);
    return { ok: found.length > 0, name, patch, found, nearest };
  });
  if (day !== undefined && !json) note(`names as of patch ${patch}`);
  if (json) for (const report of reports) print(JSON.stringify(report));
  else tellMeanings(reports);
  if (reports.some(({ ok }) => !ok)) setExitCode(EXIT.inputAtFault);
}

type Looked = { ok: boolean; name: string; found: Meaning[]; nearest: Near[] };
type Near = { spelling: string; path: string };

function tellMeanings(reports: readonly Looked[]) {
  const rows = reports.flatMap(({ name, found }) =>
    found.map((one) => (reports.length === 1 ? meaningRow(one) : [name, ...meaningRow(one)])),
  );
  if (rows.length > 0) print(table(rows));
  for (const { name, nearest, ok } of reports) {
    if (ok) continue;
    const hint = didYouMean(nearest);
    note(`no hero, map, mode, team, ability or perk is called ${JSON.stringify(name)}${hint}`);
  }
}

function meaningRow({ path, name, kind, variant }: Meaning) {
  return [path, name, variant === undefined ? kind : `${kind} ${variant}`];
}
