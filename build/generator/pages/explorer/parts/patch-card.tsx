import { healthOf } from "../../../../client/state-as-of.ts";
import { collectionOf, isCollection } from "../../../../core/schema/collections.ts";
import type { ChangeDetails } from "../../../../core/schema/details.ts";
import type { HeroState } from "../../../../core/schema/hero.ts";
import type { Facts } from "../facts.ts";
import { count } from "../format.ts";
import { isArrival, sidesOf, tallyOf } from "../tally.ts";
import { anchorOf, ChangeList, type Group, pageOf } from "./changes.tsx";
import { Emblem, Tile } from "./emblem.tsx";
import { Tags } from "./mark.tsx";
import { Proof } from "./proof.tsx";
import { SharedCard, type SharedChange } from "./shared-changes.tsx";

/** A card for each group, and a line for when filters leave none. `root` is the way to the root. */
export function PatchCards({
  groups,
  shared,
  notes = null,
  facts,
  root,
}: {
  groups: readonly Group<ChangeDetails>[];
  /** What many heroes share, above the cards of each. */
  shared: readonly SharedChange[];
  /** The notes of the patch, if all changes are of one. */
  notes?: string | null;
  facts: Facts;
  root: string;
}) {
  return (
    <>
      <p class="no-match" role="status" hidden>
        No changes match these filters.
      </p>
      <div class="patch-cards">
        <SharedCard
          shared={shared}
          withCards={new Set(groups.map(({ thing }) => thing))}
          facts={facts}
          root={root}
        />
        {groups.map((group) => (
          <PatchCard key={group.thing} group={group} notes={notes} facts={facts} root={root} />
        ))}
      </div>
    </>
  );
}

/**
 * The changes of one hero, map or role in a patch. A new hero is described in a sentence, and its
 * values are folded.
 */
function PatchCard({
  group: { thing, name, own },
  notes,
  facts,
  root,
}: {
  group: Group<ChangeDetails>;
  notes: string | null;
  facts: Facts;
  root: string;
}) {
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
      data-side={sidesOf(thing, own).join(" ")}
    >
      <header>
        {hero === undefined ? null : <Tile hero={hero} size={44} />}
        {map === undefined ? null : <Emblem id={map.mode} size={28} />}
        <h2>{page === undefined ? name : <a href={root + page}>{name}</a>}</h2>
        {isNew ? <span class="tag plain">new {kindOf(thing)}</span> : null}
        {isReworked ? <span class="tag plain">rework</span> : null}
        {isNew ? null : <Tags tally={tallyOf(own)} />}
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
    </section>
  );
}

/** `maps/oasis` as `map`. */
function kindOf(thing: string): string {
  const [collection] = thing.split("/");
  return isCollection(collection) ? collectionOf(collection).thing : "";
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
