import type { HeroState, SUBROLES } from "../../../core/schema/hero.ts";
import type { MapState } from "../../../core/schema/map.ts";

/** A sign in one colour on a grid of 24 by 24. `area` is filled by the even-odd rule. */
export type Emblem = { area: string; line?: string };

/** The thickness of the lines of emblems, in units of the grid. */
const EMBLEM_LINE = 2.4;

const DAMAGE_EMBLEM = {
  area: "M8.5 2H22V15.5L15.5 22H2V8.5ZM5.9 15.9L15.9 5.9L18.1 8.1L8.1 18.1Z",
};

/** The shapes of the tiles in small, with a sign cut out of each. */
export const ROLE_EMBLEMS: Readonly<Record<HeroState["role"], Emblem>> = {
  tank: { area: "M2 2H22V14.5L15 22H9L2 14.5ZM7 8V11.5H17V8Z" },
  offense: DAMAGE_EMBLEM,
  defense: DAMAGE_EMBLEM,
  damage: DAMAGE_EMBLEM,
  support: { area: `${disc(12, 12, 10)}${plus(5.5, 1.75)}` },
};

export const SUBROLE_EMBLEMS: Readonly<Record<(typeof SUBROLES)[number], Emblem>> = {
  bruiser: { area: "M2 4L10.5 12L2 20ZM22 4L13.5 12L22 20Z" },
  initiator: {
    area: "M2.5 4H7.6L13 12L7.6 20H2.5L7.9 12ZM11 4H16.1L21.5 12L16.1 20H11L16.4 12Z",
  },
  stalwart: { area: "M3 9H7.6V17H3ZM9.7 3H14.3V17H9.7ZM16.4 8H21V17H16.4ZM2 19H22V22H2Z" },
  flanker: {
    area: `${disc(8, 16.5, 3.2)}M13.4 11.5H23.4L18.4 20Z`,
    line: "M2.6 11.5A7.9 7.9 0 0 1 18.4 12.5",
  },
  recon: { area: `${ring(12, 12, 10, 2.4)}M12 12V5.2A6.8 6.8 0 0 1 18.8 12Z${disc(8.6, 15.4, 2)}` },
  sharpshooter: {
    area:
      `${ring(12, 12, 7.6, 2.4)}${disc(12, 12, 2.2)}M10.8 .8H13.2V6H10.8ZM10.8 ` +
      "18H13.2V23.2H10.8ZM.8 10.8H6V13.2H.8ZM18 10.8H23.2V13.2H18Z",
  },
  specialist: { area: `M12 1L21.5 6.5V17.5L12 23L2.5 17.5V6.5Z${disc(12, 12, 4.4)}` },
  medic: { area: plus(10, 3.2) },
  survivor: { area: "M2 8.2L7 3L12 8L17 3L22 8.2V12L12 22.5L2 12Z" },
  tactician: {
    area: disc(12, 5, 3.4) + disc(5, 18.5, 3.4) + disc(19, 18.5, 3.4),
    line: "M12 5L5 18.5H19Z",
  },
};

export const MODE_EMBLEMS: Readonly<Record<MapState["mode"], Emblem>> = {
  control: { area: ring(12, 12, 10, 2.8) + disc(12, 12, 4) },
  escort: { area: "M3 3.5H14V12H3ZM2 16.4H15.5V13L22.5 18L15.5 23V19.6H2Z" },
  hybrid: {
    area: "M8 10.5H15V6.8L22.5 12L15 17.2V13.5H8Z",
    line: "M11.5 3.6A8.4 8.4 0 0 0 11.5 20.4",
  },
  push: { area: "M10.5 3H13.5V21H10.5ZM8 6V18L1.2 12ZM16 6V18L22.8 12Z" },
  assault: { area: "M2 3H4.6V22H2ZM4.6 3H16L12.5 7L16 11H4.6ZM13 13H22V22H13Z" },
  flashpoint: {
    area: [disc(5, 5, 3), disc(19, 5, 3), disc(12, 12, 3), disc(5, 19, 3), disc(19, 19, 3)].join(
      "",
    ),
  },
};

/** An emblem. It takes the colour of the element around it. */
export function drawEmblem({ area, line }: Emblem): string {
  const filled = `<path fill-rule="evenodd" d="${area}"/>`;
  return line === undefined
    ? filled
    : `${filled}<path fill="none" stroke-width="${EMBLEM_LINE}" d="${line}"/>`;
}

function disc(x: number, y: number, radius: number): string {
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${toHundredths(x - radius)} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0Z`;
}

function ring(x: number, y: number, radius: number, thickness: number): string {
  return disc(x, y, radius) + disc(x, y, toHundredths(radius - thickness));
}

/** A plus in the middle of the grid. An arm is `reach` long and twice `half` thick. */
function plus(reach: number, half: number): string {
  const from = 12 - reach;
  const to = 12 + reach;
  const near = 12 - half;
  const far = 12 + half;
  return (
    `M${near} ` +
    `${from}H${far}V${near}H${to}V${far}H${far}V${to}H${near}V${far}H${from}V${near}H${near}Z`
  );
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Offense and defense became damage, and look like it. */
const DAMAGE_SHAPE = "M18 0H60A4 4 0 0 1 64 4V46L46 64H4A4 4 0 0 1 0 60V18Z";

/** The shape of each role on a grid of 64 by 64. */
export const TILE_SHAPES: Readonly<Record<HeroState["role"], string>> = {
  tank: "M4 0H60A4 4 0 0 1 64 4V43L43 64H21L0 43V4A4 4 0 0 1 4 0Z",
  offense: DAMAGE_SHAPE,
  defense: DAMAGE_SHAPE,
  damage: DAMAGE_SHAPE,
  support:
    "M22 0H42A22 22 0 0 1 64 22V42A22 22 0 0 1 42 64H22A22 22 0 0 1 0 42V22A22 22 0 0 1 22 0Z",
};

/** The baseline of the monogram. It is higher for tanks, whose shape is narrow at the bottom. */
export function baselineOf(role: HeroState["role"]): number {
  return role === "tank" ? 49 : 53;
}
