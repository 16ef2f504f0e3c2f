import { beforeAndAfter, showNumber, showUnit } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { ChangeDetails, HeroEffect, PatchDetails } from "../../../../core/schema/details.ts";
import type { HeroState } from "../../../../core/schema/hero.ts";
import type { Effect, Side } from "../../../../core/schema/patch.ts";
import type { Facts } from "../../facts.ts";
import { capital, count, shortDate } from "../format.ts";
import { filtersOf, isArrival } from "../tally.ts";
import { anchorOf, ChangeList, type Group, groupsOf, pageOf } from "./changes.tsx";
import { Emblem, Tile } from "./emblem.tsx";
import { Mark, Tags } from "./mark.tsx";
import { LessSure, LessSureSwitch, Proof, ProofSwitch } from "./proof.tsx";

/** From the page of a patch or a season to the site's root. */
const ROOT = "../";

type CardsProps = {
  groups: readonly Group<ChangeDetails>[];
  /** What many heroes share, above the cards of each. */
  shared: readonly SharedChange[];
  heroes: readonly HeroEffect[];
  facts: Facts;
};

/** A card for each group, and a line for when filters leave none. */
export function PatchCards({ groups, shared, heroes, facts }: CardsProps) {
  const only = heroes.filter(({ side }) => side === "shared");
  return (
    <>
      {groups.length === 0 ? null : (
        <p class="small soft proof-line">
          <ProofSwitch /> <LessSure /> one source, none of its time, or sources that differ
        </p>
      )}
      <p class="no-match" role="status" hidden>
        No changes match these filters.{" "}
        <a href="?" data-filter="side" data-value="">
          Show all
        </a>
      </p>
      <div class="patch-cards">
        {shared.length === 0 ? null : (
          <section class="card patch-card shared" data-group="">
            <header>
              <h2>All heroes</h2>
              <span class="soft small">
                what many of them share, not counted as buffed or nerfed above
                {only.length === 0
                  ? null
                  : `; ${count(only.length, "hero has", "heroes have")} nothing else`}
              </span>
            </header>
            {shared.map((one) => (
              <Shared key={one.changes[0]?.target} {...one} facts={facts} />
            ))}
          </section>
        )}
        {groups.map((group) => (
          <PatchCard
            key={group.thing}
            group={group}
            effect={heroes.find(({ id }) => group.thing === `heroes/${id}`)}
            facts={facts}
          />
        ))}
      </div>
    </>
  );
}

type CardProps = {
  group: CardsProps["groups"][number];
  /** Set for heroes. */
  effect: HeroEffect | undefined;
  facts: Facts;
};

/**
 * The changes of one hero, map or role in a patch. A new hero is described in a sentence, and its
 * values are folded. What it shares with many heroes is folded, and not counted.
 */
function PatchCard({ group: { thing, name, own, shared }, effect, facts }: CardProps) {
  const page = pageOf(thing, facts.gone);
  const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
  const map = facts.maps.find(({ id }) => thing === `maps/${id}`);
  const isNew = isArrival(thing, own);
  const whole = own.find(({ target }) => target === thing);
  const rest = isNew ? own.filter(({ target }) => target !== thing) : own;
  const hasOwn = own.length > 0;
  const sides = effect ? filtersOf(effect) : own.map((change) => FILTER_OF[change.effect]);
  return (
    <section
      class={hasOwn ? "card patch-card" : "card patch-card only-shared"}
      id={anchorOf(thing)}
      data-item=""
      data-role={hero?.role ?? "other"}
      data-hero={hero?.id ?? ""}
      data-side={sides.join(" ")}
    >
      <header>
        {hero === undefined ? null : <Tile hero={hero} size={44} />}
        {map === undefined ? null : <Emblem id={map.mode} size={28} />}
        <h2>{page === undefined ? name : <a href={ROOT + page}>{name}</a>}</h2>
        {isNew ? <span class="tag plain">{whole?.part.replace("the", "new")}</span> : null}
        {isNew && whole?.gap ? <LessSureSwitch /> : null}
        {effect?.side === "reworked" ? <span class="tag plain">kit changed</span> : null}
        {isNew || effect === undefined ? null : <Tags counts={effect} />}
      </header>
      {isNew && hero !== undefined ? <Arrival hero={whole?.to} facts={facts} /> : null}
      {isNew && whole?.gap !== undefined ? <Proof gaps={[{ reason: whole.gap }]} /> : null}
      {rest.length === 0 ? null : isNew ? (
        <details>
          <summary>{count(rest.length, "more value")}</summary>
          <ChangeList changes={rest} most={Number.POSITIVE_INFINITY} />
        </details>
      ) : (
        <ChangeList changes={rest} />
      )}
      {shared.length === 0 ? null : (
        <details class="shares" open={!hasOwn}>
          <summary>{count(shared.length, "change")} that many heroes share</summary>
          <ChangeList changes={shared} />
        </details>
      )}
    </section>
  );
}

