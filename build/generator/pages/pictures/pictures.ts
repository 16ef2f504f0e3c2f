import type { GameMap } from "../../../core/schema/map.ts";
import type { Site } from "../../../core/site/site.ts";
import type { FullGame } from "../../full/full-game.ts";
import { escapeHtml } from "../markdown.ts";
import { drawEmblem, MODE_EMBLEMS } from "./emblems.ts";
import { heroPicture } from "./hero-picture.ts";

const SVG = "image/svg+xml";

/** The colours of both themes. A browser takes the theme of the page around the picture. */
const COLOURS =
  ".g{fill:#f1efe9}.i{fill:#15181d;stroke:#15181d}.f{stroke:#bfbbb0}\n" +
  "@media(prefers-color-scheme:dark){.g{fill:#0d0f12}.i{fill:#eceae5;stroke:#eceae5}.f{stroke:#4b515c}}";

/**
 * Adds a picture of each hero, map and variant, at the addresses that the API gives. Patches name
 * those of maps that are gone.
 */
export function addPictures(site: Site, { heroes, maps, goneMaps }: FullGame): void {
  for (const hero of heroes)
    site.addFile(`/assets/heroes/${hero.id}.svg`, SVG, heroPicture(hero, hero.monogram));
  for (const map of goneMaps) site.addFile(`/assets/maps/${map.id}.svg`, SVG, mapPicture(map));
  for (const map of maps) {
    site.addFile(`/assets/maps/${map.id}.svg`, SVG, mapPicture(map));
    for (const { id, name } of map.variants) {
      const picture = mapPicture({ ...map, name }, { isVariant: true });
      site.addFile(`/assets/maps/${map.id}-${id}.svg`, SVG, picture);
    }
  }
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
