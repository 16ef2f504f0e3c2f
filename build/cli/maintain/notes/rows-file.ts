import type { RecordedChange } from "../../../core/schema/patch.ts";
import { TargetSchema } from "../../../core/schema/target.ts";
import { InputError } from "../../terminal/terminal.ts";
import { parseValue } from "../given-changes.ts";
import type { Proposal } from "./read-notes.ts";
import type { ProposedRow } from "./rows-of-sentence.ts";

const HEAD = `# Delete wrong lines and correct others. Then record the patch with this file:
#   gamedata record DATE --kind KIND --name "NAME" --source URL --rows FILE
# A line is TARGET  FROM -> TO, where - is nothing and true is a whole perk. A new perk needs its
# tier and its effect in your own words. Nothing behind two spaces and # is read.`;

/** Proposed rows as a file to edit: a line each, with its unit and its sentence as a comment. */
export function rowsFile({ rows, unread, leftOut }: Proposal, name: string): string {
  const targets = Math.max(0, ...rows.map(({ target }) => target.length));
  const lines = rows.map((row) => {
    const { target, from, to, scope, percent, unit, line, odd } = row;
    const step = percent === undefined ? "" : ` by ${percent}%`;
    const sides = `${sideOf(row, from)} -> ${sideOf(row, to)}${scope ? ` ${scope}` : ""}${step}`;
    const marks = odd.map((mark) => `LOOK: ${mark}. `).join("");
    return `${target.padEnd(targets)}  ${sides}  # ${unit ? `${unit}. ` : ""}${marks}${line}`;
  });
  return [
    `# ${name}: rows: ${rows.length}, sentences not read (below): ${unread.length}`,
    HEAD,
    "",
    ...lines,
    "",
    `# Not read. ${leftOut} lines about other modes were left out.`,
    ...unread.map((sentence) => `# ${sentence}`),
  ].join("\n");
}

function sideOf({ to }: ProposedRow, side: unknown): string {
  if (side === undefined) return "-";
  if (typeof side !== "object") return JSON.stringify(side);
  const { tier, name } = Object(side);
  return side === to ? JSON.stringify({ tier, name, effect: "" }) : "true";
}

/** Parses an edited file of rows. Throws `InputError` with a line per fault. */
export function parseRows(text: string, name: string): RecordedChange[] {
  const problems: string[] = [];
  const rows = text.split(/\r?\n/).flatMap((line, at): RecordedChange[] => {
    const body = line.replace(/(^|\s\s)#.*$/, "").trim();
    if (body === "") return [];
    const form = /^(\S+)\s+(\S+) -> (.+?)(?: (5v5|6v6))?(?: by (-?[\d.]+)%)?$/;
    const [, target = "", from = "", to = "", scope, percent] = form.exec(body) ?? [];
    if (!TargetSchema.safeParse(target).success) {
      problems.push(`${name}:${at + 1}: "${body}" is not a row; expected TARGET  FROM -> TO`);
      return [];
    }
    return [
      {
        target,
        ...(from === "-" ? {} : { from: parseValue(from) }),
        ...(to === "-" ? {} : { to: parseValue(to) }),
        ...(scope === "5v5" || scope === "6v6" ? { scope } : {}),
        ...(percent === undefined ? {} : { percent: Number(percent) }),
      },
    ];
  });
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  if (rows.length === 0) throw new InputError(`${name} has no rows; nothing was written`);
  return rows;
}
