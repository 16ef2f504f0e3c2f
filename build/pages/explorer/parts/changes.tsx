import { type ChangeView, type Names, nameAt, viewOf } from "../change-view.ts";
import { count } from "../format.ts";
import { changesByThing, type PlainChange } from "../recorded.ts";
import { GapMark } from "./gap-mark.tsx";

/** Longer values are texts: before and after stand under each other. */
const LONGEST_IN_COLUMN = 26;

/** From this many on, a list is folded. */
const SHOWN = 12;

/** Changes as a list: the mark, what, before and after. A long list is folded, and says what is. */
export function ChangeList({
  changes,
  names,
  most = SHOWN,
}: {
  changes: readonly PlainChange[];
  names: Names;
  most?: number;
}) {
  const views = changes.map((change) => viewOf(change, names));
  const rest = views.length > most + 2 ? views.slice(most) : [];
  const first = rest.length > 0 ? views.slice(0, most) : views;
  return (
    <>
      <ul class="changes">
        {first.map((view) => (
          <Row key={view.target} view={view} />
        ))}
      </ul>
      {rest.length === 0 ? null : (
        <details>
          <summary>{rest.length} more</summary>
          <ul class="changes">
            {rest.map((view) => (
              <Row key={view.target} view={view} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/**
 * The style draws the mark of the effect, by the class of the row; the word is for screen readers.
 */
function Row({ view }: { view: ChangeView }) {
  const { target, from, to, effect, subject, field, note, sources, gap } = view;
  const isText = [from, to].some((value) => (value?.length ?? 0) > LONGEST_IN_COLUMN);
  return (
    <li class={isText ? `${effect} text` : effect}>
      <div>
        <p class="what">
          <span class="vh">{effect}: </span>
          {subject || field} {subject === "" || field === "" ? null : <i>{field}</i>}
        </p>
        {gap === undefined ? null : <GapMark gaps={[{ path: target, reason: gap }]} />}
        {note === undefined && sources.length === 0 ? null : (
          <p class="note">
            {note}{" "}
            {sources.map((url, at) => (
              <a key={url} href={url} rel="nofollow">
                {at === 0 ? "source" : `confirmed ${at}`}
              </a>
            ))}
          </p>
        )}
      </div>
      <p class="sides">
        {from === undefined ? null : `${from} `}
        {from === undefined || to === undefined ? null : "→ "}
        <b>{to ?? (effect === "removed" ? "removed" : effect === "new" ? "new" : "")}</b>
      </p>
    </li>
  );
}

/** What changed, counted: `16 heroes, 1 map and competitive play`. */
export function describeGroups(groups: readonly Group[]): string {
  const things = (collection: string) =>
    groups.filter(({ thing }) => thing.startsWith(`${collection}/`));
  const counted = (collection: string, one: string, many: string) => {
    const amount = things(collection).length;
    return amount === 0 ? [] : [count(amount, one, many)];
  };
  const parts = [
    ...counted("heroes", "hero", "heroes"),
    ...counted("maps", "map", "maps"),
    ...counted("roles", "role", "roles"),
    ...things("modes").map(({ name }) => name.toLowerCase()),
  ];
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export type Group = { thing: string; name: string; own: readonly PlainChange[] };

/** Heroes first, then maps, roles and modes, each by name. */
export function groupsOf(changes: readonly PlainChange[], names: Names): Group[] {
  const collections = ["heroes", "maps", "roles", "modes"];
  const rank = ({ thing }: Group) =>
    collections.findIndex((collection) => thing.startsWith(`${collection}/`));
  return [...changesByThing(changes)]
    .map(([thing, own]) => ({ thing, name: nameAt(thing, names), own }))
    .sort((a, b) => rank(a) - rank(b) || (a.thing < b.thing ? -1 : 1));
}

/** The id of a group's section: `heroes/ana` is `heroes-ana`. */
export function anchorOf(thing: string): string {
  return thing.replace("/", "-");
}

/** Where the page of a thing is; what is told of modes has a page of its own. */
export function pageOf(thing: string): string {
  const [collection, id] = thing.split("/");
  if (collection === "roles") return `roles#${id}`;
  return collection === "modes" ? "competitive" : thing;
}
