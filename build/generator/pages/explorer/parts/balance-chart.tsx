import { CHARTED_SEASONS, isInSeason, type Season } from "../../../../core/game/seasons.ts";
import type { PatchDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { shortDate } from "../format.ts";
import { amountsOf, isArrival, sumOf } from "../tally.ts";
import { Tile } from "./emblem.tsx";

/** The height of the tallest bar. */
const TALLEST = 84;

const HEIGHT = 2 * TALLEST + 16;

/** The line of time, below the top of the bars. */
const MIDDLE = HEIGHT / 2;

/** The tiles of a season are below its name and its first day, three in a row. */
const FIRST_TILE = 46;
const TILE = 22;
const IN_ROW = 3;

/** Room at the left for the bar of the first patch, and at the right for the scale. */
const INSET = 0.01;
const RUN_OUT = 0.1;

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
  const rows = heads.map(({ arrivals }) => Math.ceil(arrivals.length / IN_ROW));
  const top = FIRST_TILE + TILE * Math.max(...rows);
  const step = most > 40 ? 20 : 10;
  const steps = Array.from({ length: Math.floor(most / step) }, (_, at) => (at + 1) * step);
  const height = (amount: number) => Math.round((amount / most) * TALLEST);
  return (
    <div class="balance">
      <svg width="100%" height={top + HEIGHT} aria-label="Patches over time">
        {heads.map(({ season, arrivals }, at) => (
          <g key={season.patch}>
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
          {steps.map((amount) => (
            <g key={amount}>
              <Scale
                y={MIDDLE - height(amount)}
                words={amount === steps.at(-1) ? `${amount} buffs` : `${amount}`}
              />
              <Scale
                y={MIDDLE + height(amount)}
                words={amount === steps.at(-1) ? `${amount} nerfs` : `${amount}`}
              />
            </g>
          ))}
          <rect class="axis" y={MIDDLE - 0.5} width="100%" height="1" />
          {bars.map(({ patch, buffs, nerfs, words }) => (
            <Bars
              key={patch.id}
              patch={patch}
              words={words}
              x={percent(x(patch.date))}
              up={height(buffs)}
              down={height(nerfs)}
            />
          ))}
        </g>
      </svg>
    </div>
  );
}

function Scale({ y, words }: { y: number; words: string }) {
  return (
    <>
      <rect class="line" y={y - 0.5} width="100%" height="1" />
      <text class="day" x="100%" y={y - 4} text-anchor="end">
        {words}
      </text>
    </>
  );
}

/** The heroes that a season brought. */
function arrivalsIn(season: Season, facts: Facts) {
  const own = facts.patches.filter(({ date }) => isInSeason(date, season));
  return facts.heroes.filter(({ id }) =>
    own.some(({ changes }) => isArrival(`heroes/${id}`, changes)),
  );
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
        <text class="day" x="6" y="38">
          {shortDate(season.from)}
        </text>
      </a>
      {arrivals.map((hero, at) => (
        <a key={hero.id} href={`heroes/${hero.id}`}>
          <svg
            role="img"
            x={6 + (at % IN_ROW) * TILE}
            y={FIRST_TILE + Math.floor(at / IN_ROW) * TILE}
            width="20"
            height="20"
          >
            <title>{hero.name} arrives</title>
            <Tile hero={hero} size={20} />
          </svg>
        </a>
      ))}
    </svg>
  );
}

type BarsProps = {
  patch: PatchDetails;
  words: string;
  x: string;
  up: number;
  down: number;
};

/** The bars of a patch, which lead to it. */
function Bars({ patch, words, x, up, down }: BarsProps) {
  return (
    <a href={`patches/${patch.id}`} aria-label={`${patch.name}: ${words}`}>
      <svg x={x} width="1" height={HEIGHT} overflow="visible">
        <title>
          {patch.name}: {words}
        </title>
        <rect class="hit" x="-6" width="12" height={HEIGHT - 1} />
        {up + down === 0 ? (
          <rect class="tick" x="-0.5" y={MIDDLE - 4} width="1" height="8" />
        ) : null}
        <rect class="buff" x="-5" y={MIDDLE - up} width="10" height={up} />
        <rect class="nerf" x="-5" y={MIDDLE} width="10" height={down} />
      </svg>
    </a>
  );
}

/** A share of the whole in per cent, as SVG writes it. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
