import type { HeroDetails } from "../../../../core/schema/details.ts";
import {
  baselineOf,
  type Emblem as Drawing,
  drawEmblem,
  MODE_EMBLEMS,
  ROLE_EMBLEMS,
  SUBROLE_EMBLEMS,
  TILE_SHAPES,
} from "../../pictures/emblems.ts";

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  ...ROLE_EMBLEMS,
  ...SUBROLE_EMBLEMS,
  ...MODE_EMBLEMS,
};

/** The drawings that the markup of a page refers to, defined once for `<use>`. */
export function spriteOf(markup: string): string {
  const used = new Set(Array.from(markup.matchAll(/href="#([et]-[\w-]+)"/g), ([, id]) => id));
  const emblems = Object.entries(DRAWINGS)
    .map(([id, drawing]) => [`e-${id}`, drawing] as const)
    .filter(([id]) => used.has(id))
    .map(
      ([id, drawing]) =>
        `<symbol id="${id}" viewBox="0 0 24 24" stroke="currentColor" stroke-width="0">` +
        `${drawEmblem(drawing)}</symbol>`,
    );
  const shapes = Object.entries(TILE_SHAPES)
    .map(([role, shape]) => [`t-${role}`, shape] as const)
    .filter(([id]) => used.has(id))
    .map(([id, shape]) => `<path id="${id}" d="${shape}"/>`);
  if (emblems.length + shapes.length === 0) return "";
  return (
    '<svg class="sprite" width="0" height="0" ' +
    `aria-hidden="true"><defs>${[...shapes, ...emblems].join("")}</defs></svg>`
  );
}

/** The emblem of a role, sub-role or mode. The caller writes the word beside it. */
export function Emblem({ id, size = 18 }: { id: string; size?: number }) {
  return (
    <svg class={`emblem ${id}`} width={size} height={size} aria-hidden="true">
      <use href={`#e-${id}`} />
    </svg>
  );
}

type GridProps = {
  heroes: readonly HeroDetails[];
  size: number;
  /** What the tile of a hero leads to, before the id. */
  to: string;
};

/** Heroes to choose from, as tiles with their names. */
export function TileGrid({ heroes, size, to }: GridProps) {
  return (
    <div class="tile-grid">
      {heroes.map((hero) => (
        <a key={hero.id} href={to + hero.id}>
          <Tile hero={hero} size={size} />
          {hero.name}
        </a>
      ))}
    </div>
  );
}

/** Smaller tiles have no emblem and a larger monogram. */
const LEAST_WITH_EMBLEM = 30;

/** A hero's tile, `size` px wide. The caller writes the name beside it. */
export function Tile({ hero, size = 40 }: { hero: HeroDetails; size?: number }) {
  const { role, subrole, monogram } = hero;
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
        {monogram}
      </text>
      {hasEmblem ? <use href={`#e-${subrole}`} x="38.5" y="7" width="19" height="19" /> : null}
    </svg>
  );
}
