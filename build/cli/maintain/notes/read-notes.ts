import type { GameState } from "../../../core/schema/collections.ts";
import type { FigureField } from "../../../core/schema/figures.ts";
import type { HeroState } from "../../../core/schema/hero.ts";
import { nearest } from "../../../core/spelling/nearest.ts";
import { type Owner, ownersOf, wordsOf } from "./kit.ts";
import type { NotesLine } from "./read-page.ts";
import { type Place, type ProposedRow, rowsOfSentence } from "./rows-of-sentence.ts";

/** What was found in notes. `leftOut` counts the lines of other modes. */
export type Proposal = { rows: ProposedRow[]; unread: string[]; leftOut: number };

/** What the notes are compared with: the game before the patch. */
export type Known = {
  state: Pick<GameState, "heroes">;
  figures: ReadonlyMap<string, FigureField>;
  /** Other names of heroes, by id. */
  aliases: ReadonlyMap<string, readonly string[]>;
};

const OTHER_MODES =
  /\b(stadium|arcade|underwatch|mirrorwatch|workshop|custom games?|limited[- ]time|quick play hacked|event modes?)\b/i;
/** A sentence that says that all that follows is about another mode. */
const OF_A_MODE = /\b((in|into) the arcade|new game mode|limited[- ]time game mode)\b/i;
/** A sentence that says so of the whole page. */
const OF_A_MODE_ALONE = /\bonly\b.*\b(game|this) mode\b/i;
const BUG_FIXES = /^([a-z]+ )?bug ?fix(es)?$/i;
const CORE_PART =
  /^((core|hero|heroes|competitive|map|general|balance)\b.*\b(updates?|changes?|maps)|roles?)$/i;
/** A format in parentheses belongs to the sentence before or behind it. */
const SENTENCE_ENDS = /(?<=[.!?]|(?<!v\d(?: only)?)\))\s+(?=[A-Z]|\((?!\dv\d))/;
/** Repaired faults, and sums that we compute. */
const NOT_A_CHANGE = /^(fixed|bug ?fix|\(?total (health )?(increased|reduced))\b/i;
const ROLE = /^(tank|damage|support|none)( updates?| changes?)?$/i;

/** Reads the changes of heroes from the lines of notes. */
export function readNotes(lines: readonly NotesLine[], known: Known): Proposal {
  const proposal: Proposal = { rows: [], unread: [], leftOut: 0 };
  const place: Place = {
    part: "core",
    level: undefined,
    hero: undefined,
    heroLevel: undefined,
    kit: [],
    owners: [],
    scope: undefined,
  };
  for (const line of lines) readLine(line, place, known, proposal);
  const unread = [...new Set(proposal.unread)];
  return { ...proposal, unread, rows: withoutRepeats(proposal.rows) };
}

function readLine(line: NotesLine, place: Place, known: Known, proposal: Proposal): void {
  if (entersPart(line, place)) return;
  if (place.hero === undefined && line.level === undefined) {
    if (OF_A_MODE.test(line.text)) place.part = "other modes";
    if (OF_A_MODE_ALONE.test(line.text)) Object.assign(place, { part: "other modes", level: 0 });
  }
  if (place.part === "other modes") proposal.leftOut += 1;
  if (place.part !== "core") return;
  const hero = line.isBullet ? undefined : heroNamed(line.text, known);
  if (hero !== undefined) {
    const kit = ownersOf(hero, known.figures);
    const heroLevel = line.level;
    Object.assign(place, { hero, heroLevel, kit, owners: kit.slice(0, 1), scope: undefined });
    return;
  }
  // A hero whom the data does not have.
  if (line.level !== undefined && line.level <= (place.heroLevel ?? 0)) place.hero = undefined;
  if (place.hero === undefined) {
    if (/\bfrom \S+ to \d/.test(line.text)) proposal.unread.push(line.text);
    return;
  }
  const rest = entersOwner(line, place);
  if (rest === undefined) return;
  for (const sentence of rest.split(SENTENCE_ENDS)) {
    if (NOT_A_CHANGE.test(sentence)) continue;
    const rows = rowsOfSentence(sentence, place, known.figures);
    if (rows.length === 0) proposal.unread.push(sentence);
    proposal.rows.push(...rows);
  }
}

/** Whether the line is the title of a part of the notes. */
function entersPart({ text, level, isBullet }: NotesLine, place: Place): boolean {
  const isTitle = !isBullet && text.length < 60 && !/[.!?]$/.test(text);
  if (!isTitle) return false;
  const isInside =
    place.part === "other modes" && (level ?? 9) > (place.level ?? 0) && place.level !== undefined;
  const enter = (part: Place["part"]) => {
    const isWholePage = /^limited[- ]time mode specific/i.test(text);
    Object.assign(place, { part, level: isWholePage ? 0 : level, hero: undefined, owners: [] });
  };
  if (BUG_FIXES.test(text)) enter("bug fixes");
  else if (OTHER_MODES.test(text)) enter("other modes");
  else if (CORE_PART.test(text)) {
    if (!isInside && !/\bitem\b/i.test(text)) enter("core");
  } else if (ROLE.test(text)) Object.assign(place, { hero: undefined, owners: [] });
  else return false;
  return true;
}

function heroNamed(text: string, { state, aliases }: Known): HeroState | undefined {
  const name = plain(text.replace(/ ?\([^)]*\)$/, ""));
  return state.heroes.find(({ id, names }) =>
    [names.en, ...(aliases.get(id) ?? [])].some((one) => plain(one) === name),
  );
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^\p{Letter}\d]+/gu, " ")
    .trim();
}

