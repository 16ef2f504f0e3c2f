import type { VNode } from "preact";
import { isKit, lastOf, thingOf, weightOf } from "../../../../core/game/targets.ts";
import {
  beforeAndAfter,
  describeSure,
  isLessSure,
  isOfficial,
  isSure,
  remarkOf,
  showValue,
  stepOf,
} from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { ChangeDetails } from "../../../../core/schema/details.ts";
import type { Effect } from "../../../../core/schema/patch.ts";
import { capital, count, shortSource } from "../format.ts";
import { changesByThing } from "../tally.ts";
import { LessSureSwitch, Proof } from "./proof.tsx";

/** What a page shows of a change. In the browser it has no source, and of whole things no more. */
export type Change = Pick<
  ChangeDetails,
  "target" | "from" | "to" | "part" | "field" | "unit" | "effect"
> &
  Partial<ChangeDetails>;

/** Longer values are texts. The values before and after are then below each other. */
const LONGEST_IN_COLUMN = 26;

/** Effects that are said as they are. */
const SPOKEN: readonly Effect[] = ["buff", "nerf", "new", "gone"];

/** The number of rows of a list that a narrow screen shows. The rest is folded there. */
const SHOWN = 3;

/** So many values of an ability or perk that came are shown. More are folded, and what it had. */
const FEW = 3;

type ListProps = {
  changes: readonly Change[];
  /** The abilities and perks of the page in their order. */
  parts?: readonly { id: string }[];
};

/**
 * What went and what came, one row each, with its values inside. Then what was there before and
 * changed, by ability and perk.
 */
export function ChangeList({ changes, parts = [] }: ListProps) {
  const wholes = changes.filter((one) => isWhole(one) && one.target.split("/").length > 2);
  const insideOf = ({ target }: Change) =>
    changes.filter((one) => one.target.startsWith(`${target}/`));
  const inside = new Set(wholes.flatMap(insideOf));
  const rows = changes.filter((one) => !inside.has(one));
  const wholeRows = rows.filter(isWhole);
  // What is of no part is first.
  const placeOf = ({ target, part }: Change) =>
    part === "" ? -2 : parts.findIndex(({ id }) => id === target.split("/")[3]);
  const byPart = grouped(
    inOrder(rows.filter((one) => !isWhole(one)))
      .toSorted((a, b) => placeOf(a) - placeOf(b))
      .map((one) => [one.part, one] as const),
  );
  return (
    <div>
      <FoldedList
        of="parts"
        rows={[
          ...wholeRows.filter(({ from }) => from),
          ...wholeRows.filter(({ from }) => !from),
        ].map((whole) => (
          <Row
            key={`${whole.target} ${whole.from}`}
            change={whole}
            inside={wholes.includes(whole) ? insideOf(whole) : []}
          />
        ))}
      />
      <div class="parts">
        {[...byPart].map(([name, own]) => (
          <PartRows key={name} name={name} changes={own} />
        ))}
      </div>
    </div>
  );
}

/** The changes of one part. Where there are several, its name is above them. */
function PartRows({ name, changes }: { name: string; changes: readonly Change[] }) {
  const isAlone = changes.length === 1;
  const rows = changes.map((change) => (
    <Row
      key={`${change.target} ${change.from}`}
      change={{
        ...change,
        part: isAlone ? name : "",
        rule: change.shared ? sharedRule(change) : change.rule,
      }}
    />
  ));
  return (
    <div>
      {isAlone || name === "" ? null : <h4>{capital(name)}</h4>}
      <FoldedList rows={rows} />
    </div>
  );
}

/** A list that a narrow screen folds after its first rows. */
function FoldedList({ rows, of = "" }: { rows: readonly VNode[]; of?: string }) {
  const shown = rows.length > SHOWN + 1 ? SHOWN : rows.length;
  return (
    <>
      <ul class={`changes ${of}`}>{rows.slice(0, shown)}</ul>
      {shown === rows.length ? null : (
        <details class="fold">
          <summary>{rows.length - shown} more</summary>
          <ul class={`changes ${of}`}>{rows.slice(shown)}</ul>
        </details>
      )}
    </>
  );
}

