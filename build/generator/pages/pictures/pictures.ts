import type { MapState } from "../../../core/schema/map.ts";
import type { Site } from "../../../core/site/site.ts";
import { monogramOf, monogramOfName } from "../../data/monogram.ts";
import type { GameData, Reference } from "../../data/reference.ts";
import { heroPicture } from "./hero-picture.ts";
import { mapPicture } from "./map-picture.ts";

const SVG = "image/svg+xml";

/**
 * Adds a picture of each hero, map and variant, at the addresses that the API gives. Patches name
 * those of maps that are gone.
 */
export function addPictures(
  site: Site,
  { heroes, maps, background }: Reference,
  data: Pick<GameData, "heroes">,
): void {
  const monograms = new Map(data.heroes.map((hero) => [hero.id, monogramOf(hero)]));
  for (const hero of heroes) {
    const monogram = monograms.get(hero.id) ?? monogramOfName(hero.name);
    site.addFile(`/assets/heroes/${hero.id}.svg`, SVG, heroPicture(hero, monogram));
  }
  const gone = background.patches
    .flatMap(({ changes }) => changes)
    .filter(({ target }) => /^maps\/[^/]+$/.test(target))
    .map(({ from, to }) => (from ?? to) as MapState) // the checks have proved its shape
    .filter(({ id }) => maps.every((map) => map.id !== id));
  for (const map of new Map(gone.map((one) => [one.id, one])).values())
    site.addFile(`/assets/maps/${map.id}.svg`, SVG, mapPicture(map));
  for (const map of maps) {
    site.addFile(`/assets/maps/${map.id}.svg`, SVG, mapPicture(map));
    for (const { id, name } of map.variants) {
      const picture = mapPicture({ ...map, name }, { isVariant: true });
      site.addFile(`/assets/maps/${map.id}-${id}.svg`, SVG, picture);
    }
  }
}
