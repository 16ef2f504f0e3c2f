import { healthOf } from "../../../../client/state-as-of.ts";
import type { ChangeDetails } from "../../../../core/schema/details.ts";
import type { HeroState } from "../../../../core/schema/hero.ts";
import { beforeAndAfter } from "../../../full/words.ts";
import type { Facts } from "../facts.ts";
import { capital, count } from "../format.ts";
import { isArrival, sidesOf, tallyOf } from "../tally.ts";
import { anchorOf, ChangeList, type Group, noteOf, pageOf } from "./changes.tsx";
import { Emblem, Tile } from "./emblem.tsx";
import { Tags } from "./mark.tsx";
import { Proof, splitNote } from "./proof.tsx";

/** From the page of a patch or a season to the site's root. */
const ROOT = "../";

type CardsProps = {
  groups: readonly Group<ChangeDetails>[];
  /** What many heroes share, above the cards of each. */
  shared: readonly SharedChange[];
  /** The notes of the patch, if all changes are of one. */
  notes?: string | null;
  facts: Facts;
};

/** A card for each group, and a line for when filters leave none. */
export function PatchCards({ groups, shared, notes = null, facts }: CardsProps) {
  return (
    <>
      <p class="no-match" role="status" hidden>
        No changes match these filters.
      </p>
      <div class="patch-cards">
        {shared.length === 0 ? null : <SharedCard groups={groups} shared={shared} facts={facts} />}
        {groups.map((group) => (
          <PatchCard
            key={group.thing}
            group={group}
            shared={shared.flatMap(({ changes }) =>
              changes.filter(({ target }) => target.startsWith(`${group.thing}/`)),
            )}
            notes={notes}
            facts={facts}
          />
        ))}
      </div>
    </>
  );
}

/** `shared` are the changes of it that many heroes share, which are in their card. */
type CardProps = {
  group: CardsProps["groups"][number];
  shared: readonly ChangeDetails[];
  notes: string | null;
  facts: Facts;
};

/**
 * The changes of one hero, map or role in a patch. A new hero is described in a sentence, and its
 * values are folded.
 */
function PatchCard({ group: { thing, name, own }, shared, notes, facts }: CardProps) {
  const page = pageOf(thing, facts.gone);
  const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
  const map = facts.maps.find(({ id }) => thing === `maps/${id}`);
  const isNew = isArrival(thing, own);
  const isReworked = own.some(({ target }) => target === `${thing}/abilities`);
  const whole = own.find(({ target }) => target === thing);
  const rest = isNew ? own.filter(({ target }) => target !== thing) : own;
  return (
    <section
      class="card patch-card"
      id={anchorOf(thing)}
      data-item=""
      data-role={hero?.role ?? "other"}
      data-hero={hero?.id ?? ""}
      data-side={sidesOf(thing, [...own, ...shared]).join(" ")}
    >
      <header>
        {hero === undefined ? null : <Tile hero={hero} size={44} />}
        {map === undefined ? null : <Emblem id={map.mode} size={28} />}
        <h2>{page === undefined ? name : <a href={ROOT + page}>{name}</a>}</h2>
        {isNew ? <span class="tag plain">{whole?.part.replace("the", "new")}</span> : null}
        {isReworked ? <span class="tag plain">rework</span> : null}
        {isNew ? null : <Tags tally={tallyOf([...own, ...shared])} />}
      </header>
      {isNew && hero !== undefined ? <Arrival hero={whole?.to} facts={facts} /> : null}
      {isNew && whole?.gap !== undefined ? <Proof gaps={[{ reason: whole.gap }]} /> : null}
      {rest.length === 0 ? null : isNew ? (
        <details>
          <summary>{count(rest.length, "more value")}</summary>
          <ChangeList changes={rest} notes={notes} most={200} />
        </details>
      ) : (
        <ChangeList changes={rest} notes={notes} />
      )}
      {shared.length === 0 ? null : (
        <p class="small">
          <a href="#all-heroes">and {count(shared.length, "change")} that many heroes share</a>
        </p>
      )}
    </section>
  );
}

/** A new hero as it arrived, which may differ from today. */
function Arrival({ hero, facts }: { hero: unknown; facts: Facts }) {
  if (typeof hero !== "object") return null; // an older record says only that it arrived
  const { role, health, abilities } = facts.heroOf(hero as HeroState);
  const roleName = facts.nameOf(`roles/${role}`).toLowerCase();
  return (
    <p class="soft">
      New {roleName} hero with {healthOf(health).total} health:{" "}
      {abilities.map(({ name }) => name).join(", ")}.
    </p>
  );
}

