import type { Hero } from "../../../../core/schema/hero.ts";
import { count } from "../format.ts";

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
