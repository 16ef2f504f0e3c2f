import type { Site } from "../../../core/site/site.ts";
import { goneMaps } from "../../data/gone-maps.ts";
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
  reference: Reference,
  data: Pick<GameData, "heroes">,
): void {
  const { heroes, maps } = reference;
  const monograms = new Map(data.heroes.map((hero) => [hero.id, monogramOf(hero)]));
  for (const hero of heroes) {
    const monogram = monograms.get(hero.id) ?? monogramOfName(hero.name);
    site.addFile(`/assets/heroes/${hero.id}.svg`, SVG, heroPicture(hero, monogram));
  }
  for (const map of goneMaps(reference))
    site.addFile(`/assets/maps/${map.id}.svg`, SVG, mapPicture(map));
  for (const map of maps) {
    site.addFile(`/assets/maps/${map.id}.svg`, SVG, mapPicture(map));
    for (const { id, name } of map.variants) {
      const picture = mapPicture({ ...map, name }, { isVariant: true });
      site.addFile(`/assets/maps/${map.id}-${id}.svg`, SVG, picture);
    }
  }
}
