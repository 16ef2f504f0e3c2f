import type { ComponentChildren } from "preact";
import { isKit, weightOf } from "../../../../core/game/targets.ts";
import {
  beforeAndAfter,
  describeSure,
  isOfficial,
  isSure,
  remarkOf,
} from "../../../../core/game/words.ts";
import type { ChangeDetails } from "../../../../core/schema/details.ts";
import type { Effect } from "../../../../core/schema/patch.ts";
import { capital, shortSource } from "../format.ts";
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

/** The number of changes that are shown. The rest is folded. */
const SHOWN = 4;

type ListProps = {
  changes: readonly Change[];
  most?: number;
};

/**
 * A list of changes: mark, subject, values before and after. Where abilities went and others came,
 * these are side by side. The end of a long list is folded.
 */
export function ChangeList({ changes, most = SHOWN }: ListProps) {
  const exchanged = [isGone, isNew].map((is) => withInside(changes, changes.filter(is)));
  const isExchange = exchanged.every((own) => own.some(isAbility));
  const rest = isExchange
    ? changes
        .filter((one) => !exchanged.flat().includes(one))
        .toSorted((a, b) => Number(isKit(a.target)) - Number(isKit(b.target)))
    : changes;
  return (
    <>
      {isExchange ? (
        <div class="exchange">
          {exchanged.map((own) => (
            <div key={own[0]?.target}>
              <Rows changes={own} most={Math.max(1, own.filter(isAbility).length)} />
            </div>
          ))}
        </div>
      ) : null}
      <Rows changes={rest} most={most} />
    </>
  );
}

export const isWhole = ({ field }: Change) => field === "";

const isAbility = (change: Change) => isWhole(change) && change.target.includes("/abilities/");

const isGone = (change: Change) => isWhole(change) && change.to === undefined;

const isNew = (change: Change) => isWhole(change) && change.from === undefined;

/** Abilities and perks, then what is inside of them. */
function withInside(changes: readonly Change[], parts: readonly Change[]): Change[] {
  const inside = changes.filter(({ target }) =>
    parts.some((part) => target.startsWith(`${part.target}/`)),
  );
  return [...parts, ...inside];
}

function Rows({ changes, most }: Required<ListProps>) {
  const rows = changes.map((change) => (
    <Row key={`${change.target} ${change.from}`} change={change} />
  ));
  const shown = rows.length > most + 2 ? most : rows.length;
  return (
    <>
      <ul class="changes">{rows.slice(0, shown)}</ul>
      {shown === rows.length ? null : (
        <details class="more">
          <summary>{rows.length - shown} more</summary>
          <ul class="changes">{rows.slice(shown)}</ul>
        </details>
      )}
    </>
  );
}

type RowProps = { change: Change; children?: ComponentChildren };

/**
 * The style draws the mark by the class of the row. The hidden word is for screen readers. What is
 * new has no sides, but may have children in their place.
 */
export function Row({ change, children = null }: RowProps) {
  const { part, field, effect, gap } = change;
  const { from, to } = beforeAndAfter(change);
  const { sure, source, breaks, readAs } = change;
  const remark = remarkOf(change);
  const proof = [readAs, breaks && `the old value does not follow from the record: ${breaks}`]
    .filter(Boolean)
    .join("; ");
  const only = sure || isOfficial(source) ? null : source;
  const rests = sure && !isSure(sure) ? describeSure(sure) : "";
  const isUnitless = change.target.includes("/hitVolume/");
  const shown = isKit(change.target) ? "neutral" : effect;
  const isText = (from?.length ?? 0) + to.length > LONGEST_IN_COLUMN;
  return (
    <li class={`${shown}${isText ? " text" : ""}${change.shared ? " shared" : ""}`}>
      <p>
        <span class="vh">{SPOKEN.includes(effect) ? effect : "changed"}: </span>
        {capital(part || field)} {part === "" || field === "" ? null : <i>{field}</i>}
        {gap || only || rests ? <LessSureSwitch /> : null}
      </p>
      {isGone(change) || isNew(change) ? (
        children
      ) : (
        <p class="sides" title={isUnitless ? "The notes give no unit." : undefined}>
          {from === undefined ? null : `${from} → `}
          <b>{to}</b>
        </p>
      )}
      {gap === undefined ? null : <Proof gaps={[{ reason: gap }]} />}
      {remark === "" ? null : <p class="note">{remark}</p>}
      {proof || only || rests ? (
        <p class="proof">
          {proof}
          {proof && (only || rests) ? "; " : ""}
          {only ? <a href={only}>one source: {shortSource(only)}</a> : rests}
        </p>
      ) : null}
    </li>
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
