import { byId } from "../../../core/by-id.ts";
import type { Hero } from "../../../core/schema/hero.ts";
import type { GameMap } from "../../../core/schema/map.ts";
import type { Site } from "../../../core/site/site.ts";
import type { Facts } from "../facts.ts";
import { escapeHtml } from "../markdown.ts";
import { baselineOf, drawEmblem, SUBROLE_EMBLEMS, TILE_SHAPES } from "./emblems.ts";
import glyphs from "./glyphs.json" with { type: "json" };

const SVG = "image/svg+xml";

/** The colours of both themes. A browser takes the theme of the page around the picture. */
const COLOURS =
  ".g{fill:#f1efe9}.i{stroke:#15181d;stroke-width:4}.f{stroke:#bfbbb0}\n" +
  "@media(prefers-color-scheme:dark){.g{fill:#0d0f12}.i{stroke:#eceae5}.f{stroke:#4b515c}}";

/**
 * Adds a picture of each hero, map and variant, at the addresses that the API gives. Patches name
 * those of maps that are gone.
 */
export function addPictures(site: Site, facts: Facts): void {
  for (const id of facts.heroIds)
    site.addFile(`/assets/heroes/${id}.svg`, SVG, () => {
      const hero = byId(facts.heroes, id);
      return heroPicture(hero, hero.monogram);
    });
  const add = (id: string, make: () => string) => site.addFile(`/assets/maps/${id}.svg`, SVG, make);
  for (const thing of facts.gone.filter((one) => one.startsWith("maps/")))
    add(thing.slice("maps/".length), () => mapPicture(goneMap(thing, facts)));
  for (const { id, variants } of facts.names.maps) {
    add(id, () => mapPicture(byId(facts.maps, id)));
    for (const { id: variant, name } of variants)
      add(`${id}-${variant}`, () => mapPicture({ ...byId(facts.maps, id), name }));
  }
}

/** A map that a patch took out of the game, as it was. */
function goneMap(thing: string, { patches }: Facts): GameMap {
  const changes = patches.flatMap((patch) => patch.changes);
  const whole = changes.findLast(({ target }) => target === thing);
  return (whole?.from ?? whole?.to) as GameMap; // the checks have proved its shape
}

/** How many places to hold a mode has, or how many stops on its way. */
const PLACES = { control: 3, assault: 2, flashpoint: 5, escort: 4, hybrid: 4, push: 3 };

/**
 * The picture of a map or of a variant as SVG: two hills, and over them the course of its mode. It
 * is a sign, not a plan of the map: the id decides where things are, so it never changes.
 */
