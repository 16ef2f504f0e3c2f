import type { FigureField, FigureValue, Unit } from "../../../core/schema/figures.ts";
import { type HeroState, PERK_TIERS } from "../../../core/schema/hero.ts";
import type { RecordedChange } from "../../../core/schema/patch.ts";
import { factorProblem } from "../../../generator/data/checks/large-steps.ts";
import { figuresOfText } from "./figures-of-text.ts";
import { fieldNamed, findValues, newField } from "./find-value.ts";
import { type KnownValue, type Owner, wordsOf } from "./kit.ts";
import { readSentence, type Statement } from "./read-sentence.ts";

/** A change that the notes seem to print. `line` is the sentence. */
export type ProposedRow = Pick<RecordedChange, "target" | "from" | "to" | "scope" | "percent"> & {
  unit: Unit | undefined;
  line: string;
  /** What a maintainer should look at. */
  odd: string[];
  /** Whether it only follows from another row. */
  isFollower?: true;
};

/** Where in the notes a line is. */
export type Place = {
  part: "core" | "other modes" | "bug fixes";
  level: number | undefined;
  hero: HeroState | undefined;
  /** The level of the heading with the hero's name. */
  heroLevel: number | undefined;
  /** All that the hero has, to look further. */
  kit: Owner[];
  /** What the heading above is about; empty where we do not have it. */
  owners: Owner[];
  scope: "5v5" | "6v6" | undefined;
};

type Fields = ReadonlyMap<string, FigureField>;

const SCOPE = / ?\((5v5|6v6)(?: only)?\)|^in (5v5|6v6)(?: game modes?)?,? /i;

/** Costs of ultimates are multiples of this. */
const COST_STEP = 25;

/** The changes that a sentence prints; none where it has no form that is known. */
export function rowsOfSentence(sentence: string, place: Place, fields: Fields): ProposedRow[] {
  const scope = SCOPE.exec(sentence)?.slice(1).find(Boolean) ?? place.scope;
  const text = sentence.replace(SCOPE, "").trim();
  const [owner] = place.owners;
  const about = { line: sentence, ...(scope === "5v5" ? { scope: "5v5" as const } : {}) };
  const rows = owner === undefined ? [] : rowsAbout(owner, text, place, fields);
  return rows.map((row) => ({ ...row, ...about, target: inScope(row.target, scope) }));
}

/** A value of 6v6 alone is recorded beside that of 5v5. */
function inScope(target: string, scope: string | undefined): string {
  if (scope !== "6v6") return target;
  const [collection, hero, ...rest] = target.split("/");
  if (rest[0] === "health") return [collection, hero, scope, ...rest].join("/");
  return target.replace(/\/([^/]+)$/, `/${scope}/$1`);
}

type Row = Omit<ProposedRow, "line" | "scope">;

function rowsAbout(owner: Owner, text: string, place: Place, fields: Fields): Row[] {
  const whole = wholePerk(owner, text);
  if (whole !== undefined) return whole;
  if (owner.isUnknown) return [];
  const isNew = owner.newTier !== undefined;
  const added = isNew ? [perkAdded(owner)] : [];
  const statement = readSentence(text);
  const rows = statement === undefined ? [] : rowsOf(statement, place, fields);
  const isPrinted = /^now (grants|heals|deals)\b\D*\d+\D*$/i.test(text);
  const isDescribed = rows.length === 0 && (owner.kind === "perk" || isPrinted);
  return [...added, ...rows, ...(isDescribed ? described(owner, text, fields) : [])];
}

const NEW = /^(?:new|added)(?: (?:(minor|major) )?perk)?\.?$/i;

/** What happens to a perk itself. */
function wholePerk(owner: Owner, text: string): Row[] | undefined {
  const { path, perk, newTier } = owner;
  const tier = NEW.exec(text)?.[1]?.toLowerCase();
  if (newTier === "unknown" && tier !== undefined)
    Object.assign(owner, { newTier: tier, isUnknown: false });
  if (/^removed\.?$/i.test(text))
    return perk === undefined ? [] : [{ target: path, from: perk, unit: undefined, odd: [] }];
  if (NEW.test(text)) return newTier === undefined || owner.isUnknown ? [] : [perkAdded(owner)];
  const [, to] = /^(?:moved|changed)\b.*\bto (?:an? )?(minor|major)\b/i.exec(text) ?? [];
  if (to === undefined || perk === undefined) return undefined;
  const row = { target: `${path}/tier`, from: perk.tier, to: to.toLowerCase() };
  return [{ ...row, unit: undefined, odd: [] }];
}

