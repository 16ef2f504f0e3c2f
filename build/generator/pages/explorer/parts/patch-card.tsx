import { thingOf } from "../../../../core/game/targets.ts";
import { singularOf } from "../../../../core/game/words.ts";
import type { HeroEffect, PatchDetails } from "../../../../core/schema/details.ts";
import type { Effect, Side } from "../../../../core/schema/patch.ts";
import type { Facts } from "../../facts.ts";
import { capital, count, shortDate } from "../format.ts";
import { filtersOf, heroesByRole, isArrival, sumOf } from "../tally.ts";
import { anchorOf, ChangeList, groupsOf, pageOf, SharedChanges, splitShared } from "./changes.tsx";
import { Emblem, Tile } from "./emblem.tsx";
import { Tags } from "./mark.tsx";
import { LessSureKey, LessSureSwitch, Proof, ProofSwitch } from "./proof.tsx";

/** A thing with more changes has a summary above them. */
const MANY = 8;

/** From the page of a patch or a season to the site's root. */
const ROOT = "../";

type CardsProps = Pick<ReturnType<typeof splitPatches>, "groups" | "shared"> & {
  heroes: readonly HeroEffect[];
  facts: Facts;
};

/** The heroes by role and name, then what many of them share, then maps and rules. */
export function PatchCards({ groups, shared, heroes, facts }: CardsProps) {
  const effectOf = (thing: string) => heroes.find(({ id }) => thing === `heroes/${id}`);
  const inOrder = heroesByRole(facts).flatMap((hero) => {
    const thing = `heroes/${hero.id}`;
    const group = groups.find((one) => one.thing === thing);
    const effect = effectOf(thing);
    return group && effect ? { hero, group, effect } : [];
  });
  const others = groups.filter(({ thing }) => !thing.startsWith("heroes/"));
  return (
    <div class="patch-cards" data-shown="">
      {groups.length === 0 ? null : (
        <p class="proof-line">
          <LessSureKey /> <ProofSwitch />
        </p>
      )}
      {facts.roles.map(({ id, name }) => {
        const all = inOrder.filter(({ hero }) => hero.role === id);
        const sharing = all.filter(({ group }) => group.own.length === 0);
        return all.length === 0 ? null : (
          <section key={id} data-group="">
            <h2>
              {name}{" "}
              <span class="soft small">
                <span data-left="" />
                {count(all.length, "hero", "heroes")}
              </span>{" "}
              <Tags counts={sumOf(all.map(({ effect }) => effect))} />
            </h2>
            {all
              .filter(({ group }) => group.own.length > 0)
              .map((one) => (
                <PatchCard key={one.hero.id} {...one} facts={facts} />
              ))}
            {sharing.length === 0 ? null : (
              <ul class="sharing">
                {sharing.map(({ hero, group: { thing }, effect }) => (
                  <li
                    key={thing}
                    class="row"
                    id={anchorOf(thing)}
                    {...itemOf(hero, filtersOf(effect))}
                  >
                    <Tile hero={hero} size={22} /> <a href={ROOT + thing}>{hero.name}</a>{" "}
                    <Tags counts={effect} sharedAt="#shared" />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
      <SharedChanges
        shared={shared}
        nameOf={facts.nameOf}
        itemOf={({ target, effect }) => {
          const hero = facts.heroes.find(({ id }) => target.startsWith(`heroes/${id}/`));
          return itemOf(hero, [effectOf(thingOf(target))?.side, FILTER_OF[effect]]);
        }}
      />
      {others.length === 0 ? null : (
        <section data-group="">
          <h2>Maps and rules</h2>
          {others.map((group) => (
            <PatchCard key={group.thing} group={group} facts={facts} />
          ))}
        </section>
      )}
    </div>
  );
}

/** What the filters of the page need to know. */
function itemOf(hero: Facts["heroes"][number] | undefined, sides: readonly (Side | undefined)[]) {
  return {
    "data-item": "",
    "data-role": hero?.role ?? "other",
    "data-hero": hero?.id ?? "",
    "data-side": sides.filter(Boolean).join(" "),
  };
}

type CardProps = {
  group: CardsProps["groups"][number];
  hero?: Facts["heroes"][number];
  effect?: HeroEffect;
  facts: Facts;
};

/** The changes of one hero, map or role in a patch. What a new hero brought is folded. */
function PatchCard({ group, hero, effect, facts }: CardProps) {
  const { thing, name, own } = group;
  const page = pageOf(thing, facts.gone);
  const map = facts.maps.find(({ id }) => thing === `maps/${id}`);
  const isNew = isArrival(thing, own);
  const whole = own.find(({ target }) => target === thing);
  const rest = own.filter((change) => change !== whole || !isNew);
  const brought = rest.filter(({ effect: one }) => isNew && one === "new");
  const sides = effect ? filtersOf(effect) : own.map((change) => FILTER_OF[change.effect]);
  return (
    <section class="patch-card" id={anchorOf(thing)} {...itemOf(hero, sides)}>
      <header>
        {hero === undefined ? null : <Tile hero={hero} size={40} />}
        {map === undefined ? null : <Emblem id={map.mode} size={28} />}
        <h3>{page === undefined ? name : <a href={ROOT + page}>{name}</a>}</h3>
        <p class="row">
          {isNew ? <span class="tag plain">new {singularOf(thing.split("/")[0])}</span> : null}
          {isNew && whole?.gap ? <LessSureSwitch /> : null}
          {effect?.side === "reworked" ? <span class="tag plain">reworked</span> : null}
          {effect && <Tags counts={effect} sharedAt="#shared" />}
        </p>
      </header>
      <div>
        {isNew || effect?.side === "reworked" || own.length > MANY ? (
          <p>{effect?.summary ?? capital(whole?.note ?? "")}</p>
        ) : null}
        {isNew && whole?.gap !== undefined ? <Proof gaps={[{ reason: whole.gap }]} /> : null}
        {brought.length === 0 ? null : (
          <details>
            <summary>{count(brought.length, "value")}</summary>
            <ChangeList changes={brought} />
          </details>
        )}
        <ChangeList changes={rest.filter((change) => !brought.includes(change))} />
        <div class="filtered">
          <ChangeList changes={group.shared} />
        </div>
      </div>
    </section>
  );
}

/** What patches changed: what many heroes share, and of each thing its own. */
export function splitPatches(patches: readonly PatchDetails[], nameOf: Facts["nameOf"]) {
  const parts = patches.map(({ date, changes }) => {
    const day = patches.length > 1 && shortDate(date);
    return splitShared(
      changes.map((change) => ({
        ...change,
        note: [day, change.note].filter(Boolean).join("; ") || null,
      })),
    );
  });
  const shared = parts.flatMap((part) => part.shared);
  return {
    shared,
    groups: groupsOf(
      parts.flatMap(({ own }) => own),
      nameOf,
      shared.flatMap(({ changes }) => changes),
    ),
  };
}

/** The filter that finds a row by its effect. */
const FILTER_OF: Partial<Record<Effect, Side>> = { buff: "buffed", nerf: "nerfed" };
