import type { RecordedChange } from "../../../schema/patch.ts";
import { type ChangeView, type Names, nameAt, viewOf } from "../change-view.ts";
import { changesByThing, type PlainChange } from "../recorded.ts";
import { count } from "../words.ts";
import { ChangeEvidence } from "./change-evidence.tsx";

/** Longer values are texts: before and after stand under each other. */
const LONGEST_IN_COLUMN = 22;

/** Changes as a table: what, before, after, and how it moved, in a word to which the style adds a mark. */
export function ChangeTable({
  changes,
  names,
  about,
}: {
  changes: readonly PlainChange[];
  names: Names;
  about?: About | undefined;
}) {
  const views = changes.map((change) => viewOf(change, names));
  return (
    <table class="changes">
      <thead>
        <tr>
          {["Value", "Before", "After", "Direction"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <Row key={view.target} view={view} change={about?.(view.target)} />
        ))}
      </tbody>
    </table>
  );
}

/** What explains the change of a target. */
type About = (target: string) => RecordedChange | undefined;

/** Changes grouped by the thing they belong to, each under a heading that leads to its page. */
export function ChangeGroups({
  changes,
  names,
  root,
  about,
}: {
  changes: readonly PlainChange[];
  names: Names;
  root: string;
  about?: About;
}) {
  return groupsOf(changes, names).map(({ thing, name, own }) => (
    <section class="group" key={thing} id={anchorOf(thing)}>
      <h3>
        <a href={`${root}${pageOf(thing)}`}>{name}</a>
      </h3>
      <ChangeTable changes={own} names={names} about={about} />
    </section>
  ));
}

/** What changed, counted: `16 heroes, 1 map, competitive play`. */
export function groupsInWords(groups: readonly Group[]): string {
  const things = (collection: string) =>
    groups.filter(({ thing }) => thing.startsWith(`${collection}/`));
  const counted = (collection: string, one: string, many: string) => {
    const amount = things(collection).length;
    return amount === 0 ? [] : [count(amount, one, many)];
  };
  return [
    ...counted("heroes", "hero", "heroes"),
    ...counted("maps", "map", "maps"),
    ...counted("roles", "role", "roles"),
    ...things("modes").map(({ name }) => name.toLowerCase()),
  ].join(", ");
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

/** Where the page of a thing is; modes are told on the page of maps. */
function pageOf(thing: string): string {
  const [collection, id] = thing.split("/");
  if (collection === "roles") return `roles#${id}`;
  return collection === "modes" ? "maps" : thing;
}

function Row({ view, change }: { view: ChangeView; change: RecordedChange | undefined }) {
  const { from, to, trend } = view;
  const isText = [from, to].some(
    (value) => value !== undefined && value.length > LONGEST_IN_COLUMN,
  );
  return (
    <tr>
      <What view={view} change={change} />
      {isText ? (
        <td class="both" colspan={2}>
          {from === undefined ? null : <p>{from}</p>}
          {to === undefined ? null : <p class="to">{to}</p>}
        </td>
      ) : (
        <>
          <td class="from">{from}</td>
          <td class="to">{to}</td>
        </>
      )}
      <td class={trend}>{trend}</td>
    </tr>
  );
}

/** Whose value it is, and which. */
function What({
  view: { subject, field },
  change,
}: {
  view: ChangeView;
  change: RecordedChange | undefined;
}) {
  return (
    <th scope="row">
      {subject || field} {subject === "" || field === "" ? null : <small>{field}</small>}
      <ChangeEvidence change={change} />
    </th>
  );
}
