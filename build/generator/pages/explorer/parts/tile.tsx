import type { Hero } from "../../../../core/schema/hero.ts";
import { baselineOf } from "../../pictures/hero-picture.ts";
import type { Facts } from "../facts.ts";

/** The facts of a hero that a tile shows. */
export type TileHero = Pick<Hero, "id" | "name" | "role" | "subrole">;

/** Smaller tiles have no emblem and a larger monogram. */
const LEAST_WITH_EMBLEM = 30;

/** A hero's tile, `size` px wide. The caller writes the name beside it. */
export function Tile({ hero, facts, size = 40 }: { hero: TileHero; facts: Facts; size?: number }) {
  const { id, role, subrole } = hero;
  const hasEmblem = size >= LEAST_WITH_EMBLEM && subrole !== null;
  const baseline = baselineOf(role) - (hasEmblem ? 0 : 6);
  return (
    <svg
      class={`tile ${role}${hasEmblem ? "" : " least"}`}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <use class="shape" href={`#t-${role}`} />
      <text x="32" y={baseline}>
        {facts.monograms.get(id)}
      </text>
      {hasEmblem ? <use href={`#e-${subrole}`} x="38.5" y="7" width="19" height="19" /> : null}
    </svg>
  );
}
