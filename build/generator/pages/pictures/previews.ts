import type { Site } from "../../../core/site/site.ts";
import type { Facts } from "../explorer/facts.ts";
import type { Draw } from "./draw.ts";
import { heroShapes } from "./hero-picture.ts";
import { MAP_COLOURS, mapShapes } from "./map-picture.ts";
import { PAPER, previewFile, previewOf, SITE_PREVIEW, sitePreview } from "./preview-picture.ts";

/** The least width that programs show as a large picture, in px. */
const WIDTH = 600;

/** Covers what the hills of a map draw outside its grid. */
const AROUND_A_MAP = "M-60-60H220V150H-60ZM0 0V90H160V0Z";

/** Adds the Open Graph pictures: one of the site, and one of each hero and map. */
export function addPreviews(site: Site, facts: Facts, draw: Draw): void {
  const add = (page: string, svg: string) =>
    site.addFile(`/${previewFile(page)}`, "image/png", draw(svg, WIDTH));
  site.addFile(`/${SITE_PREVIEW}`, "image/png", draw(sitePreview(), 1200));
  const { heroes, maps, roles, modes, monograms } = facts;
  for (const hero of heroes) {
    const role = roles.find(({ id }) => id === hero.role);
    const subrole = role?.subroles.find(({ id }) => id === hero.subrole);
    const line = [role?.name, subrole?.name].filter((name) => name !== undefined).join(", ");
    const shapes = heroShapes(hero, monograms.get(hero.id) ?? "");
    add(`/heroes/${hero.id}`, previewOf({ title: hero.name, line }, scaled(shapes, 4.375)));
  }
  for (const map of maps) {
    const line = `${modes.find(({ id }) => id === map.mode)?.name ?? map.mode} map`;
    const shapes =
      `<style>${MAP_COLOURS}</style>${mapShapes(map)}<path fill="${PAPER}" ` +
      `d="${AROUND_A_MAP}"/>`;
    add(`/maps/${map.id}`, previewOf({ title: map.name, line }, scaled(shapes, 1.75, 61)));
  }
}

function scaled(shapes: string, scale: number, down = 0): string {
  return `<g transform="translate(0 ${down}) scale(${scale})">${shapes}</g>`;
}