/** A new hero as it arrived, which may differ from today. */
function Arrival({ hero, facts }: { hero: unknown; facts: Facts }) {
  if (typeof hero !== "object") return null; // an older record says only that it arrived
  const { role, health, abilities } = hero as HeroState;
  const roleName = facts.nameOf(`roles/${role}`).toLowerCase();
  return (
    <p class="soft">
      New {roleName} hero with {sumOfHealth(health)} health:{" "}
      {abilities.map(({ name }) => name).join(", ")}.
    </p>
  );
}

function sumOfHealth(health: HeroState["health"]): number {
  return Object.values(health).reduce((sum, pool) => sum + pool, 0);
}

/** One change of many heroes: the same field with the same step, or by the same rule. */
type SharedChange = { rule: string | undefined; changes: ChangeDetails[] };

/** What patches changed: what many heroes share, and of each thing its own. */
export function splitPatches(patches: readonly PatchDetails[], nameOf: Facts["nameOf"]) {
  const shared: SharedChange[] = [];
  const rest: ChangeDetails[] = [];
  for (const { date, changes } of patches) {
    const split = splitShared(changes);
    const dated = (change: ChangeDetails) => ({
      ...change,
      note: [patches.length > 1 && shortDate(date), change.note].filter(Boolean).join("; ") || null,
    });
    shared.push(...split.shared.map((one) => ({ ...one, changes: one.changes.map(dated) })));
    rest.push(...split.rest.map(dated));
  }
  const alike = shared.flatMap((one) => one.changes);
  return { shared, groups: groupsOf(rest, nameOf, alike) };
}

/** Parts the changes of a patch: those that many heroes share, and the others. */
function splitShared(changes: readonly ChangeDetails[]) {
  const keyOf = (change: ChangeDetails) =>
    change.rule ?? `${change.target.split("/").at(-1)} ${stepOf(change)}`;
  const shared = changes.filter((change) => change.shared);
  const alike = grouped(shared.map((change) => [keyOf(change), change]));
  return {
    shared: [...alike.values()].map((own) => ({
      rule: own[0]?.rule,
      changes: own.map(({ rule: _, ...change }) => change), // the rule is said once
    })),
    rest: changes.filter((change) => !change.shared),
  };
}

const heroOf = ({ target }: { target: string }) => target.split("/")[1];

/** By how much a number changes, `+50`, and any other value in words: `damage → support`. */
function stepOf(change: ChangeDetails): string | undefined {
  const { from, to, unit } = change;
  if (typeof from === "number" && typeof to === "number") {
    const step = Math.round((to - from) * 1_000) / 1_000;
    return (step > 0 ? "+" : "") + showNumber(step) + showUnit(unit);
  }
  const words = beforeAndAfter(change);
  return from === undefined || to === undefined ? undefined : `${words.from} → ${words.to}`;
}

/** The filter that finds a row by its effect. */
const FILTER_OF: Partial<Record<Effect, Side>> = { buff: "buffed", nerf: "nerfed" };

type SharedProps = SharedChange & Pick<CardProps, "facts">;

/** A change that many heroes share, in a line that opens to a row for each of them. */
function Shared({ rule, changes, facts }: SharedProps) {
  const sameOf = <Value,>(partOf: (change: ChangeDetails) => Value): Value | undefined => {
    const [value, ...others] = new Set(changes.map(partOf));
    return others.length === 0 ? value : undefined;
  };
  const field = sameOf((change) => change.field || change.part);
  const step = sameOf(stepOf);
  const effect = sameOf((change) => change.effect) ?? "mixed";
  const title = [[field, step].filter(Boolean).join(" "), rule].filter(Boolean).join(", ");
  const rows = changes.map((change) => ({
    ...change,
    part: facts.nameOf(change.target.split("/", 2).join("/")),
    field: [change.part, field === undefined && change.field].filter(Boolean).join(" "),
  }));
  const roleOf = new Map(facts.heroes.map(({ id, role }) => [id, role]));
  return (
    <details data-group="">
      <summary>
        <Mark effect={effect} /> <span class="vh">{effect}: </span>
        {capital(title)}
        <b>{count(new Set(changes.map(heroOf)).size, "hero", "heroes")}</b>
      </summary>
      <ChangeList
        changes={rows}
        most={Number.POSITIVE_INFINITY}
        dataOf={(change) => ({
          "data-item": "",
          "data-hero": "",
          "data-side": FILTER_OF[change.effect] ?? "",
          "data-role": roleOf.get(heroOf(change) ?? "") ?? "",
        })}
      />
    </details>
  );
}
