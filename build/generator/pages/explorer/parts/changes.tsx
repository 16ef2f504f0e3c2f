import { countEffects, totalOf } from "../../../../core/game/effects.ts";
import { isOverwatch1, OVERWATCH_1 } from "../../../../core/game/eras.ts";
import { isKit, lastOf, thingOf, weightOf } from "../../../../core/game/targets.ts";
import {
  beforeAndAfter,
  describeSure,
  isOfficial,
  isSure,
  remarkOf,
} from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { ChangeDetails, PatchDetails } from "../../../../core/schema/details.ts";
import type { Effect } from "../../../../core/schema/patch.ts";
import { capital, count, shortSource } from "../format.ts";
import { changesByThing } from "../tally.ts";
import { LessSureSwitch, Proof } from "./proof.tsx";
import { Day } from "./section.tsx";

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

const isWhole = ({ field }: Change) => field === "";

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

/** The style draws the mark by the class of the row. The hidden word is for screen readers. */
function Row({ change }: { change: Change }) {
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
      {isGone(change) || isNew(change) ? null : (
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

type HistoryProps = {
  history: readonly PatchDetails[];
  root: string;
  /** The first day of the record. */
  since: string;
  /** The ids of abilities and perks in the order of the kit. */
  order?: readonly string[];
  /** Whether `#patch-<id>` leads to a patch. Only one history of a page may have that. */
  hasAnchors?: boolean;
};

/**
 * The changes of one thing, newest first: the newest year open, each earlier one a line that
 * opens.
 */
export function History(props: HistoryProps) {
  const { history, since } = props;
  if (history.length === 0)
    return (
      <p class="soft">
        No patch changed anything here since the record began on <Day date={since} />.
      </p>
    );
  const years = [...new Set(history.map(({ date }) => date.slice(0, 4)))];
  return years.map((year, at) => {
    const own = history.filter(({ date }) => date.startsWith(year));
    if (at === 0) return <Year key={year} {...props} history={own} />;
    return (
      <details key={year} class="year">
        <summary>
          <b>{year}</b>:{" "}
          {count(totalOf(countEffects(own.flatMap(({ changes }) => changes))), "change")}
          {isOverwatch1(own[0]?.date ?? "") ? `, ${OVERWATCH_1}` : ""}
        </summary>
        <Year {...props} history={own} />
      </details>
    );
  });
}

function Year({ history, root, hasAnchors = false, order = [] }: HistoryProps) {
  return (
    <ol class="history">
      {history.map(({ id, date, name, heroes, changes }) => {
        const parts = partsOf(changes, order).map((own) => (
          <PartRows key={own[0]?.target} changes={own} />
        ));
        return (
          <li key={id} id={hasAnchors ? `patch-${id}` : undefined}>
            <h3>
              <Day date={date} /> <a href={`${root}patches/${id}`}>{name}</a>
            </h3>
            {heroes[0]?.side === "new" ? (
              <details>
                <summary>{count(changes.length, "value")}</summary>
                {parts}
              </details>
            ) : (
              parts
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Changes by ability and perk, in order; the whole kit, the hero and what is gone come first. */
function partsOf(changes: readonly Change[], order: readonly string[]): Change[][] {
  const parts = grouped(inOrder(changes).map((change) => [partOf(change), change] as const));
  const place = (part: string) =>
    order.indexOf(lastOf(part)) + (part.includes("/perks/") ? order.length : 0);
  return [...parts].sort(([a], [b]) => place(a) - place(b)).map(([, own]) => own);
}

function partOf({ target }: Change): string {
  const [, , list = ""] = target.split("/");
  return ["abilities", "perks"].includes(list) ? target.split("/", 4).join("/") : thingOf(target);
}

/** The changes of one part. Where there are several, its name is above them. */
function PartRows({ changes }: { changes: readonly Change[] }) {
  const [first] = changes;
  const isAlone = changes.length === 1 || !first || partOf(first) === thingOf(first.target);
  return (
    <ul class={isAlone ? "changes" : "changes in-part"}>
      {isAlone ? null : <li class="head">{capital(first.part)}</li>}
      {changes.map((change) => (
        <Row
          key={change.target}
          change={{
            ...change,
            part: isAlone ? change.part : isWhole(change) ? change.effect : "",
            rule: change.shared ? "shared by many heroes" : change.rule,
          }}
        />
      ))}
    </ul>
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
function inOrder<Own extends Change>(changes: readonly Own[]): Own[] {
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
