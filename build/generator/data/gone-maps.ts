import type { MapState } from "../../core/schema/map.ts";
import type { Reference } from "./reference.ts";

/** The maps that a patch took out of the game, each as it was. Logs and patches still name them. */
export function goneMaps({ maps, background }: Pick<Reference, "maps" | "background">): MapState[] {
  const whole = background.patches
    .flatMap(({ changes }) => changes)
    .filter(({ target }) => /^maps\/[^/]+$/.test(target))
    .map(({ from, to }) => (from ?? to) as MapState) // the checks have proved its shape
    .filter(({ id }) => maps.every((map) => map.id !== id));
  return [...new Map(whole.map((map) => [map.id, map])).values()];
}