/** What is said of a change that many heroes share. */
function sharedRule({ unit }: Change): string {
  return `shared by many heroes${unit === "none" ? "; the notes give no unit" : ""}`;
}

const isWhole = ({ field }: Change) => field === "";

type RowProps = { change: Change; inside?: readonly Change[] };

/** The style draws the mark by the class of the row. The hidden word is for screen readers. */
function Row({ change, inside = [] }: RowProps) {
  const { part, field, effect, from, to } = change;
  const remark = remarkOf(change);
  const isPart = isWhole(change) && (from === undefined || to === undefined);
  const isSaid = isPart || (isKit(change.target) && remark !== "");
  const shown = isKit(change.target) ? "neutral" : effect;
  const words = beforeAndAfter(change);
  const isText = (words.from?.length ?? 0) + words.to.length > LONGEST_IN_COLUMN;
  const rows = inside.map((one) => <Row key={one.target} change={alone(one)} />);
  const isFew = to !== undefined && rows.length <= FEW;
  return (
    <li class={`${shown}${isText ? " text" : ""}${change.shared ? " shared" : ""}`}>
      <p>
        <span class="vh">{SPOKEN.includes(effect) ? effect : "changed"}: </span>
        {capital(part || field)} {part === "" ? null : <i>{isPart ? effect : field}</i>}
        {isLessSure(change) ? <LessSureSwitch /> : null}
      </p>
      {isSaid ? null : <Sides change={change} />}
      {remark === "" ? null : <p class="note">{remark}</p>}
      <Rests change={change} />
      {rows.length === 0 ? null : isFew ? (
        <ul class="changes">{rows}</ul>
      ) : (
        <details>
          <summary>{count(rows.length, "value")}</summary>
          <ul class="changes">{rows}</ul>
        </details>
      )}
    </li>
  );
}

/** A value of what came or went, without what its part says. */
function alone(change: Change): Change {
  const value = change.to ?? change.from;
  const to = typeof value === "boolean" ? showValue(value, change) : value;
  return { ...change, part: "", from: undefined, to };
}

/** The values before and after a change. */
function Sides({ change }: { change: Change }) {
  const { from, to } = beforeAndAfter(change);
  const isUnitless = change.target.includes("/hitVolume/");
  return (
    <p class="sides" title={isUnitless ? "The notes give no unit." : undefined}>
      {from === undefined ? null : `${from} → `}
      <b>{to}</b>
    </p>
  );
}

/** What a change rests on, behind the switch of the page. */
function Rests({ change: { gap, sure, source, breaks, readAs } }: { change: Change }) {
  const proof = [readAs, breaks && `the old value does not follow from the record: ${breaks}`]
    .filter(Boolean)
    .join("; ");
  const only = sure || isOfficial(source) ? null : source;
  const rests = sure && !isSure(sure) ? describeSure(sure) : "";
  return (
    <>
      {gap === undefined ? null : <Proof gaps={[{ reason: gap }]} />}
      {proof || only || rests ? (
        <p class="proof">
          {proof}
          {proof && (only || rests) ? "; " : ""}
          {only ? <a href={only}>one source: {shortSource(only)}</a> : rests}
        </p>
      ) : null}
    </>
  );
}

/** What many heroes share: the change of each, and the rule of the game that it follows. */
type Shared<Own extends Change = Change> = { changes: readonly Own[]; rule: Own | undefined };

/** Separates what many heroes share from all else. A rule of the game with its step is with it. */
export function splitShared<Own extends Change>(changes: readonly Own[]) {
  const alike = grouped(
    changes
      .filter(({ shared }) => shared)
      .map((change) => [change.rule ?? lastOf(change.target), change]),
  );
  const shared: Shared<Own>[] = [...alike.values()].map((own) => ({
    changes: own,
    rule: changes.find(
      (one) =>
        one.target.startsWith("modes/") &&
        own.every(({ from, to }) => one.from === from && one.to === to),
    ),
  }));
  const rules = shared.map(({ rule }) => rule);
  const own = changes.filter((change) => !change.shared && !rules.includes(change));
  return { shared, own };
}

