import type { GameMap } from "../../../core/schema/map.ts";
import { escapeHtml } from "../html.ts";
import { contours } from "./contours.ts";
import { drawEmblem, MODE_EMBLEMS } from "./emblems.ts";
import { randomOf } from "./random.ts";

/** The colours of the light theme. */
export const MAP_COLOURS =
  ".g{fill:#f1efe9}.c{stroke:#bfbbb0}.i{fill:#15181d}.l{stroke:#15181d}.f{stroke:#bfbbb0}";

/** The colours of both themes. A browser takes the theme of the page around the picture. */
const COLOURS = `${MAP_COLOURS}
@media(prefers-color-scheme:dark){.g{fill:#0d0f12}.c,.f{stroke:#4b515c}.i{fill:#eceae5}.l{stroke:#eceae5}}`;

/**
 * A map's picture as SVG: the emblem of the mode on two hills, which follow from the id. The
 * picture of a variant is that of its map in a frame; `name` is then the variant's name.
 */
export function mapPicture(
  { id, name, mode }: Pick<GameMap, "id" | "name" | "mode">,
  { isVariant = false } = {},
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90" role="img"><title>${escapeHtml(name)}</title>
<style>${COLOURS}</style>
${mapShapes({ id, mode }, { isVariant })}
</svg>
`;
}

/** The shapes of a map's picture, on a grid of 160 by 90. `MAP_COLOURS` colours them. */
export function mapShapes(
  { id, mode }: Pick<GameMap, "id" | "mode">,
  { isVariant = false } = {},
): string {
  const frame = isVariant
    ? '<path class="f" fill="none" stroke-width="2" stroke-dasharray="2 4" d="M5 5H155V85H5Z"/>\n'
    : "";
  return `<path class="g" d="M0 0H160V90H0Z"/>
<path class="c" fill="none" stroke-width=".7" d="${contours(randomOf(id))}"/>
${frame}<circle class="g" cx="80" cy="45" r="31"/>
<g class="i l" stroke-width="0" transform="translate(58 23) scale(1.833)">${drawEmblem(MODE_EMBLEMS[mode])}</g>`;
}
