import type { Hero } from "../../../../core/schema/hero.ts";
import { count } from "../format.ts";
import { percent } from "./chart-scale.ts";

const STEP = 8;

/**
 * All heroes of the role as dots on an axis of health. The dot of this hero has the colour of the
 * role.
 */
export function HealthRank({ hero, peers }: { hero: Hero; peers: readonly Hero[] }) {
  const totals = [...new Set(peers.map(({ health }) => health.total))].sort((a, b) => a - b);
  const [least = 0, most = 1] = [totals[0], totals.at(-1)];
  const tallest = Math.max(...totals.map((total) => countWith(total, peers)));
  const height = tallest * STEP + 26;
  const floor = height - 18;
  return (
    <svg class="rank" width="100%" height={height} aria-hidden="true">
      <rect class="axis" y={floor} width="100%" height="1" />
      {totals.map((total, column) => {
        const x = percent(0.06 + (0.88 * (total - least)) / (most - least || 1));
        const isHere = total === hero.health.total;
        const others = countWith(total, peers) - (isHere ? 1 : 0);
        const foot = floor - 6 - (isHere ? STEP : 0);
        return (
          <g key={total}>
            {others === 0 ? null : (
              <line class="peers" x1={x} x2={x} y1={foot} y2={foot - (others - 1) * STEP - 0.5} />
            )}
            {isHere ? <circle class={`here ${hero.role}`} cx={x} cy={floor - 6} r="4.5" /> : null}
            {isHere || column === 0 || column === totals.length - 1 ? (
              <text x={x} y={height - 4}>
                {total}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/**
 * `Highest among 16 support heroes, shared by 8.`, or
 * `Among 15 tank heroes 1 has more, 2 have the same, 11 have less.`
 */
export function describeRank(hero: Hero, peers: readonly Hero[], role: string): string {
  const { total } = hero.health;
  const more = peers.filter(({ health }) => health.total > total).length;
  const less = peers.filter(({ health }) => health.total < total).length;
  const same = peers.length - more - less;
  const word = role.toLowerCase();
  const all = count(peers.length, `${word} hero`, `${word} heroes`);
  if (more + less === 0)
    return peers.length === 1 ? `The only ${word} hero.` : `All ${all} have as much.`;
  if (more === 0 || less === 0) {
    const shared = same === 1 ? "" : `, shared by ${same}`;
    return `${more === 0 ? "Highest" : "Lowest"} among ${all}${shared}.`;
  }
  const parts = [
    `${more} ${have(more)} more`,
    ...(same === 1 ? [] : [`${same - 1} ${have(same - 1)} the same`]),
    `${less} ${have(less)} less`,
  ];
  return `Among ${all} ${parts.join(", ")}.`;
}

function have(amount: number): string {
  return amount === 1 ? "has" : "have";
}

function countWith(total: number, peers: readonly Hero[]): number {
  return peers.filter(({ health }) => health.total === total).length;
}
