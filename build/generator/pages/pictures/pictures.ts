import { byId } from "../../../core/by-id.ts";
import type { Hero } from "../../../core/schema/hero.ts";
import type { GameMap } from "../../../core/schema/map.ts";
import type { Site } from "../../../core/site/site.ts";
import type { Facts } from "../facts.ts";
import { escapeHtml } from "../markdown.ts";
import { baselineOf, drawEmblem, MODE_EMBLEMS, SUBROLE_EMBLEMS, TILE_SHAPES } from "./emblems.ts";
import glyphs from "./glyphs.json" with { type: "json" };

const SVG = "image/svg+xml";

/** The colours of both themes. A browser takes the theme of the page around the picture. */
const COLOURS =
  ".g{fill:#f1efe9}.i{fill:#15181d;stroke:#15181d}.f{stroke:#bfbbb0}\n" +
  "@media(prefers-color-scheme:dark){.g{fill:#0d0f12}.i{fill:#eceae5;stroke:#eceae5}.f{stroke:#4b515c}}";

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
      add(`${id}-${variant}`, () =>
        mapPicture({ ...byId(facts.maps, id), name }, { isVariant: true }),
      );
  }
}

/** A map that a patch took out of the game, as it was. */
function goneMap(thing: string, { patches }: Facts): Pick<GameMap, "name" | "mode"> {
  const changes = patches.flatMap((patch) => patch.changes);
  const whole = changes.findLast(({ target }) => target === thing);
  return (whole?.from ?? whole?.to) as GameMap; // the checks have proved its shape
}

/**
 * A map's picture as SVG: the emblem of its mode above its name. The picture of a variant is
 * that of its map in a frame; `name` is then the variant's name.
 */
export function mapPicture(
  { name, mode }: Pick<GameMap, "name" | "mode">,
  { isVariant = false } = {},
): string {
  const title = escapeHtml(name);
  const frame = isVariant
    ? '<path class="f" fill="none" stroke-width="2" stroke-dasharray="2 4" d="M5 5H155V85H5Z"/>\n'
    : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90" role="img"><title>${title}</title>
<style>${COLOURS}</style>
<path class="g" d="M0 0H160V90H0Z"/>
${frame}<g class="i" stroke-width="0"><g transform="translate(63 20) scale(1.4)">${drawEmblem(MODE_EMBLEMS[mode])}</g>
<text x="80" y="74" font-family="system-ui,sans-serif" font-size="10" font-weight="700" text-anchor="middle">${title}</text></g>
</svg>
`;
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
