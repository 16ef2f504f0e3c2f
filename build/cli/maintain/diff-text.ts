import type { Patch, PatchChange } from "../../core/schema/patch.ts";
import { type ChangeRow, changeRows, groupByThing } from "../../generator/history/change-rows.ts";
import { alignRows } from "../terminal/table.ts";
import { breakingChanges, type Diff, isEmpty } from "./compare-snapshots.ts";
import { editedRows } from "./edited-patches.ts";

/** How many paths and spellings are listed. The others are only counted. */
const MOST_LISTED = 20;

/** The difference for a terminal. */
export function diffAsText(diff: Diff): string {
  return render(diff, {
    title: (text) => text,
    heading: (text) => `\n${text}`,
    rows: (rows) =>
      [...groupByThing(rows)].map(([thing, own]) => `  ${thing}\n${alignRows(own, "    ")}`),
    list: (items) => items.map((item) => `  ${item}`),
    code: (text) => text,
    name: (text) => text,
  });
}

/** The difference for a change request, as GitHub renders it. */
export function diffAsMarkdown(diff: Diff): string {
  return render(diff, {
    title: (text) => `## ${text}`,
    heading: (text) => `\n### ${text}\n`,
    rows: markdownTable,
    list: (items) => items.map((item) => `- ${item}`),
    code: codeSpan,
    name: escapeMarkdown,
  });
}

type Style = {
  title: (text: string) => string;
  heading: (text: string) => string;
  rows: (rows: readonly ChangeRow[]) => string[];
  list: (items: readonly string[]) => string[];
  code: (text: string) => string;
  /** A name that people gave. */
  name: (text: string) => string;
};

function render(diff: Diff, style: Style): string {
  const { patches, game, unexplained, corrections, unrecorded, editedPatches, variants } = diff;
  const { urls, spellings, format } = diff;
  const title = style.title(
    `${diff.old.label} (patch ${diff.old.patch}) -> ${diff.new.label} (patch ${diff.new.patch})`,
  );
  if (isEmpty(diff)) return `${title}\n\nNothing differs.`;

  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [style.heading(heading), ...lines];
  const changed = (heading: string, changes: readonly PatchChange[]) =>
    section(heading, style.rows(changeRows(changes)));
  const listed = (items: readonly string[]) => {
    const shown = items.slice(0, MOST_LISTED);
    return style.list(
      items.length > shown.length ? [...shown, `and ${items.length - shown.length} more`] : shown,
    );
  };
  const recorded = new Set(
    patches.added.flatMap(({ changes }) => changes.map(({ target }) => target)),
  );

  return [
    title,
    ...section("Breaking", style.list(breakingChanges(diff).map(style.name))),
    ...patches.added.flatMap((patch) => patchLines(patch, diff, style)),
    ...section(
      "Patches that are gone",
      style.list(patches.removed.map(({ id, name }) => `${id}, ${style.name(name)}`)),
    ),
    // The changes of the patches above are not repeated.
    ...changed(
      "Changes of the game",
      game.filter(({ target }) => !isWithin(target, recorded)),
    ),
    ...changed("Unknown or otherwise before a patch that does not explain it", unexplained),
    ...changed("Unrecorded: in no patch and in no correction", unrecorded),
    ...changed("Corrections, no changes of the game", corrections),
    ...section(
      "Patches whose record was edited",
      style.list(editedPatches.map((id) => style.code(id))),
    ),
    ...diff.editedRecords.flatMap((edited) => editedLines(edited, style)),
    ...changed("Variants of maps, no changes of the game", variants),
    ...section(
      "Format",
      style.list(
        format.map(
          ({ schema, property, what, isBreaking }) =>
            `${style.code(`${schema}.${property}`)} ${what}${isBreaking ? " (breaking)" : ""}`,
        ),
      ),
    ),
    ...section(
      "Spellings gained",
      listed(
        spellings.gained.map(({ resource, spelling }) => `${style.code(spelling)} of ${resource}`),
      ),
    ),
    ...section(
      "Spellings lost (breaking)",
      listed(
        spellings.lost.map(({ resource, spelling }) => `${style.code(spelling)} of ${resource}`),
      ),
    ),
    ...section(`URLs added: ${urls.added.length}`, listed(urls.added.map(style.code))),
    ...section(`URLs removed: ${urls.removed.length}`, listed(urls.removed.map(style.code))),
    ...section(
      "Documents changed: " +
        `${urls.changed.length}${
          urls.onlyMeta > 0
            ? `, and ${urls.onlyMeta} more in nothing but the patch that they name`
            : ""
        }`,
      listed(urls.changed.map(style.code)),
    ),
  ].join("\n");
}

/** The record of a patch before and after it was edited. */
function editedLines({ patch, changes }: Diff["editedRecords"][number], style: Style): string[] {
  return [
    style.heading(`The record of patch ${patch}, before and after the edit`),
    ...style.rows(editedRows(changes)),
  ];
}

/** A patch with its buffs, its nerfs and its other changes, each under a heading of its own. */
function patchLines({ id, kind, name, changes }: Patch, { effects }: Diff, style: Style): string[] {
  const heading = style.heading(`Patch ${id}, ${kind}: ${style.name(name)}`);
  if (changes.length === 0) return [heading, "No changes of the core game."];
  const own = effects.find(({ patch }) => patch === id);
  if (own === undefined) return [heading, ...style.rows(changeRows(changes))];
  const [buffs, nerfs] = [new Set(own.buffs), new Set(own.nerfs)];
  const groups = [
    { title: "Buffs", isIn: (target: string) => buffs.has(target) },
    { title: "Nerfs", isIn: (target: string) => nerfs.has(target) },
    { title: "Others", isIn: (target: string) => !buffs.has(target) && !nerfs.has(target) },
  ];
  return groups.flatMap(({ title, isIn }) => {
    const rows = changeRows(changes.filter(({ target }) => isIn(target)));
    if (rows.length === 0) return [];
    return [
      style.heading(`Patch ${id}, ${kind}: ${style.name(name)}: ${title}`),
      ...style.rows(rows),
    ];
  });
}

function isWithin(target: string, targets: ReadonlySet<string>): boolean {
  return [...targets].some((other) => `${target}/`.startsWith(`${other}/`));
}

function markdownTable(rows: readonly ChangeRow[]): string[] {
  if (rows.length === 0) return [];
  const cell = escapeMarkdown;
  const lines = [...groupByThing(rows)].flatMap(([thing, own]) =>
    own.map(
      ({ target, from, to }, at) =>
        `| ${at === 0 ? `**${cell(thing)}**` : ""} | ${cell(target)} | ${cell(from)} | ` +
        `${cell(to)} |`,
    ),
  );
  return ["| | value | before | after |", "|---|---|---|---|", ...lines];
}

/** Text that Markdown shows as it is written, in a cell of a table too. */
function escapeMarkdown(text: string): string {
  return text.replace(/[`*_[\]<>|~&]|\\(?=[!-/:-@[-`{-~])/g, "\\$&");
}

/** Code between more backticks than stand in a row inside it. */
function codeSpan(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length);
  const marks = "`".repeat(Math.max(0, ...runs) + 1);
  return runs.length === 0 ? marks + text + marks : `${marks} ${text} ${marks}`;
}
