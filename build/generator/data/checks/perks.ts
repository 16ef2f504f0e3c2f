import { type HeroFile, PERK_TIERS } from "../../../core/schema/hero.ts";
import type { PatchFile, RecordedChange } from "../../../core/schema/patch.ts";
import { nearest } from "../../../core/spelling/nearest.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

const PERKS_PER_TIER = 2;

/**
 * A hero has two minor and two major perks, a patch takes as many as it brings, and a perk affects
 * abilities of its hero.
 */
export function checkPerks(data: LoadedData): Issue[] {
  const gaps = new Set(data.gaps?.value.gaps.map(({ path }) => path));
  return [
    ...data.heroes.flatMap(({ file, value }) => [
      ...(gaps.has(`heroes/${value.id}/perks`) ? [] : checkTiers(file, value)),
      ...checkAffected(file, value),
    ]),
    ...data.patches.flatMap((patch) => checkBalance(patch, gaps)),
  ];
}

/**
 * Perks that a patch takes and brings, by hero. A gap explains what does not balance. A hero's
 * first perks are two of each tier.
 */
function checkBalance(
  { file, value: { id, changes } }: Sourced<PatchFile>,
  gaps: ReadonlySet<string>,
): Issue[] {
  const balances = new Map<string, number>();
  for (const change of changes) {
    const [hero = ""] = /^heroes\/[^/]+\/perks(?=\/[^/]+(\/tier)?$)/.exec(change.target) ?? [];
    if (hero === "") continue;
    for (const [side, sign] of [
      ["from", -1],
      ["to", 1],
    ] as const) {
      if (!(side in change)) continue;
      const tier = tierOf(change, side);
      for (const key of tier === undefined ? [] : [`${hero} ${tier}`])
        balances.set(key, (balances.get(key) ?? 0) + sign);
    }
  }
  const takesAny = (perks: string) =>
    changes.some(({ target, from }) => from !== undefined && target.startsWith(`${perks}/`));
  return [...balances].flatMap(([key, balance]) => {
    const [perks = "", tier] = key.split(" ");
    if (balance === 0 || (balance === PERKS_PER_TIER && !takesAny(perks))) return [];
    if (gaps.has(`patches/${id}/changes/${perks}`)) return [];
    const excess = balance > 0 ? `${balance} more than go` : `${-balance} fewer than go`;
    const message =
      `${perks}: ${excess} of the ${tier} ones come; record the missing change, or add a gap of ` +
      `patches/${id}/changes/${perks}`;
    return [{ code: "perk-balance", file, path: ["changes"], message }];
  });
}

/** The tier of a perk on one side of a change. `true` represents a perk of unknown tier. */
function tierOf({ target, ...sides }: RecordedChange, side: "from" | "to"): string | undefined {
  const value = sides[side];
  if (target.endsWith("/tier")) return String(value);
  return typeof value === "object" && value !== null && "tier" in value
    ? String(value.tier)
    : undefined;
}

/** Two perks of each tier, the minor ones first. */
function checkTiers(file: string, { id, perks = [] }: HeroFile): Issue[] {
  const found = perks.map(({ tier }) => tier);
  const expected = PERK_TIERS.flatMap((tier) => Array.from({ length: PERKS_PER_TIER }, () => tier));
  if (found.join() === expected.join()) return [];
  const message =
    `perks are ${found.join(", ") || "missing"}; expected ${expected.join(", ")}, or a gap of ` +
    `heroes/${id}/perks`;
  return [{ code: "perk-count", file, path: ["perks"], message }];
}

function checkAffected(file: string, { abilities, perks = [] }: HeroFile): Issue[] {
  const kit = abilities.map(({ id }) => id);
  return perks.flatMap(({ affects = [] }, at) =>
    affects.flatMap((id, place) => {
      if (kit.includes(id)) return [];
      const [near] = nearest(id, kit);
      const hint =
        near === undefined ? `expected one of ${kit.join(", ")}` : `did you mean "${near}"?`;
      const message = `"${id}" is not an ability of this hero; ${hint}`;
      return [{ code: "unknown-ability", file, path: ["perks", at, "affects", place], message }];
    }),
  );
}