/** What so many heroes have in common is told once. */
const MANY = 5;

/** One change of many heroes: the same field with the same step, or with the same note. */
export type SharedChange = { note: string | undefined; changes: ChangeDetails[] };

/** Parts the changes of a patch: those that many heroes share, and the others. */
export function splitShared(changes: readonly ChangeDetails[]): {
  shared: SharedChange[];
  rest: ChangeDetails[];
} {
  const alike = new Map<string, ChangeDetails[]>();
  for (const change of changes) {
    const key = keyOf(change);
    if (key !== undefined) alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  const many = [...alike.values()].filter((own) => new Set(own.map(heroOf)).size >= MANY);
  const taken = new Set(many.flat());
  return {
    shared: many.map((own) => ({ note: own[0] && sharedNote(own[0]), changes: own })),
    rest: changes.filter((change) => !taken.has(change)),
  };
}

/** What changes have in common that are told once; undefined for those of whole things. */
function keyOf(change: ChangeDetails): string | undefined {
  const { target, from, to } = change;
  const segments = target.split("/");
  const value = from ?? to;
  const isWhole = value === true || (typeof value === "object" && value !== null);
  if (segments[0] !== "heroes" || segments.length < 3 || isWhole) return undefined;
  const field = segments.at(-1);
  const note = sharedNote(change);
  if (note !== undefined) return note;
  if (typeof from === "number" && typeof to === "number")
    return `${field} +${Math.round((to - from) * 1_000) / 1_000}`;
  return from === undefined || to === undefined ? undefined : `${field} ${from} ${to}`;
}

const heroOf = ({ target }: ChangeDetails) => target.split("/")[1];

/** The note `the size of Season 9 (+0.1 m)` as `the size of Season 9`. */
function sharedNote(change: ChangeDetails): string | undefined {
  return noteOf(change)?.replace(/\s*\([^)]*\d[^)]*\)/, "");
}

/** A card of what many heroes share: each change in a line that opens to a table of the heroes. */
function SharedCard({ groups, shared, facts }: CardsProps) {
  const all = shared.flatMap(({ changes }) => changes);
  const heroes = new Set(all.map(heroOf));
  // A hero without a card of its own is found in the first table with it.
  const places = new Set(groups.map(({ thing }) => thing));
  const placeOf = (thing: string) => {
    if (places.has(thing)) return undefined;
    places.add(thing);
    return anchorOf(thing);
  };
  return (
    <section class="card patch-card shared" id="all-heroes" data-group="">
      <header>
        <h2>All heroes</h2>
        <span class="soft small">what {count(heroes.size, "hero", "heroes")} have in common</span>
      </header>
      {shared.map((change) => (
        <SharedTable
          key={change.changes[0]?.target}
          shared={change}
          placeOf={placeOf}
          facts={facts}
        />
      ))}
    </section>
  );
}

type TableProps = {
  shared: SharedChange;
  placeOf: (thing: string) => string | undefined;
  facts: Facts;
};

function SharedTable({ shared: { note, changes }, placeOf, facts }: TableProps) {
  const rows = changes.map((change) => ({ ...change, ...beforeAndAfter(change) }));
  const [first] = rows;
  const [plain, proof] = splitNote(note);
  const steps = new Set(rows.map(({ from, to }) => `${from} → ${to}`));
  const [step] = steps.size === 1 && first?.from !== undefined ? steps : [];
  const heroes = new Set(changes.map(heroOf)).size;
  const fields = new Set(rows.map(({ part, field }) => field || part));
  const what = [
    fields.size === 1 ? [...fields].join() : undefined,
    step,
    plain ?? (fields.size > 1 ? note : undefined),
  ].filter((words) => words !== undefined);
  return (
    <details data-group="">
      <summary>
        {capital(what.join(", "))}: <b>{count(heroes, "hero", "heroes")}</b>
      </summary>
      {proof === undefined ? null : <p class="proof">{proof}</p>}
      <table>
        <thead class="label">
          <tr>
            <th scope="col">Hero</th>
            <th scope="col">Of</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { target, part, field, from, to, effect } = row;
            const thing = target.split("/", 2).join("/");
            const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
            return (
              <tr
                key={target}
                class={effect}
                id={placeOf(thing)}
                data-item=""
                data-hero={hero?.id}
                data-role={hero?.role}
                data-side={sidesOf(thing, [row]).join(" ")}
              >
                <th scope="row">
                  <a href={ROOT + thing}>{facts.nameOf(thing)}</a>
                </th>
                <td>
                  {capital(part)} {fields.size === 1 ? null : field}
                </td>
                <td>{from ?? "–"}</td>
                <td>
                  <b>{to}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
