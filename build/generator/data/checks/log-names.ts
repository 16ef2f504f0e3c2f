import { fold } from "../../../core/spelling/fold.ts";
import { mapSpellings } from "../../../core/spelling/spellings.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";

/** A spelling in a log names one mode, one team, one key, and one map or stage. */
export function checkLogNames(data: Pick<LoadedData, "maps" | "log-names">): Issue[] {
  const { file = "", value } = data["log-names"] ?? {};
  const stages = data.maps.flatMap(({ file: own, value: map }) =>
    (map.stages ?? []).map(({ id, aliases }) => ({ file: own, id: `${map.id} ${id}`, aliases })),
  );
  const maps = [
    ...data.maps.map((map) => ({
      ...{ file: map.file, id: map.value.id },
      aliases: mapSpellings(map.value),
    })),
    ...stages,
    ...(value?.maps ?? []).map(({ id, name, aliases }) => ({
      ...{ file, id },
      aliases: [id, name, ...aliases],
    })),
  ];
  const lists = [value?.modes, value?.teams, value?.keys].map((list = {}) =>
    Object.entries(list).map(([id, aliases = []]) => ({ file, id, aliases })),
  );
  const unknownModes = (value?.maps ?? []).flatMap(({ mode, id }, at): Issue[] => {
    if (Object.hasOwn(value?.modes ?? {}, mode)) return [];
    const message = `"${mode}" of ${id} is not one of the modes; expected one of them`;
    return [{ code: "log-names", file, path: ["maps", at, "mode"], message }];
  });
  return [...unknownModes, ...[maps, ...lists].flatMap(sharedSpellings)];
}

type Spelled = { file: string; id: string; aliases: readonly string[] };

function sharedSpellings(things: readonly Spelled[]): Issue[] {
  const owners = new Map<string, string>();
  return things.flatMap(({ file, id, aliases }) =>
    aliases.flatMap((spelling): Issue[] => {
      const owner = owners.get(fold(spelling)) ?? id;
      owners.set(fold(spelling), owner);
      if (owner === id) return [];
      const message = `"${spelling}" of ${id} is a spelling of ${owner} too; it names one of them`;
      return [{ code: "log-names", file, path: [], message }];
    }),
  );
}
