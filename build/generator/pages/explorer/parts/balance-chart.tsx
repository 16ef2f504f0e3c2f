import type { Entry, Facts } from "../facts.ts";
import { count } from "../format.ts";
import { changesByThing } from "../recorded.ts";
import { CHARTED_SEASONS, isInSeason, type Season, shortSeason } from "../seasons.ts";
import { isArrival, tallyOfPatch } from "../tally.ts";
import { percent, positionOf } from "./chart-scale.ts";
import { Emblem } from "./emblem.tsx";
import { Tile } from "./tile.tsx";

const TOP = 116;
const MIDDLE = 194;
const HEIGHT = 276;

/** The height of the tallest bar. */
const TALLEST = 66;

/** Room at the left for the bar of the first patch, as a share of the width. */
const INSET = 0.03;

/**
 * A chart with a bar for each patch of the newest seasons: buffs above the line of time, nerfs
 * below it. The names of the seasons are at the top.
 */
export function BalanceOverTime({ facts }: { facts: Facts }) {
  const seasons = facts.seasons.slice(-CHARTED_SEASONS);
  const from = facts.seasons.length > seasons.length ? seasons[0]?.from : undefined;
  const axis = { ...facts.axis, from: from ?? facts.axis.from };
  const balances = facts.entries
    .filter(({ patch }) => patch.date >= axis.from)
    .map((entry) => ({ entry, ...tallyOfPatch(changesByThing(entry.changes)) }));
  const most = Math.max(1, ...balances.map(({ buffs, nerfs }) => Math.max(buffs, nerfs)));
  const x = (date: string) => percent(INSET + positionOf(date, axis) * (1 - INSET));
  const width = ({ from, until }: Season) =>
    percent(
      ((until === undefined ? 1 : positionOf(until, axis)) - positionOf(from, axis)) * (1 - INSET),
    );
  return (
    <svg class="balance" width="100%" height={HEIGHT} aria-label="Patches over time">
      {seasons.map((season, at) => (
        <g key={season.patch}>
          {at % 2 === 0 ? (
            <rect class="band" x={x(season.from)} width={width(season)} height={HEIGHT} />
          ) : null}
          <SeasonHead season={season} x={x(season.from)} facts={facts} />
        </g>
      ))}
      <rect class="axis" y={MIDDLE - 0.5} width="100%" height="1" />
      {balances.map((balance) => (
        <Bars key={balance.entry.patch.id} {...balance} most={most} x={x} />
      ))}
    </svg>
  );
}

function SeasonHead({ season, x, facts }: { season: Season; x: string; facts: Facts }) {
  const own = facts.entries.filter(({ patch }) => isInSeason(patch.date, season));
  const isNew = (thing: string) => own.some(({ changes }) => isArrival(thing, changes));
  const arrivals = [
    ...facts.heroes.map((hero) => ({
      to: `heroes/${hero.id}`,
      name: hero.name,
      picture: <Tile hero={hero} facts={facts} size={20} />,
    })),
    ...facts.maps.map(({ id, name, mode }) => ({
      to: `maps/${id}`,
      name,
      picture: <Emblem id={mode} size={20} />,
    })),
  ].filter(({ to }) => isNew(to));
  // The newest season may be narrow, so up to three tiles are in one column.
  const columns = arrivals.length > 3 ? 2 : 1;
  return (
    <svg x={x} width="1" height={TOP} overflow="visible" aria-label={season.name}>
      <a href={`patches/${season.patch}`}>
        <text class="season" x="6" y="20">
          {season.name}
        </text>
        <text class="season short" x="4" y="20">
          {shortSeason(season)}
        </text>
        <text class="season-title" x="6" y="37">
          {season.title}
        </text>
      </a>
      {arrivals.map(({ to, name, picture }, at) => (
        <a key={to} href={to}>
          <svg
            role="img"
            x={5 + (at % columns) * 22}
            y={44 + Math.floor(at / columns) * 22}
            width="20"
            height="20"
          >
            <title>{name} arrives</title>
            {picture}
          </svg>
        </a>
      ))}
    </svg>
  );
}

function Bars({
  entry: { patch },
  buffs,
  nerfs,
  most,
  x,
}: {
  entry: Entry;
  buffs: number;
  nerfs: number;
  most: number;
  x: (date: string) => string;
}) {
  const tall = (amount: number) => Math.round((amount / most) * TALLEST);
  const words =
    buffs + nerfs === 0 ? "no balance change" : `${count(buffs, "buff")}, ${count(nerfs, "nerf")}`;
  const at = { x: x(patch.date), width: "1", height: HEIGHT, overflow: "visible" };
  return (
    <>
      <a href={`patches/${patch.id}`} aria-label={`${patch.name}: ${words}`}>
        <svg {...at}>
          <title>
            {patch.name}: {words}
          </title>
          <rect class="hit" x="-6" y={TOP} width="12" height={HEIGHT - TOP - 1} />
          {buffs + nerfs === 0 ? (
            <rect class="tick" x="-0.5" y={MIDDLE - 4} width="1" height="8" />
          ) : null}
          <rect class="buff" x="-5" y={MIDDLE - tall(buffs)} width="10" height={tall(buffs)} />
          <rect class="nerf" x="-5" y={MIDDLE} width="10" height={tall(nerfs)} />
        </svg>
      </a>
      <svg {...at} aria-hidden="true">
        {buffs < 10 || patch.kind === "hotfix" ? null : (
          <text class="buff" y={MIDDLE - tall(buffs) - 5}>
            {buffs}
          </text>
        )}
        {nerfs < 10 || patch.kind === "hotfix" ? null : (
          <text class="nerf" y={MIDDLE + tall(nerfs) + 14}>
            {nerfs}
          </text>
        )}
      </svg>
    </>
  );
}
