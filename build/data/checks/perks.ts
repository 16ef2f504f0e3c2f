import { type HeroFile, PERK_TIERS } from "../../schema/hero.ts";
import { nearest } from "../../spelling/nearest.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";

const PERKS_PER_TIER = 2;

/** A hero has two minor and two major perks, and a perk affects abilities of its hero. */
export function checkPerks(data: LoadedData): Issue[] {
  const gaps = new Set(data.gaps?.value.gaps.map(({ path }) => path));
  return data.heroes.flatMap(({ file, value }) => [
    ...(gaps.has(`heroes/${value.id}/perks`) ? [] : checkTiers(file, value)),
    ...checkAffected(file, value),
  ]);
}

/** A file without `perks` has no issue: they are not known. */
function checkTiers(file: string, { id, perks }: HeroFile): Issue[] {
  if (perks === undefined) return [];
  return PERK_TIERS.flatMap((tier) => {
    const { length } = perks.filter((perk) => perk.tier === tier);
    if (length === PERKS_PER_TIER) return [];
    const message = `${length} ${tier} perks; expected two, or a gap of heroes/${id}/perks`;
    return [{ code: "perk-count", file, path: ["perks"], message }];
  });
}

function checkAffected(file: string, { abilities, perks = [] }: HeroFile): Issue[] {
  const kit = abilities.map(({ id }) => id);
  return perks.flatMap(({ affects = [] }, at) =>
    affects.flatMap((id, place) => {
      if (kit.includes(id)) return [];
      const [near] = nearest(id, kit);
      const hint =
        near === undefined ? `expected one of ${kit.join(", ")}` : `did you mean "${near}"?`;
      const message = `"${id}" is no ability of this hero; ${hint}`;
      return [{ code: "unknown-ability", file, path: ["perks", at, "affects", place], message }];
    }),
  );
}
