import { thingOf } from "../../../../core/game/targets.ts";
import { beforeAndAfter, showNumber, showUnit, singularOf } from "../../../../core/game/words.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { ChangeDetails, HeroEffect, PatchDetails } from "../../../../core/schema/details.ts";
import type { Effect, Side } from "../../../../core/schema/patch.ts";
import type { Facts } from "../../facts.ts";
import { capital, count, shortDate } from "../format.ts";
import { filtersOf, heroesByRole, isArrival } from "../tally.ts";
import { anchorOf, ChangeList, type Group, groupsOf, pageOf } from "./changes.tsx";
import { Emblem, Tile } from "./emblem.tsx";
import { Signs, Tags } from "./mark.tsx";
import { LessSureKey, LessSureSwitch, Proof, ProofSwitch } from "./proof.tsx";

/** From the page of a patch or a season to the site's root. */
const ROOT = "../";

type CardsProps = {
  groups: readonly Group<ChangeDetails>[];
  /** What many heroes share. */
  shared: readonly (readonly ChangeDetails[])[];
  heroes: readonly HeroEffect[];
  facts: Facts;
};

/** What many heroes share; then each hero, by role and name; then maps, roles and rules. */
export function PatchCards({ groups, shared, heroes, facts }: CardsProps) {
  const inOrder = heroesByRole(facts);
  const parts = facts.roles.map(({ id, name }) => ({
    id,
    name,
    own: inOrder
      .filter(({ role }) => role === id)
      .flatMap((hero) => groups.filter(({ thing }) => thing === `heroes/${hero.id}`)),
  }));
  const others = groups.filter(({ thing }) => !thing.startsWith("heroes/"));
  const effectOf = (thing: string) => heroes.find(({ id }) => thing === `heroes/${id}`);
  const cardsOf = (some: CardsProps["groups"]) =>
    some.map((group) => (
      <PatchCard key={group.thing} group={group} effect={effectOf(group.thing)} facts={facts} />
    ));
  return (
    <>
      {heroes.length < 4 ? null : (
        <nav class="jump small" aria-label="Heroes of this page, by role and name">
          {parts.map(({ id, own }) => (
            <p key={id} class="row">
              <Emblem id={id} />
              {own.map(({ thing, name }) => (
                <a key={thing} class="with-emblem" href={`#${anchorOf(thing)}`}>
                  {name} <Signs hero={effectOf(thing)} />
                </a>
              ))}
            </p>
          ))}
        </nav>
      )}
      {groups.length === 0 ? null : (
        <p class="small soft proof-line">
          <ProofSwitch /> <LessSureKey />
        </p>
      )}
      <div class="patch-cards">
        {shared.length === 0 ? null : (
          <section class="shared small">
            <h2>What many heroes share</h2>
            {shared.map((one) => (
              <Shared key={one[0]?.target} changes={one} facts={facts} />
            ))}
          </section>
        )}
        {parts.map(({ id, name, own }) =>
          own.length === 0 ? null : (
            <section key={id} data-group="">
              <h2>
                {name}{" "}
                <span class="soft small">
                  <span data-left="" />
                  {count(own.length, "hero", "heroes")}
                </span>
              </h2>
              {cardsOf(own)}
            </section>
          ),
        )}
        {others.length === 0 ? null : (
          <section data-group="">
            <h2>Maps and rules</h2>
            {cardsOf(others)}
          </section>
        )}
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

/** More changes than these are folded, and have a sentence above them. */
const FEW = 6;

/**
 * The changes of one hero, map or role in a patch. The values of a new hero are folded, and what a
 * hero shares with many, where it has changes of its own.
 */
function PatchCard({ group, effect, facts }: CardProps) {
  const { thing, name, own, shared } = group;
  const page = pageOf(thing, facts.gone);
  const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
  const map = facts.maps.find(({ id }) => thing === `maps/${id}`);
  const isNew = isArrival(thing, own);
  const whole = own.find(({ target }) => target === thing);
  const rest = isNew ? own.filter((change) => change !== whole) : own;
  const sides = effect ? filtersOf(effect) : own.map((change) => FILTER_OF[change.effect]);
  return (
    <section
      class="patch-card"
      id={anchorOf(thing)}
      data-item=""
      data-role={hero?.role ?? "other"}
      data-hero={hero?.id ?? ""}
      data-side={sides.join(" ")}
    >
      <header>
        {hero === undefined ? null : <Tile hero={hero} size={own.length === 0 ? 22 : 40} />}
        {map === undefined ? null : <Emblem id={map.mode} size={28} />}
        <h3>{page === undefined ? name : <a href={ROOT + page}>{name}</a>}</h3>
        {isNew ? <span class="tag plain">new {singularOf(thing.split("/")[0])}</span> : null}
        {isNew && whole?.gap ? <LessSureSwitch /> : null}
        {effect?.side === "reworked" ? <span class="tag plain">reworked</span> : null}
        {effect === undefined ? null : <Tags counts={effect} />}
      </header>
      <div>
        {effect && (isNew || own.length > FEW) ? <p>{effect.summary}</p> : null}
        {isNew && whole?.gap !== undefined ? <Proof gaps={[{ reason: whole.gap }]} /> : null}
        {rest.length === 0 ? null : isNew ? (
          <details>
            <summary>{count(rest.length, "value")}</summary>
            <ChangeList changes={rest} most={Number.POSITIVE_INFINITY} />
          </details>
        ) : (
          <ChangeList changes={rest} />
        )}
        {shared.length === 0 ? null : own.length === 0 ? (
          <ChangeList changes={shared} />
        ) : (
          <details class="shares">
            <summary>{count(shared.length, "shared change")}</summary>
            <ChangeList changes={shared} />
          </details>
        )}
      </div>
    </section>
  );
}

/** What patches changed: what many heroes share, and of each thing its own. */
export function splitPatches(patches: readonly PatchDetails[], nameOf: Facts["nameOf"]) {
  const rows = patches.flatMap(({ date, changes }) =>
    changes.map((change) => {
      const day = patches.length > 1 && shortDate(date);
      const key = change.rule ?? `${change.target.split("/").at(-1)} ${stepOf(change)}`;
      const note = [day, change.note].filter(Boolean).join("; ") || null;
      return [`${date} ${key}`, { ...change, note }] as const;
    }),
  );
  const alike = rows.filter(([, { shared }]) => shared);
  const own = rows.filter(([, { shared }]) => !shared).map(([, change]) => change);
  return {
    shared: [...grouped(alike).values()],
    groups: groupsOf(
      own,
      nameOf,
      alike.map(([, { rule: _, ...change }]) => change), // the rule is said once
    ),
  };
}

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

type SharedProps = { changes: readonly ChangeDetails[]; facts: Facts };

/** A change that many heroes share, and links to their cards, which have its values. */
function Shared({ changes, facts }: SharedProps) {
  const [first, ...others] = changes;
  const isSame = others.every(({ effect }) => effect === first?.effect);
  const effect = first && isSame ? first.effect : "mixed";
  const things = [...new Set(changes.map(({ target }) => thingOf(target)))];
  return (
    <p>
      <i class={`mark ${effect} shared`} /> <span class="vh">{effect}: </span>
      {capital(first?.rule ?? `${first?.field || first?.part} ${first && stepOf(first)}`)}:{" "}
      <b>{count(things.length, "hero", "heroes")}</b>
      {things.map((thing) => (
        <>
          , <a href={`#${anchorOf(thing)}`}>{facts.nameOf(thing)}</a>
        </>
      ))}
    </p>
  );
}
