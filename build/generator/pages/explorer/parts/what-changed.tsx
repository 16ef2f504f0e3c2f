import { totalOf } from "../../../../core/game/effects.ts";
import { healthOf } from "../../../../core/game/state-as-of.ts";
import { beforeAndAfter } from "../../../../core/game/words.ts";
import type {
  ChangeDetails,
  HeroDetails,
  HeroEffect,
  PatchDetails,
} from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { capital, count } from "../format.ts";
import { SIDES } from "../tally.ts";
import { Tile } from "./emblem.tsx";
import { Mark } from "./mark.tsx";

/** The most heroes in a column. */
const MOST = 6;

type Changed = { hero: HeroDetails; effect: HeroEffect; own: readonly ChangeDetails[] };

/** The heroes that a patch changed, in a column for each side. */
export function WhatChanged({ patch, facts }: { patch: PatchDetails; facts: Facts }) {
  const changed = patch.heroes
    .flatMap((effect): Changed[] => {
      const hero = facts.heroes.find(({ id }) => id === effect.id);
      const own = patch.changes.filter(
        ({ target, shared }) => !shared && `${target}/`.startsWith(`heroes/${effect.id}/`),
      );
      return hero === undefined ? [] : [{ hero, effect, own }];
    })
    .sort((a, b) => totalOf(b.effect.own) - totalOf(a.effect.own));
  return (
    <div class="what-changed">
      {SIDES.map(({ side, effect, label }) => {
        const own = changed.filter((one) => one.effect.side === side);
        return own.length === 0 || side === "shared" ? null : (
          <div key={side} class={side}>
            <h3>
              <Mark effect={effect} /> {label} <b>{own.length}</b>
            </h3>
            <ul>
              {own.slice(0, MOST).map((one) => (
                <li key={one.hero.id}>
                  <Row {...one} patch={patch.id} />
                </li>
              ))}
            </ul>
            {own.length <= MOST ? null : (
              <p class="small">
                <a href={`patches/${patch.id}?side=${side}`}>{own.length - MOST} more</a>
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Row({ patch, ...changed }: Changed & { patch: string }) {
  const { hero } = changed;
  const { text, value } = lineOf(changed);
  return (
    <a class="tile-row" href={`patches/${patch}#heroes-${hero.id}`}>
      <Tile hero={hero} size={40} />
      <span class="name">
        <b>{hero.name}</b>
        <span class="small soft">{text}</span>
      </span>
      <span class="sides">{value}</span>
    </a>
  );
}

/** The words beside a hero's name: one change, and how many more there are. */
function lineOf({ hero, effect: { side, own: counts }, own }: Changed) {
  if (side === "new")
    return { text: `${healthOf(hero.health).total} health`, value: <b>new hero</b> };
  if (side === "reworked")
    return { text: count(totalOf(counts), "change"), value: <b>kit changed</b> };
  const wanted = side === "buffed" ? "buff" : side === "nerfed" ? "nerf" : undefined;
  const alike = own.filter(({ effect }) => wanted === undefined || effect === wanted);
  const [change = own[0]] = alike;
  if (change === undefined) return { text: "", value: null };
  const { part, field } = change;
  const { from, to } = beforeAndAfter(change);
  const more = alike.length > 1 ? `, ${alike.length - 1} more` : "";
  // So that nobody takes a perk that went for the hero.
  const about = part.startsWith("perk ") && field === "" ? "perk " : "";
  return {
    text: capital(`${part} ${field}`.trim()) + more,
    value: [from, to].every((side) => (side?.length ?? 0) < 12) && (
      <>
        {from === undefined ? null : <span class="soft">{from} → </span>}
        <b>{about + to}</b>
      </>
    ),
  };
}