const PERK =
  /^(.+?)(?: ?[-(:] ?| )(?:(minor|major) )?perk\)?(?: \((5v5|6v6)\))?(?=$|[.]| [A-Z\d])(?! costs?\b)[.]?(.*)$/i;
const REWORD =
  / ?(\((5v5|6v6|new|rework|passive|quick melee|[^)]*form|perk)\)|- (passive|ultimate|(primary|secondary) fire)|(primary|secondary) fire)$/i;

/**
 * Changes the place where the line is the heading of an ability or a perk. Returns the part of the
 * line that is no heading; undefined where nothing is left.
 */
function entersOwner(line: NotesLine, place: Place): string | undefined {
  const { text } = line;
  const [, perk = "", tier, scope, rest = ""] = PERK.exec(text) ?? [];
  if (isTitle(perk) && !/^(minor|major|changed to an?|moved to)$/i.test(perk)) {
    Object.assign(place, { scope, owners: [perkOwner(perk, tier?.toLowerCase(), place)] });
    return rest.trim() || undefined;
  }
  const name = text.replace(REWORD, "").replace(REWORD, "").replace(/:$/, "");
  const found = ownersNamed(name, place.kit);
  if (found.length === 0 && !(line.level !== undefined || isTitle(text))) return text;
  if (/^(new|added|removed|unchanged)( perk)?$/i.test(name)) return text;
  const owners = /^general$/i.test(name) ? place.kit.slice(0, 1) : found;
  Object.assign(place, { owners, scope: /\((5v5|6v6)\)/.exec(text)?.[1] });
  if (owners.length === 0)
    place.owners = [{ ...perkOwner(name, undefined, place), isUnknown: true }];
  return undefined;
}

/** Whether a line looks like a name: few words, most of them with a capital. */
function isTitle(text: string): boolean {
  const words = text.split(" ");
  const small = /^(of|the|and|to|in|a|an|for|de|-|\(.*|.*\))$/i;
  return (
    words.length <= 6 &&
    !/[.!?]$|\d/.test(text) &&
    words.every((word) => /^\p{Lu}/u.test(word) || small.test(word)) &&
    !/^(new|added|removed|unchanged)$/i.test(text)
  );
}

/** The abilities and perks with a name, or those whose names contain all its words. */
function ownersNamed(name: string, kit: readonly Owner[]): Owner[] {
  const [wanted, ...names] = [name, ...kit.map((owner) => owner.name)].map((one) =>
    plain(one).replaceAll(" ", ""),
  );
  const [near] = isTitle(name) ? nearest(wanted ?? "", names) : [wanted];
  const exact = kit.filter(
    (owner, at) => names[at] === wanted || owner.kind === name.toLowerCase(),
  );
  const alike = exact.length > 0 ? exact : kit.filter((_, at) => names[at] === near);
  if (alike.length > 0) return alike;
  const parts = name.split(" - ");
  if (parts.length > 1) return parts.flatMap((part) => ownersNamed(part, kit));
  const words = wordsOf(name);
  const all = kit.slice(1).filter((owner) => {
    const own = wordsOf(owner.name);
    return words.size > 0 && [...words].every((word) => own.has(word));
  });
  return isTitle(name) || all.length === 0 ? all : [];
}

function perkOwner(name: string, tier: string | undefined, place: Place): Owner {
  const perks = place.kit.filter(({ perk }) => perk !== undefined);
  const [found] = ownersNamed(name, perks);
  if (found !== undefined) return found;
  const id = plain(name.replaceAll("'", "")).replaceAll(" ", "-");
  return {
    path: `heroes/${place.hero?.id}/perks/${id}`,
    name,
    kind: "perk",
    perk: undefined,
    newTier: tier ?? "unknown",
    values: [],
  };
}

/** One row per target: the first that has both sides and is printed, else the first. */
function withoutRepeats(rows: readonly ProposedRow[]): ProposedRow[] {
  const found = new Map<string, ProposedRow>();
  for (const row of rows) {
    const other = found.get(row.target);
    const isBetter = (other?.from === undefined && row.from !== undefined) || other?.isFollower;
    if (other === undefined || isBetter) found.set(row.target, row);
  }
  return [...found.values()];
}
