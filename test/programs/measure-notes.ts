// Compares the rows that `gamedata record --notes` reads with the recorded patches.
//
//   npm run measure-notes -- FOLDER
//
// FOLDER has one file of notes for each patch, in Markdown: YYYY-MM-DD*.md, which may be a day off.
// Prints a table in Markdown. The notes belong to their publisher and are not part of the project.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readNotes } from "../../build/cli/maintain/notes/read-notes.ts";
import { readPage } from "../../build/cli/maintain/notes/read-page.ts";
import type { ProposedRow } from "../../build/cli/maintain/notes/rows-of-sentence.ts";
import type { GameState } from "../../build/core/schema/collections.ts";
import type { HeroState } from "../../build/core/schema/hero.ts";
import type { RecordedChange } from "../../build/core/schema/patch.ts";
import { describeError } from "../../build/core/site/describe-error.ts";
import { wholeData } from "../../build/generator/data/check-data.ts";
import { loadData } from "../../build/generator/data/load-data.ts";
import { stateOf } from "../../build/generator/data/reference.ts";
import { createDraft } from "../../build/generator/history/draft.ts";
import { figureTarget, quantityOf } from "../../build/generator/history/figure-target.ts";
import { stateBefore, walkBack } from "../../build/generator/history/rewind.ts";

const DAY_MS = 86_400_000;

const [folder = "."] = process.argv.slice(2);
const files = readdirSync(folder).filter((file) => file.endsWith(".md"));
const data = wholeData(loadData("gamedata").data);
const figures = new Map(data.figures.figures.map((field) => [field.name, field]));
const aliases = new Map(data.heroes.map((hero) => [hero.id, hero.aliases]));

/** The archive marks headings in its own way; the publisher's page does not. */
function asPublished(text: string): string {
  return text
    .replaceAll(/威能 \*\*(.+?)\*\* —— \p{Letter}+/gu, "$1 - Perk")
    .replaceAll(/物品 \*\*(.+?)\*\*.*/gu, "$1")
    .replaceAll(/（(重装|输出|支援)）/g, "")
    .replaceAll(/^\*开发者注：/gm, "*Developer Comments: ");
}

function fileOf(id: string): string | undefined {
  const exact = files.find((file) => file.startsWith(id));
  const ids = new Set(data.patches.map((patch) => patch.id));
  const isNear = (file: string) =>
    !ids.has(file.slice(0, 10)) &&
    Math.abs(Date.parse(file.slice(0, 10)) - Date.parse(id.slice(0, 10))) <= DAY_MS;
  return exact ?? files.find(isNear);
}

/**
 * Whether notes can print a recorded change: it is about a hero that they name and not a new hero,
 * a whole kit, a description or a derived value, and one line has all its numbers.
 */
function isPrinted(change: RecordedChange, notes: string, heroes: readonly HeroState[]): boolean {
  const { target, from, to, percent, note = "" } = change;
  const name = heroes.find(({ id }) => id === target.split("/")[1])?.names.en;
  if (!target.startsWith("heroes/") || name === undefined || !plain(notes).includes(plain(name)))
    return false;
  if (/^heroes\/[^/]+(\/(subrole|availability|abilities))?$|\/description$/.test(target))
    return false;
  if (/^derived|; derived|added with its ability/i.test(note)) return false;
  const numbers = (percent === undefined ? [from, to] : [percent])
    .filter((side) => typeof side === "number")
    .map(Math.abs);
  return notes
    .replaceAll(/(?<=\d),(?=\d)/g, "")
    .split("\n")
    .map((line) => new Set(line.match(/\d+(\.\d+)?/g)?.map(Number)))
    .some((line) => numbers.every((number) => line.has(number)));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{Mark}/gu, "");
}

/** Whether a row has a change's target and its new value. Of a step, the step counts. */
function isSame(row: ProposedRow, change: RecordedChange): boolean {
  const [known, said] = [change.percent ?? change.to, row.percent ?? row.to];
  const isStep = row.percent !== undefined || row.target.endsWith("ChangePercent");
  if (isStep && quantityOf(row.target) === quantityOf(change.target)) {
    const { from, to } = change;
    if (known === said || typeof from !== "number") return known === said;
    return Math.abs(Number(to) - from * (1 + Number(said) / 100)) <= from / 200 + 12.5;
  }
  const inside = row.target.slice(change.target.length + 1);
  if (row.target.startsWith(`${change.target}/`))
    return row.to !== undefined && Object(change.to).figures?.[inside] === row.to;
  const isWhole = [row.from, row.to, change.from, change.to].some((one) => one instanceof Object);
  const isGone = (side: unknown) => side === undefined || side === false || side === 0;
  if (row.target !== change.target) return false;
  if (isWhole) return (row.to === undefined) === (change.to === undefined);
  return row.to === change.to || (isGone(row.to) && isGone(change.to));
}

/** The state without the figures that a patch changes: their names have to come from the words. */
function withoutFigures(state: GameState, changes: readonly RecordedChange[]): GameState {
  const draft = createDraft(state);
  for (const { target } of changes) if (figureTarget(target)) draft.slotOf(target)?.remove();
  return draft.finish();
}

const share = (part: number, whole: number) => (whole === 0 ? "" : (part / whole).toFixed(2));
const sums = { rows: 0, right: 0, printed: 0, found: 0, blind: 0 };
const table: string[] = [];
for (const { patch, state } of walkBack(stateOf(data), data.patches)) {
  const file = fileOf(patch.id);
  if (file === undefined) continue;
  const notes = asPublished(readFileSync(join(folder, file), "utf8"));
  const added = patch.changes.filter(({ target }) => /^heroes\/[^/]+$/.test(target));
  const before = stateBefore(state, patch);
  before.heroes = [...before.heroes, ...added.flatMap(({ to }) => (to ? [to as HeroState] : []))];
  try {
    const lines = readPage(notes, file);
    const { rows } = readNotes(lines, { state: before, figures, aliases });
    const blind = withoutFigures(before, patch.changes);
    const { rows: guessed } = readNotes(lines, { state: blind, figures, aliases });
    const printed = patch.changes.filter(
      (change) =>
        isPrinted(change, notes, before.heroes) &&
        !(
          change.from === undefined &&
          added.some(({ target }) => change.target.startsWith(`${target}/`))
        ),
    );
    const right = rows.filter((row) => patch.changes.some((change) => isSame(row, change)));
    const isIn = (list: readonly ProposedRow[]) =>
      printed.filter((change) => list.some((row) => isSame(row, change))).length;
    const [found, named] = [isIn(rows), isIn(guessed)];
    const counts = [rows.length, right.length, printed.length, found, named];
    for (const [at, key] of Object.keys(sums).entries())
      Reflect.set(sums, key, Number(Reflect.get(sums, key)) + (counts[at] ?? 0));
    if (rows.length + printed.length > 0) table.push(`| ${[patch.id, ...counts].join(" | ")} |`);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
  }
}
const { rows, right, printed, found, blind } = sums;
process.stdout.write(
  [
    "| patch | rows read | right | printed and recorded | found | found blind |",
    "|---|---|---|---|---|---|",
    ...table,
    `| all | ${[rows, right, printed, found, blind].join(" | ")} |`,
    "",
    `precision ${share(right, rows)}, recall ${share(found, printed)}, ` +
      `blind ${share(blind, printed)}\n`,
  ].join("\n"),
);