type SharedProps = {
  shared: readonly Shared[];
  nameOf: (path: string) => string;
  /** What filters need to know of a change. */
  itemOf?: (change: Change) => Readonly<Record<`data-${string}`, string>>;
};

/** Each change that many heroes share, once, with the part of each hero. */
export function SharedChanges({ shared, nameOf, itemOf = () => ({}) }: SharedProps) {
  if (shared.length === 0) return null;
  return (
    <section id="shared" class="differences" data-group="">
      <h2>Shared changes</h2>
      {shared.map(({ changes, rule }) => {
        const first = rule ?? changes[0];
        if (first === undefined) return null;
        const things = new Set(changes.map(({ target }) => thingOf(target)));
        const isOne = changes.every(({ from, to }) => from === first.from && to === first.to);
        const isUnsure = changes.every(isLessSure);
        const isSame = changes.every(({ effect }) => effect === changes[0]?.effect);
        return (
          <section key={first.target} class={`shared-change ${isOne ? "one" : ""}`} data-group="">
            <header>
              <h3>
                <i class={`mark ${isSame ? changes[0]?.effect : "mixed"} shared`} />{" "}
                {capital(first.rule ?? (first.field || first.part))}
                {isOne && !first.rule ? ` ${stepOf(first)}` : ""}
              </h3>
              <p class="soft small">
                {count(things.size, "hero", "heroes")}
                {isUnsure ? <LessSureSwitch /> : null}
              </p>
              {rule && <Rests change={rule} />}
            </header>
            <ul class="changes">
              {changes
                .toSorted((a, b) => (a.target < b.target ? -1 : 1))
                .map((change) => (
                  <li key={change.target} class={change.effect} {...itemOf(change)}>
                    <p>
                      <span class="vh">{change.effect}: </span>
                      <a href={`#${anchorOf(thingOf(change.target))}`}>
                        {nameOf(thingOf(change.target))}
                      </a>{" "}
                      <i>
                        {isOne || !change.rule ? change.part : `${change.part} ${change.field}`}
                      </i>
                      {isLessSure(change) && !isUnsure ? <LessSureSwitch /> : null}
                    </p>
                    {isOne ? null : <Sides change={change} />}
                    <Rests change={change} />
                  </li>
                ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

/** A thing such as `heroes/ana`, its name, its own changes, and those that many heroes share. */
export type Group<Own extends Change = Change> = {
  thing: string;
  name: string;
  own: readonly Own[];
  shared: readonly Own[];
};

/** Groups changes by thing: heroes, maps, roles, rules and modes, each sorted by id. */
export function groupsOf<Own extends Change>(
  changes: readonly Own[],
  nameOf: (path: string) => string,
  shared: readonly Own[] = [],
): Group<Own>[] {
  const collections = ["heroes/", "maps/", "roles/", "modes/"];
  const rank = ({ thing }: { thing: string }) =>
    collections.findIndex((collection) => thing.startsWith(collection));
  const ofOwn = changesByThing(changes);
  const ofShared = changesByThing(shared);
  return [...new Set([...ofOwn.keys(), ...ofShared.keys()])]
    .map((thing) => ({
      thing,
      name: thing === "modes/all" ? "Rules" : nameOf(thing),
      own: inOrder(ofOwn.get(thing) ?? []),
      shared: inOrder(ofShared.get(thing) ?? []),
    }))
    .sort((a, b) => rank(a) - rank(b) || (a.thing < b.thing ? -1 : 1));
}

/** Whole parts first, then by what a player feels first. */
export function inOrder<Own extends Change>(changes: readonly Own[]): Own[] {
  const rank = (change: Change) =>
    isWhole(change) || Array.isArray(change.to) ? -1 : weightOf(change.target);
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

/** The id of a group's section: `heroes/ana` is `heroes-ana`. */
export function anchorOf(thing: string): string {
  return thing.replace("/", "-");
}

/** The page of a thing; undefined where it is gone from the game, and for rules of modes. */
export function pageOf(thing: string, gone: readonly string[]): string | undefined {
  const [collection, id] = thing.split("/");
  if (gone.includes(thing) || collection === "modes") return undefined;
  return collection === "roles" ? `roles#${id}` : thing;
}
