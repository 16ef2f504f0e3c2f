import type { KeyUse, OtherKey, UsedAbility } from "../../client/match-log/abilities.ts";
import type { ResolvedColumns } from "../../client/match-log/columns.ts";
import type {
  AbsentName,
  ResolvedLog,
  ResolvedName,
  Term,
} from "../../client/match-log/resolve-log.ts";
import { fold } from "../../core/spelling/fold.ts";
import { describeSuggestion, table } from "./table.ts";
import { count } from "./terminal.ts";

/** What was read from a file, with the patch whose names it was read with. */
export type LogReport = { file: string; patch: string } & (ResolvedLog | ResolvedColumns);

/** What a log or a table holds, in sections. */
export function describeReport(report: LogReport): string {
  const { patch, names, absent, modes, teams, moreUnknown } = report;
  const resolved = names.filter(({ id }) => id !== null);
  const of = (wanted: ResolvedName["collection"]) =>
    resolved.filter(({ collection }) => collection === wanted).map(resolvedRow);
  const isTable = "rows" in report;
  const size = isTable
    ? `${count(report.rows)} rows`
    : `${count(report.lines)} lines, ${count(report.events)} events`;
  const sections = Object.entries({
    maps: of("maps"),
    heroes: of("heroes"),
    abilities: isTable ? [] : report.abilities.map(abilityRow),
    "not resolved": [
      ...names.filter(({ id }) => id === null).map((name) => unresolvedRow(name, isTable)),
      ...(moreUnknown === 0 ? [] : [[`and ${count(moreUnknown)} more names`]]),
    ],
    "not in the API": absent.map(absentRow),
    "keys of no known ability": isTable ? [] : report.otherKeys.map(otherKeyRow),
    modes: modes.filter(isForeign).map((term) => termRow(term, `modes/${term.id}`)),
    teams: teams.filter(isForeign).map((term) => termRow(term, `Team ${term.id}`)),
    "lines that are no events": isTable ? [] : unreadRows(report),
    masked: isTable || report.masked === 0 ? [] : [[maskedText(report.masked)]],
  }).filter(([, rows]) => rows.length > 0);
  const named = names.length + moreUnknown + absent.length;
  return [
    `${size}, ${count(named)} names, as of patch ${patch}`,
    ...sections.map(([title, rows]) => `\n${title}\n${table(rows, "  ")}`),
  ].join("\n");
}

function resolvedRow({ name, collection, id, variant, stage, count: times }: ResolvedName) {
  const about = variant === undefined ? "" : `, variant ${variant}`;
  const part = stage === undefined ? "" : `, stage ${stage}`;
  return [name, `${collection}/${id}${about}${part}`, count(times)];
}

function abilityRow(use: UsedAbility): string[] {
  const { hero, key, id, name, isPerk, count: times } = use;
  const path = `heroes/${hero}/${isPerk ? "perks" : "abilities"}/${id}`;
  return [key, path, name, count(times), splitOf(use)];
}

function otherKeyRow(use: OtherKey): string[] {
  return [use.key, `heroes/${use.hero}`, use.note ?? "", count(use.count), splitOf(use)];
}

/** `18 used, 4 hits`. */
function splitOf({ used, hits }: KeyUse): string {
  const parts = [
    ...(used === 0 ? [] : [`${count(used)} used`]),
    ...(hits === 0 ? [] : [`${count(hits)} ${hits === 1 ? "hit" : "hits"}`]),
  ];
  return parts.join(", ");
}

function absentRow({ name, note, count: times }: AbsentName): string[] {
  return [`${name}: ${note}`, count(times)];
}

/** Whether a mode or a team is named in another language than English. */
function isForeign({ name, id }: Term): boolean {
  const english = /^\d$/.test(id) ? `team ${id}` : id.replaceAll("-", " ");
  return fold(name) !== english;
}

function termRow({ name, count: times }: Term, meaning: string): string[] {
  return [name, meaning, count(times)];
}

function unresolvedRow(
  { name, collection, count: times, firstLine, lines, nearest }: ResolvedName,
  isTable: boolean,
): string[] {
  const near = nearest.map(({ spelling, id }) =>
    describeSuggestion({ spelling, path: `${collection}/${id}` }),
  );
  const rows = `${lines.length === 1 ? "row" : "rows"} ${lines.join(", ")}`;
  const place = isTable ? rows : `first in line ${firstLine}`;
  return [
    name,
    `in ${collection}, ${times === 1 ? "once" : `${count(times)} times`}, ${place}`,
    near.length === 0 ? "no similar name" : `nearest: ${near.join(", ")}`,
  ];
}

function unreadRows({ unread }: ResolvedLog): string[][] {
  const rows = unread.first.map(({ line, text }) => [`line ${count(line)}`, text]);
  const more = unread.count - rows.length;
  return more === 0 ? rows : [...rows, [`and ${count(more)} more`]];
}

function maskedText(masked: number): string {
  const fields = masked === 1 ? "1 field is" : `${count(masked)} fields are`;
  return `${fields} masked by the client's language filter`;
}
