import type { Hero } from "../../../../core/schema/hero.ts";
import { type ChangeView, viewOf } from "../change-view.ts";
import type { Facts } from "../facts.ts";
import { count } from "../format.ts";
import type { PlainChange } from "../recorded.ts";
import { isArrival, type Side, sidesOf } from "../tally.ts";
import { groupsOf } from "./changes.tsx";
import { Tile } from "./emblem.tsx";
import { Mark } from "./mark.tsx";

/** The three columns with their headings. */
const COLUMNS = [
  { side: "buffed", effect: "buff", label: "Buffed" },
  { side: "nerfed", effect: "nerf", label: "Nerfed" },
  { side: "mixed", effect: "new", label: "New or neither" },
] as const;

/** The most heroes in a column. */
const MOST = 6;

type Changed = { hero: Hero; own: readonly PlainChange[]; side: Side };

/** The heroes that a patch changed, in three columns: buffed, nerfed, and neither. */
export function WhatChanged({
  changes,
  patch,
  facts,
}: {
  changes: readonly PlainChange[];
  patch: string;
  facts: Facts;
}) {
  const changed = groupsOf(changes, facts.names)
    .flatMap(({ thing, own }): Changed[] => {
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
      {COLUMNS.map(({ side, effect, label }) => {
        const own = changed.filter((one) => one.side === side);
        return own.length === 0 ? null : (
          <div key={side} class={side}>
            <h3>
              <Mark effect={effect} /> {label} <b>{own.length}</b>
            </h3>
            <ul>
              {own.slice(0, MOST).map((one) => (
                <li key={one.hero.id}>
                  <Row {...one} patch={patch} facts={facts} />
                </li>
              ))}
            </ul>
            {own.length <= MOST ? null : (
              <p class="small">
                <a href={`patches/${patch}?side=${side}`}>{own.length - MOST} more</a>
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Row({ hero, own, side, patch, facts }: Changed & { patch: string; facts: Facts }) {
  const { text, value } = lineOf(hero, own, side, facts);
  return (
    <a class="tile-row" href={`patches/${patch}#heroes-${hero.id}`}>
      <Tile hero={hero} facts={facts} size={40} />
      <span class="name">
        <b>{hero.name}</b>
        <span class="small soft">{text}</span>
      </span>
      <span class="sides">{value}</span>
    </a>
  );
}

/** The words beside a hero's name: one change, and how many more there are. */
function lineOf(hero: Hero, own: readonly PlainChange[], side: Side, facts: Facts) {
  const thing = `heroes/${hero.id}`;
  if (isArrival(thing, own)) return { text: `${hero.health.total} health`, value: <b>new hero</b> };
  if (own.some(({ target }) => target === `${thing}/abilities`))
    return { text: count(own.length, "change"), value: <b>reworked</b> };
  const wanted = side === "buffed" ? "buff" : side === "nerfed" ? "nerf" : undefined;
  const views = own.map((change) => viewOf(change, facts.names));
  const view = views.find(({ effect }) => effect === wanted) ?? views[0];
  const alike = views.filter(({ effect }) => wanted === undefined || effect === wanted).length;
  const more = alike > 1 ? `, ${alike - 1} more` : "";
  const about = view === undefined ? "" : `${view.subject} ${view.field}`.trim();
  const short = [view?.from, view?.to].every((text) => (text?.length ?? 0) < 12);
  return {
    text: about + more,
    value:
      view === undefined || !short ? null : (
        <>
          {view.from === undefined ? null : <span class="soft">{view.from} → </span>}
          <b>{view.to ?? wholeOf(view)}</b>
        </>
      ),
  };
}

/** What happened to a whole thing: `perk removed`, so that nobody takes it for the hero. */
function wholeOf({ subject, effect }: ChangeView): string {
  return subject.startsWith("Perk ") ? `perk ${effect}` : effect;
}
