import {
  CHARTED_SEASONS,
  isInSeason,
  type Season,
  shortSeason,
} from "../../../../core/game/seasons.ts";
import type { PatchDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { amountsOf, isArrival, sumOf } from "../tally.ts";
import { Emblem, Tile } from "./emblem.tsx";

/** The height of the tallest bar. */
const TALLEST = 66;

/** The line of time, below the top of the bars, whose numbers are above them. */
const MIDDLE = TALLEST + 12;

const HEIGHT = MIDDLE + TALLEST + 16;

/** The first tile of a season is below its name. */
const FIRST_TILE = 48;

/** The height of a tile with the room below it. */
const TILE = 22;

/** Room at the left for the bar of the first patch, and at the right for that of the newest. */
const INSET = 0.03;
const RUN_OUT = 0.1;

/** A phone shows so many of the newest seasons. */
const ON_PHONE = 5;

/**
 * A chart with a bar for each patch of the newest seasons: buffs above the line of time, nerfs
 * below it. The names of the seasons are at the top.
 */
export function BalanceOverTime({ facts }: { facts: Facts }) {
  const seasons = facts.seasons.slice(-CHARTED_SEASONS);
  const start = seasons[0]?.from ?? facts.axis.from;
  const days = (date: string) => Date.parse(date) - Date.parse(start);
  const x = (date: string) =>
    INSET + (days(date) / (days(facts.axis.to) || 1)) * (1 - INSET - RUN_OUT);
  const end = ({ until }: Season) => (until === undefined ? 1 : x(until));
  const bars = facts.patches
    .filter(({ date }) => date >= start)
    .map((patch) => {
      const counts = sumOf(patch.heroes);
      const { buff: buffs = 0, nerf: nerfs = 0 } = counts.own;
      const parts = amountsOf(counts).map((part) => part.words);
      return { patch, buffs, nerfs, words: parts.join(", ") || "no balance change" };
    });
  const most = Math.max(1, ...bars.flatMap(({ buffs, nerfs }) => [buffs, nerfs]));
  const heads = seasons.map((season) => ({ season, arrivals: arrivalsIn(season, facts) }));
  const top = FIRST_TILE + TILE * Math.max(3, ...heads.map(({ arrivals }) => arrivals.length));
  const late = seasons.at(-ON_PHONE)?.from ?? start;
  const isLate = (date: string) => (date < late ? "early" : undefined);
  return (
    <div class="balance">
      {/* The width is that on a phone. There the early part is out of sight at the left. */}
      <svg
        width={percent(1 / (1 - x(late) + INSET))}
        height={top + HEIGHT}
        aria-label="Patches over time"
      >
        {heads.map(({ season, arrivals }, at) => (
          <g key={season.patch} class={isLate(season.from)}>
            {at % 2 === 0 ? (
              <rect
                class="band"
                x={percent(x(season.from))}
                width={percent(end(season) - x(season.from))}
                height="100%"
              />
            ) : null}
            <SeasonHead season={season} x={percent(x(season.from))} arrivals={arrivals} />
          </g>
        ))}
        <g transform={`translate(0 ${top})`}>
          <rect class="axis" y={MIDDLE - 0.5} width="100%" height="1" />
          {bars.map(({ patch, buffs, nerfs, words }) => (
            <g key={patch.id} class={isLate(patch.date)}>
              <Bars
                patch={patch}
                words={words}
                x={percent(x(patch.date))}
                buffs={buffs}
                nerfs={nerfs}
                height={(amount) => Math.round((amount / most) * TALLEST)}
              />
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}

/** The heroes and maps that a season brought, with their signs. */
function arrivalsIn(season: Season, facts: Facts) {
  const own = facts.patches.filter(({ date }) => isInSeason(date, season));
  return [
    ...facts.heroes.map((hero) => ({
      to: `heroes/${hero.id}`,
      name: hero.name,
      picture: <Tile hero={hero} size={20} />,
    })),
    ...facts.maps.map(({ id, name, mode }) => ({
      to: `maps/${id}`,
      name,
      picture: <Emblem id={mode} size={20} />,
    })),
  ].filter(({ to }) => own.some(({ changes }) => isArrival(to, changes)));
}

type HeadProps = { season: Season; x: string; arrivals: ReturnType<typeof arrivalsIn> };

function SeasonHead({ season, x, arrivals }: HeadProps) {
  const label = `${season.name} ${season.title}`.trim();
  return (
    <svg x={x} width="1" height="100%" overflow="visible" aria-label={label}>
      <a href={`patches/${season.patch}`}>
        <text class="season" x="6" y="20">
          {season.name}
        </text>
        <text class="season short" x="4" y="20">
          {shortSeason(season)}
        </text>
        <text class="day" x="5" y="38">
          {season.from.slice(0, 4)}
        </text>
      </a>
      {arrivals.map(({ to, name, picture }, at) => (
        <a key={to} href={to}>
          <svg role="img" x="5" y={FIRST_TILE + at * TILE} width="20" height="20">
            <title>{name} arrives</title>
            {picture}
          </svg>
        </a>
      ))}
    </svg>
  );
}

type BarsProps = {
  patch: PatchDetails;
  words: string;
  buffs: number;
  nerfs: number;
  x: string;
  height: (amount: number) => number;
};

/** The bars of a patch. Patches that begin a season have room for their numbers. */
function Bars({ patch, words, x, buffs, nerfs, height }: BarsProps) {
  const isQuiet = buffs + nerfs === 0;
  const up = height(buffs);
  const down = height(nerfs);
  const place = { x, width: "1", height: HEIGHT, overflow: "visible" };
  return (
    <>
      <a href={`patches/${patch.id}`} aria-label={`${patch.name}: ${words}`}>
        <svg {...place}>
          <title>
            {patch.name}: {words}
          </title>
          <rect class="hit" x="-6" width="12" height={HEIGHT - 1} />
          {isQuiet ? <rect class="tick" x="-0.5" y={MIDDLE - 4} width="1" height="8" /> : null}
          <rect class="buff" x="-5" y={MIDDLE - up} width="10" height={up} />
          <rect class="nerf" x="-5" y={MIDDLE} width="10" height={down} />
        </svg>
      </a>
      {patch.kind !== "season" || isQuiet ? null : (
        <svg {...place} aria-hidden="true">
          <text class="buff" y={MIDDLE - up - 5}>
            {buffs}
          </text>
          <text class="nerf" y={MIDDLE + down + 14}>
            {nerfs}
          </text>
        </svg>
      )}
    </>
  );
}

/** A share of the whole in per cent, as SVG writes it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
