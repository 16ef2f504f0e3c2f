import { CHARTED_SEASONS, type Season } from "../../../../core/game/seasons.ts";
import type { PatchDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { shortDate } from "../format.ts";
import { amountsOf, sumOf } from "../tally.ts";

/** The height of the tallest bar. */
const TALLEST = 84;

const HEIGHT = 2 * TALLEST + 16;

/** The line of time, below the top of the bars. */
const MIDDLE = HEIGHT / 2;

/** The name of a season and its first day are above the bars. */
const TOP = 48;

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
  const step = most > 40 ? 20 : 10;
  const steps = Array.from({ length: Math.floor(most / step) }, (_, at) => (at + 1) * step);
  const height = (amount: number) => Math.round((amount / most) * TALLEST);
  return (
    <div class="balance">
      <svg width="100%" height={TOP + HEIGHT} aria-label="Patches over time">
        {seasons.map((season, at) => (
          <g key={season.patch}>
            {at % 2 === 0 ? (
              <rect
                class="band"
                x={percent(x(season.from))}
                width={percent(end(season) - x(season.from))}
                height="100%"
              />
            ) : null}
            <a href={season.path}>
              <text x={percent(x(season.from))} dx="6" y="20">
                {season.name}
              </text>
              <text class="day" x={percent(x(season.from))} dx="6" y="38">
                {shortDate(season.from)}
              </text>
            </a>
          </g>
        ))}
        <g transform={`translate(0 ${TOP})`}>
          {steps.map((amount) => (
            <g key={amount}>
              <Scale y={MIDDLE - height(amount)} amount={amount} />
              <Scale y={MIDDLE + height(amount)} amount={amount} />
            </g>
          ))}
          <rect y={MIDDLE - 0.5} width="100%" height="1" />
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

function Scale({ y, amount }: { y: number; amount: number }) {
  return (
    <>
      <rect class="line" y={y - 0.5} width="100%" height="1" />
      <text class="day" x="100%" y={y - 4} text-anchor="end">
        {amount}
      </text>
    </>
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
        {up + down === 0 ? <rect x="-0.5" y={MIDDLE - 4} width="1" height="8" /> : null}
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