function perkAdded({ path, name, newTier }: Owner): Row {
  const id = path.slice(path.lastIndexOf("/") + 1);
  const odd = newTier === "unknown" ? ["a perk that we do not have; say minor or major"] : [];
  return { target: path, to: { id, tier: newTier, name }, unit: undefined, odd };
}

function described(owner: Owner, text: string, fields: Fields): Row[] {
  return figuresOfText(text).flatMap((found) => {
    const [known] = findValues([owner], { ...found, from: undefined });
    const name = known?.field ?? fieldNamed(found, fields)?.name;
    // What an old perk already does is no change.
    const isOld = known === undefined && owner.perk !== undefined;
    if (name === undefined || isOld || known?.value === found.value) return [];
    const row = { target: `${owner.path}/${name}`, to: found.value, unit: found.unit, odd: [] };
    return [known?.value == null ? row : { ...row, from: known.value }];
  });
}

function rowsOf(statement: Statement, place: Place, fields: Fields): Row[] {
  if (statement.kind === "trait") return rowsOfTrait(statement, place);
  if (/\btotal\b/i.test(statement.phrase) && place.owners[0] === place.kit[0]) return [];
  if (statement.kind === "step") return rowsOfStep(statement, place, fields);
  return rowsOfValues(statement, place, fields);
}

type Values = Extract<Statement, { kind: "values" }>;

