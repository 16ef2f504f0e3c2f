import { type ChangeView, type Names, nameAt, type Trend, viewOf } from "../change-view.ts";
import { changesByThing, type PlainChange } from "../recorded.ts";

const MARKS: Record<Trend, string> = { raised: "▲", lowered: "▼", changed: "●", new: "+", removed: "−" };

/** Longer values are texts: before and after stand under each other. */
const LONGEST_IN_COLUMN = 44;

/** Changes as a table: what, before, after, and how it moved, in a mark and a word. */
export function ChangeTable({ changes, names }: { changes: readonly PlainChange[]; names: Names }) {
  const views = changes.map((change) => viewOf(change, names));
  return (
    <table class="changes">
      <thead class="vh">
        <tr>
          <th scope="col">Value</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">Direction</th>
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <Row key={view.target} view={view} />
        ))}
      </tbody>
    </table>
  );
}

/** Changes grouped by the thing they belong to, each under a heading that leads to its page. */
export function ChangeGroups({
  changes,
  names,
  root,
}: {
  changes: readonly PlainChange[];
  names: Names;
  root: string;
}) {
  return groupsOf(changes, names).map(({ thing, name, own }) => (
    <section class="group" key={thing} id={anchorOf(thing)}>
      <h3>
        <a href={`${root}${pageOf(thing)}`}>{name}</a>
      </h3>
      <ChangeTable changes={own} names={names} />
    </section>
  ));
}

export type Group = { thing: string; name: string; own: readonly PlainChange[] };

/** Heroes first, then maps, roles and modes, each by name. */
export function groupsOf(changes: readonly PlainChange[], names: Names): Group[] {
  const collections = ["heroes", "maps", "roles", "modes"];
  const rank = ({ thing }: Group) => collections.findIndex((collection) => thing.startsWith(`${collection}/`));
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

function Row({ view }: { view: ChangeView }) {
  const { from, to } = view;
  if ([from, to].some((value) => value !== undefined && value.length > LONGEST_IN_COLUMN))
    return <TextRow view={view} />;
  return (
    <tr>
      <What view={view} />
      <td class="before">{from}</td>
      <td class="after">{to}</td>
      <Direction trend={view.trend} />
    </tr>
  );
}

function TextRow({ view }: { view: ChangeView }) {
  return (
    <tr class="text">
      <What view={view} />
      <td class="both" colspan={2}>
        {view.from === undefined ? null : <p class="before">{view.from}</p>}
        {view.to === undefined ? null : <p class="after">{view.to}</p>}
      </td>
      <Direction trend={view.trend} />
    </tr>
  );
}

function What({ view: { subject, field } }: { view: ChangeView }) {
  return (
    <th scope="row">
      {subject}
      {subject === "" || field === "" ? null : " "}
      {field === "" ? subject === "" ? "The whole" : null : <span class={subject === "" ? "" : "field"}>{field}</span>}
    </th>
  );
}

function Direction({ trend }: { trend: Trend }) {
  return (
    <td class={`trend ${trend}`}>
      <span aria-hidden="true">{MARKS[trend]}</span> <span class="word">{trend}</span>
    </td>
  );
}
