import type { HeroDetails } from "../../../../core/schema/details.ts";
import {
  baselineOf,
  type Emblem as Drawing,
  EMBLEM_LINE,
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
      ([id, { area, line }]) =>
        `<symbol id="${id}" viewBox="0 0 24 24"><path fill-rule="evenodd" d="${area}"/>${
          line === undefined
            ? ""
            : `<path fill="none" stroke="currentColor" stroke-width="${EMBLEM_LINE}" d="${line}"/>`
        }</symbol>`,
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
