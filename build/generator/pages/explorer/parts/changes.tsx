import { type ChangeView, type Names, nameAt, viewOf } from "../change-view.ts";
import { count } from "../format.ts";
import { changesByThing, type PlainChange } from "../recorded.ts";
import { Proof, splitNote } from "./proof.tsx";

/** Longer values are texts. The values before and after are then below each other. */
const LONGEST_IN_COLUMN = 26;

/** The number of changes that are shown. The rest is folded. */
const SHOWN = 12;

/** A list of changes: mark, subject, values before and after. The end of a long list is folded. */
export function ChangeList({
  changes,
  names,
  most = SHOWN,
}: {
  changes: readonly PlainChange[];
  names: Names;
  most?: number;
}) {
  const rows = changes.map((change) => {
    const view = viewOf(change, names);
    return <Row key={`${view.target} ${view.from}`} view={view} />;
  });
  const shown = rows.length > most + 2 ? most : rows.length;
  return (
    <>
      <ul class="changes">{rows.slice(0, shown)}</ul>
      {shown === rows.length ? null : (
        <details>
          <summary>{rows.length - shown} more</summary>
          <ul class="changes">{rows.slice(shown)}</ul>
        </details>
      )}
    </>
  );
}

/** The style draws the mark by the class of the row. The hidden word is for screen readers. */
function Row({ view }: { view: ChangeView }) {
  const { from, to, effect, subject, field, note, sources, gap } = view;
  const [plain, proof] = splitNote(note);
  // Two sources or more are the rule. The page lists them once, at its end.
  const only = sources.length === 1 ? sources[0] : undefined;
  const isText = (from?.length ?? 0) + (to?.length ?? 0) > LONGEST_IN_COLUMN;
  return (
    <li class={isText ? `${effect} text` : effect}>
      <p>
        <span class="vh">{effect}: </span>
        {subject || field} {subject === "" || field === "" ? null : <i>{field}</i>}
      </p>
      <p class="sides">
        {from === undefined ? null : `${from} `}
        {from === undefined || to === undefined ? null : "→ "}
        <b>{to ?? (effect === "new" || effect === "changed" ? effect : "removed")}</b>
      </p>
      {gap === undefined ? null : <Proof gaps={[{ reason: gap }]} />}
      {plain === undefined ? null : <p class="note">{plain}</p>}
      {proof === undefined && only === undefined ? null : (
        <p class="proof">
          {proof} {only === undefined ? null : <a href={only}>one source</a>}
        </p>
      )}
    </li>
  );
}

/** The number of things that changed: `16 heroes, 1 map and competitive play`. */
export function describeGroups(groups: readonly Group[]): string {
  const of = (collection: string) =>
    groups.filter(({ thing }) => thing.startsWith(`${collection}/`));
  const counted = [
    ["heroes", "hero"] as const,
    ["maps", "map"] as const,
    ["roles", "role"] as const,
  ].flatMap(([many, one]) => {
    const amount = of(many).length;
    return amount === 0 ? [] : [count(amount, one, many)];
  });
  const parts = [...counted, ...of("modes").map(({ name }) => name.toLowerCase())];
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** A thing such as `heroes/ana`, its name, and its own changes. */
export type Group = { thing: string; name: string; own: readonly PlainChange[] };

/** Groups changes by thing: heroes first, then maps, roles and modes, each sorted by id. */
export function groupsOf(changes: readonly PlainChange[], names: Names): Group[] {
  const collections = ["heroes", "maps", "roles", "modes"];
  const rank = ({ thing }: Group) =>
    collections.findIndex((collection) => thing.startsWith(`${collection}/`));
  return [...changesByThing(changes)]
    .map(([thing, own]) => ({ thing, name: nameAt(thing, names), own: inOrder(own) }))
    .sort((a, b) => rank(a) - rank(b) || (a.thing < b.thing ? -1 : 1));
}

/**
 * What a player feels first: whole things and health, cooldowns, damage and healing, sizes last.
 */
const KINDS = [/\/health\//, /cooldown/i, /damage|heal/i, /^(?!.*(size|volume|radius|width))/i];

function inOrder(changes: readonly PlainChange[]): PlainChange[] {
  const rank = ({ target, from, to, effect }: PlainChange) => {
    const isWhole = effect === undefined && (from ?? to) === true;
    if (isWhole || Array.isArray(to)) return 0;
    const kind = KINDS.findIndex((pattern) => pattern.test(target));
    return kind === -1 ? KINDS.length : kind;
  };
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
