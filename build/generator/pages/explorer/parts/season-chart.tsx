import type { Facts } from "../facts.ts";
import { count } from "../format.ts";
import { CHARTED_SEASONS, isInSeason } from "../seasons.ts";
import { isArrival, tallyOf } from "../tally.ts";

const WIDTH = 12;
const MIDDLE = 11;
const TALLEST = 9;

/**
 * The changes of a thing in the newest seasons: buffs above the line, nerfs below, a dot for other
 * changes.
 */
export function SeasonStrip({ thing, facts }: { thing: string; facts: Facts }) {
  const history = facts.historyOf(thing);
  const arrival = history.find(({ changes }) => isArrival(thing, changes))?.patch.date;
  const seasons = facts.seasons.slice(-CHARTED_SEASONS);
  const cells = seasons
    .map((season, at) => {
      const own = history.filter(({ patch }) => isInSeason(patch.date, season));
      const changes = own
        .filter(({ patch }) => patch.date !== arrival)
        .flatMap((entry) => entry.changes);
      const isBefore =
        arrival !== undefined && season.until !== undefined && season.until <= arrival;
      const isHere = arrival !== undefined && isInSeason(arrival, season);
      return { season, x: at * (WIDTH + 2) + 2, isBefore, isHere, ...tallyOf(changes) };
    })
    .filter(({ isBefore }) => !isBefore);
  const words = cells
    .filter(({ buffs, nerfs }) => buffs + nerfs > 0)
    .map(({ season, buffs, nerfs }) =>
      [`${season.name}:`, buffs && count(buffs, "buff"), nerfs && count(nerfs, "nerf")]
        .filter(Boolean)
        .join(" "),
    );
  return (
    <svg
      class="strip"
      width={seasons.length * (WIDTH + 2) + 2}
      height={2 * MIDDLE}
      role="img"
      aria-label={words.length === 0 ? "no buff or nerf on record" : words.join(", ")}
    >
      {cells.map(({ season, x, buffs, nerfs, others, isHere }) => (
        <g key={season.patch}>
          <rect class="base" x={x} y={MIDDLE - 0.5} width={WIDTH} height="1" />
          {buffs === 0 ? null : (
            <rect class="buff" x={x} y={MIDDLE - tall(buffs)} width={WIDTH} height={tall(buffs)} />
          )}
          {nerfs === 0 ? null : (
            <rect class="nerf" x={x} y={MIDDLE} width={WIDTH} height={tall(nerfs)} />
          )}
          {buffs + nerfs === 0 && others > 0 ? (
            <circle class="other" cx={x + WIDTH / 2} cy={MIDDLE} r="2" />
          ) : null}
          {isHere ? <rect class="arrival" x={x - 2} y="3" width="2" height={MIDDLE + 3} /> : null}
        </g>
      ))}
    </svg>
  );
}

function tall(amount: number): number {
  return Math.min(TALLEST, 2 + amount * 1.5);
}
