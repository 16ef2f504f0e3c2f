import type { Hero } from "../../../schema/hero.ts";
import type { Facts } from "../facts.ts";

/** What a tile shows of a hero. */
export type Tiled = Pick<Hero, "id" | "name" | "role" | "subrole">;

/** Below this size the emblem goes and the sign grows. */
const LEAST_WITH_EMBLEM = 30;

/** A hero's tile, beside its name; `size` in pixels. */
export function Tile({ hero, facts, size = 40 }: { hero: Tiled; facts: Facts; size?: number }) {
  const { id, role, subrole } = hero;
  const hasEmblem = size >= LEAST_WITH_EMBLEM;
  const baseline = (role === "tank" ? 49 : 53) - (hasEmblem ? 0 : 6);
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