function rowsOfValues(statement: Values, place: Place, fields: Fields): Row[] {
  const { from, to } = statement;
  if (to.length === 2) {
    return (["min", "max"] as const).flatMap((end, at) => {
      const phrase = `${statement.phrase} ${end}`;
      const side = { from: from?.slice(at, at + 1), to: to.slice(at, at + 1) };
      return rowsOfValues({ ...statement, ...side, phrase }, place, fields);
    });
  }
  const [was, is] = [from?.[0], to[0]];
  if (is === undefined) return [];
  const parts = statement.phrase.split(/ and |\//);
  const known = parts.map((phrase) => knownValues({ ...statement, phrase }, was, place));
  const isList = parts.length > 1 && known.every((one) => one.some(({ value }) => value === was));
  const found = isList ? known.flat() : knownValues(statement, was, place);
  const some = found.length > 0 ? found : known.flat().filter(({ value }) => value === was);
  if (some.length > 0)
    return some.flatMap((value) => [
      changed(value, was, is),
      ...followers(value, is, place, fields),
    ]);
  return unknownValue(statement, was, is, place, fields);
}

/** The values of the heading, of what the sentence itself names, or else of the whole hero. */
function knownValues(statement: Statement, from: number | undefined, place: Place): KnownValue[] {
  const wanted = { ...statement, from };
  const named = place.kit.slice(1).filter(({ name }) => statement.phrase.includes(name));
  const phrase = named.reduce((text, { name }) => text.replace(name, " "), statement.phrase);
  const isEqual = ({ value }: KnownValue) => from !== undefined && value === from;
  const own = findValues(place.owners, { ...wanted, phrase });
  if (own.some(isEqual)) return own;
  const others = findValues([...named, ...place.kit.slice(1)], { ...wanted, phrase });
  const isSure = others.length === 1 && others.some(isEqual) && place.owners[0]?.perk === undefined;
  return isSure ? others : own;
}

function changed(known: KnownValue, from: number | undefined, to: number): Row {
  const { target, value, unit } = known;
  const was = from ?? value;
  const odd = was === value || value === null ? [] : [`our value is ${value}`];
  const large = factorProblem({ from: was, to }, unit);
  if (large !== undefined) odd.push(large);
  return { target, ...(was === null ? {} : { from: was }), to, unit, odd };
}

/** What changes with a value, such as its least, in the same ratio. Notes seldom print it. */
function followers({ target, field, value }: KnownValue, to: number, place: Place, fields: Fields) {
  const owner = place.kit.find(({ path }) => target === `${path}/${field}`);
  return (owner?.values ?? []).flatMap((one): Row[] => {
    const isFollower = fields.get(one.field)?.follows === field && one.value !== to;
    if (!isFollower || typeof one.value !== "number" || typeof value !== "number") return [];
    const scaled = Number(((one.value * to) / value).toFixed(2));
    const odd = [`follows ${field}; the notes may not print it`];
    return [{ ...changed(one, undefined, scaled), odd, isFollower: true }];
  });
}

/** A figure that we do not have, under the name that the vocabulary has for it. */
function unknownValue(
  statement: Statement,
  from: FigureValue | undefined,
  to: FigureValue,
  { owners: [owner], kit }: Place,
  fields: Fields,
): Row[] {
  if (owner === undefined || statement.phrase === "") return [];
  const field = fieldNamed(statement, fields);
  if (owner === kit[0] && field === undefined) return [];
  const name = field?.name ?? newField(statement);
  const odd = [
    field === undefined ? `no figure is called ${name}` : "the data does not have this figure",
  ];
  const target = `${owner.path}/${name}`;
  if (from !== undefined) odd.push(`add it first: correct ${target}=${from}`);
  return [{ target, ...(from === undefined ? {} : { from }), to, unit: statement.unit, odd }];
}

type Step = Extract<Statement, { kind: "step" }>;

function rowsOfStep(statement: Step, place: Place, fields: Fields): Row[] {
  const [owner] = place.owners;
  if (owner === undefined) return [];
  if (/\b(while|when|against)\b/i.test(statement.tail)) return [];
  const [perkCost, tier = ""] = /^(?:(minor|major) )?perk costs?$/i.exec(statement.phrase) ?? [];
  if (perkCost !== undefined) {
    const costs = `${place.kit[0]?.path}/perkCosts`;
    const tiers = PERK_TIERS.filter((one) => one.startsWith(tier.toLowerCase()));
    return tiers.map((one) => stepOf(undefined, `${costs}/${one}`, statement.by, 0));
  }
  const isCost = /\bcost\b/i.test(statement.phrase) && statement.unit === "%";
  const ultimate = [...place.owners, ...place.kit].find(({ kind }) => kind === "ultimate");
  if (isCost && ultimate !== undefined && (owner === place.kit[0] || owner === ultimate)) {
    const cost = ultimate.values.find(({ field }) => field === "ultimateCost");
    return [stepOf(cost, `${ultimate.path}/ultimateCost`, statement.by, COST_STEP)];
  }
  const [known] = findValues(place.owners, { ...statement, from: undefined });
  if (owner.kind === "perk") {
    if (statement.unit !== "%" && statement.by < 0) return [];
    const name = known?.field ?? fieldNamed(statement, fields)?.name;
    if (name === undefined || known?.value === statement.by) return [];
    const row = { target: `${owner.path}/${name}`, to: statement.by, unit: statement.unit };
    return [{ ...row, ...(known?.value == null ? {} : { from: known.value }), odd: [] }];
  }
  if (statement.unit !== "%") return [];
  const [valued] = findValues(place.owners, { ...statement, unit: undefined, from: undefined });
  const name = valued?.field ?? fieldNamed({ ...statement, unit: undefined }, fields)?.name;
  const field = name ?? newField({ ...statement, unit: undefined });
  return owner === place.kit[0] ? [] : [stepOf(valued, `${owner.path}/${field}`, statement.by, 0)];
}

/** A step in percent, with the values that follow from it where we have them. */
function stepOf(known: KnownValue | undefined, target: string, percent: number, multiple: number) {
  if (typeof known?.value !== "number") {
    const odd = ["the notes print only the step, and we have no value"];
    return { target: `${target}ChangePercent`, to: percent, unit: "%" as const, odd };
  }
  const exact = known.value * (1 + percent / 100);
  const to = multiple === 0 ? Number(exact.toFixed(3)) : Math.round(exact / multiple) * multiple;
  const odd = [`the notes print only the step, ${percent} %, which makes ${exact.toFixed(1)}`];
  return { target: known.target, from: known.value, to, percent, unit: known.unit, odd };
}

/** A trait that the ability or perk has or has not, by the words of its label. */
function rowsOfTrait(statement: Extract<Statement, { kind: "trait" }>, place: Place): Row[] {
  const values = place.owners.flatMap((owner) => owner.values);
  const flags = values.filter(({ unit }) => unit === "flag");
  const [flag] = findTrait(flags, statement.phrase);
  if (flag !== undefined) {
    if (flag.value === statement.isThere) return [];
    return [
      { target: flag.target, from: flag.value, to: statement.isThere, unit: "flag", odd: [] },
    ];
  }
  const wanted = { phrase: statement.phrase, tail: "", unit: undefined, from: undefined };
  const [gone] = statement.isRemoved ? findValues(place.owners, wanted) : [];
  if (gone === undefined || gone.value === null) return [];
  return [{ target: gone.target, from: gone.value, unit: gone.unit, odd: [] }];
}

/** A trait counts if half of its words are in the phrase. */
function findTrait(flags: readonly KnownValue[], phrase: string): KnownValue[] {
  const said = wordsOf(phrase);
  const share = ({ words }: KnownValue) =>
    Math.max(...words.map((own) => [...own].filter((w) => said.has(w)).length / own.size));
  return flags.filter((flag) => share(flag) >= 0.5).sort((a, b) => share(b) - share(a));
}
