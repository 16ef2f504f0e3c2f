import { healthOf } from "../../../../core/game/state-as-of.ts";
import { beforeAndAfter } from "../../../../core/game/words.ts";
import type { ChangeDetails, HeroDetails, PatchDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../facts.ts";
import { capital, count } from "../format.ts";
import { isArrival, SIDES, type Side, sidesOf } from "../tally.ts";
import { Tile } from "./emblem.tsx";
import { Mark } from "./mark.tsx";
import { splitPatches } from "./patch-card.tsx";

/** The most heroes in a column. */
const MOST = 6;

type Changed = { hero: HeroDetails; own: readonly ChangeDetails[]; side: Side };

/** The heroes that a patch changed, in three columns: buffed, nerfed, and neither. */
export function WhatChanged({ patch, facts }: { patch: PatchDetails; facts: Facts }) {
  const changed = splitPatches([patch], facts.nameOf)
    .groups.flatMap(({ thing, own }): Changed[] => {
      const hero = facts.heroes.find(({ id }) => thing === `heroes/${id}`);
      if (hero === undefined) return [];
      const sides = sidesOf(thing, own);
      // A hero with a buff and a nerf is in both columns, and in no third one.
      return sides
        .filter((side) => side !== "mixed" || sides.length === 1)
        .map((side) => ({ hero, own, side }));
    })
    .sort((a, b) => b.own.length - a.own.length);
  return (
    <div class="what-changed">
      {SIDES.map(({ side, effect, label }) => {
        const own = changed.filter((one) => one.side === side);
        return own.length === 0 ? null : (
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

function Row({ hero, own, side, patch }: Changed & { patch: string }) {
  const { text, value } = lineOf(hero, own, side);
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
function lineOf(hero: HeroDetails, own: readonly ChangeDetails[], side: Side) {
  const thing = `heroes/${hero.id}`;
  if (isArrival(thing, own))
    return { text: `${healthOf(hero.health).total} health`, value: <b>new hero</b> };
  if (own.some(({ target }) => target === `${thing}/abilities`))
    return { text: count(own.length, "change"), value: <b>kit changed</b> };
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