export function mapPicture({ id, name, mode }: Pick<GameMap, "id" | "name" | "mode">): string {
  const random = randomOf(id);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90" role="img"><title>${escapeHtml(name)}</title>
<style>${COLOURS}</style>
<path class="g" d="M0 0H160V90H0Z"/>
${hillAt(46, random)}${hillAt(118, random)}${courseOf(mode, random)}
</svg>
`;
}

/** Numbers from 0 to 1 that are the same for the same text. */
function randomOf(text: string): () => number {
  let state = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_537, 7);
  return () => {
    state = (state * 75 + 74) % 65_537;
    return state / 65_537;
  };
}

/** Five contour lines around a top, the lower ones first. */
function hillAt(x: number, random: () => number): string {
  const [y, long, round] = [28 + 34 * random(), 6 * random(), 6 * random()];
  const points = Array.from({ length: 24 }, (_, at) => {
    const angle = (at * Math.PI) / 12;
    const away = 50 + 11 * Math.cos(2 * angle + long) + 6 * Math.cos(3 * angle + round);
    return `${Math.round(away * Math.cos(angle))} ${Math.round(away * Math.sin(angle))}`;
  });
  const lines = [0.9, 0.72, 0.54, 0.36, 0.18].map(
    (size) =>
      `<path transform="scale(${size})" vector-effect="non-scaling-stroke" d="M${points.join("L")}Z"/>`,
  );
  return `<g class="g f" transform="translate(${x} ${Math.round(y)})">${lines.join("")}</g>\n`;
}

/** Rings to hold, the stops of a path, or both. Where a robot is pushed, the stops are barriers. */
function courseOf(mode: GameMap["mode"], random: () => number): string {
  const step = 116 / (PLACES[mode] - 1);
  const places = Array.from({ length: PLACES[mode] }, (_, at) => {
    const y = 45 + (at % 2 ? 1 : -1) * (6 + 14 * random());
    return [Math.round(22 + step * at), Math.round(y)] as const;
  });
  const isHeld = mode === "control" || mode === "assault" || mode === "flashpoint";
  const way = places.map(([x, y], at) => `${at === 0 ? "M" : `S${x - step / 2} ${y} `}${x} ${y}`);
  const signs = places.map(([x, y], at) => {
    if (mode === "push") return `<path d="M${x - 5} ${y - 11}h10v22h-10Z"/>`;
    const isRing = isHeld || (mode === "hybrid" && at === 0);
    return `<circle cx="${x}" cy="${y}" r="${isRing ? 9 : 5}"/>`;
  });
  const path = isHeld ? "" : `<path fill="none" d="${way.join("")}"/>`;
  return `<g class="i">${path}<g class="g">${signs.join("")}</g></g>`;
}

/** Offense and defense became damage, and look like it. */
const DAMAGE_COLOURS = { ground: "#b8308a", sign: "#fff" };

/** The colour of each role, and of the sign on it. Both are the same in light and dark. */
const TILE_COLOURS: Readonly<Record<Hero["role"], { ground: string; sign: string }>> = {
  tank: { ground: "#3263d9", sign: "#fff" },
  offense: DAMAGE_COLOURS,
  defense: DAMAGE_COLOURS,
  damage: DAMAGE_COLOURS,
  support: { ground: "#f0b429", sign: "#1d1602" },
};

/** The letters and digits of names. */
const GLYPHS = new Map(Object.entries(glyphs));

/** Brings characters closer together than the font does, in thousandths of an em. */
const TRACKING = -20;

/** A hero's picture as SVG: the monogram on the shape of the role, and the sub-role's emblem. */
export function heroPicture(
  { name, role, subrole }: Pick<Hero, "name" | "role" | "subrole">,
  monogram: string,
): string {
  const emblem = subrole === null ? "" : drawEmblem(SUBROLE_EMBLEMS[subrole]);
  const { ground, sign } = TILE_COLOURS[role];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img"><title>${escapeHtml(name)}</title>
<clipPath id="s"><path d="${TILE_SHAPES[role]}"/></clipPath>
<path fill="${ground}" d="${TILE_SHAPES[role]}"/>
<g fill="${sign}" stroke="${sign}" stroke-width="0">
<g clip-path="url(#s)" opacity=".17"><g transform="translate(25 -8) scale(2.083)">${emblem}</g></g>
<g transform="translate(38.5 7) scale(.792)">${emblem}</g>
<g transform="translate(32 ${baselineOf(role)}) scale(.031)">${lettersOf(monogram)}</g>
</g>
</svg>
`;
}

/**
 * Draws a monogram as outlines, centred on 0, in thousandths of an em. They were drawn once from
 * Inter ExtraBold. Unknown characters are left out.
 */
export function lettersOf(monogram: string): string {
  const known = [...monogram].flatMap((character) => GLYPHS.get(character) ?? []);
  const width = known.reduce((sum, { advance }) => sum + advance + TRACKING, -TRACKING);
  let x = Math.round(-width / 2);
  const paths = known.map(({ advance, outline }) => {
    const from = x;
    x += advance + TRACKING;
    return `<path transform="translate(${from})" d="${outline}"/>`;
  });
  return paths.join("");
}
