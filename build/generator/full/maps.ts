import type { MapDetails } from "../../core/schema/details.ts";
import type { MapFile, MapState } from "../../core/schema/map.ts";
import { mapAliases, variantSpellings } from "../../core/spelling/spellings.ts";
import type { Evidence } from "./evidence.ts";

/** Completes maps of any state. `asOf` is the patch that led to the state. */
export function createFullMaps(
  files: readonly MapFile[],
  evidence: Evidence,
  pictureOf: (thing: string) => string,
  formerNameOf: (path: string, asOf: string) => string | undefined,
) {
  const fileOf = new Map(files.map((file) => [file.id, file]));
  return ({ id, name, mode }: MapState, asOf: string): MapDetails => {
    const file = fileOf.get(id);
    const target = `maps/${id}`;
    const arrival = evidence.originOf(target, asOf);
    return {
      id,
      name,
      names: { en: name, ...(file?.name === name && file.names) },
      mode,
      ...(file?.country && { country: file.country }),
      aliases: file === undefined ? [] : mapAliases(file),
      variants:
        file?.variants.map((variant) => ({
          id: variant.id,
          name: variant.name,
          thumbnail: pictureOf(`${target}-${variant.id}`),
          aliases: variantSpellings(file, variant).slice(2), // after id and name
        })) ?? [],
      thumbnail: pictureOf(target),
      stages: (file?.stages ?? []).map((stage) => ({
        ...stage,
        name: formerNameOf(`${target}/stages/${stage.id}`, asOf) ?? stage.name,
      })),
      release: arrival?.change ? { date: arrival.patch.date, patch: arrival.patch.id } : null,
      patch: evidence.lastPatchOf(target, asOf),
      onRecordSince: evidence.historyFrom,
      gaps: evidence.gapsOf(target, asOf),
      sources: evidence.withFamilies(file?.sources),
    };
  };
}
