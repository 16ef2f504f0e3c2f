import { SLOTS } from "../../../client/match-log/keys.ts";
import { grouped } from "../../../core/grouped.ts";
import type { GameState } from "../../../core/schema/collections.ts";
import { type HeroFile, type HeroState, PERK_TIERS } from "../../../core/schema/hero.ts";
import type { PatchFile } from "../../../core/schema/patch.ts";
import { didYouMean } from "../../../core/spelling/lookup.ts";
import { heroStateOf } from "../../history/timeline.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData, Sourced } from "../load-data.ts";

type Finding = Pick<Issue, "code" | "path" | "message">;

/**
 * A kit starts with Ability 1, Ability 2 and Ultimate, keys are complete, health is above zero, and
 * a sub-role belongs to its role.
 */
export function checkHeroes(data: LoadedData): Issue[] {
  const roles = data.roles?.value.roles ?? [];
  const patches = new Set(data.patches.map(({ value }) => value.id));
  return data.heroes.flatMap(({ file, value }) =>
    [...heroFindings(heroStateOf(value), roles), ...keyFindings(value, patches)].map((finding) => ({
      file,
      ...finding,
    })),
  );
}

/** As much of a hero's file as has keys. */
type KeyedHero = Pick<HeroFile, "formerKeys"> & {
  abilities: readonly Pick<HeroFile["abilities"][number], "id" | "kind" | "key" | "weaponKind">[];
};

/**
 * Each ability that is not passive has a key, because logs name uses by it; a slot plays one. Each
 * weapon says how it hits.
 */
export function keyFindings(hero: KeyedHero, patches: ReadonlySet<string>): Finding[] {
  const keys = hero.abilities.flatMap(({ id, kind, key, weaponKind }, at): Finding[] => {
    const report = (message: string): Finding[] => [
      { code: "ability-key", path: ["abilities", at, key === undefined ? "id" : "key"], message },
    ];
    if (kind === "passive" && key !== undefined)
      return report(`"${id}" is passive, so no key plays it; remove "key"`);
    if (kind !== "passive" && key === undefined)
      return report(`"${id}" has no "key"; write null and a gap if it is not known`);
    if (/^(primary|secondary)$/.test(kind) && weaponKind === undefined)
      return report(`"${id}" is a weapon without "weaponKind"; expected how it hits`);
    const other = hero.abilities.slice(0, at).find((one) => one.key === key && one.id !== id);
    return other !== undefined && (key === "ability1" || key === "ability2")
      ? report(`${key} plays both "${other.id}" and "${id}"; a slot plays one ability`)
      : [];
  });
  const former = (hero.formerKeys ?? []).flatMap(({ from, until }, at) =>
    [from, until]
      .filter((patch) => patch !== undefined && !patches.has(patch))
      .map((patch) => ({
        code: "ability-key",
        path: ["formerKeys", at],
        message: `no patch "${patch}" is recorded; expected the id of one`,
      })),
  );
  return [...keys, ...former];
}

/**
 * What is wrong with a hero of any date. `roles` are those of that date; the list is empty where
 * they could not be read.
 */
export function heroFindings(hero: HeroState, roles: GameState["roles"]): Finding[] {
  return [...kitFindings(hero), ...healthFindings(hero), ...roleFindings(hero, roles)];
}

/** The kind of ability in each slot. */
const KINDS = ["ability", "ability", "ultimate"] as const;

/** Match logs report abilities by slot, so the order is part of the contract. */
function kitFindings(hero: HeroState): Finding[] {
  return KINDS.flatMap((kind, at) => {
    const ability = hero.abilities[at];
    if (ability?.kind === kind) return [];
    const found = ability === undefined ? "missing" : `"${ability.id}" of kind "${ability.kind}"`;
    const message =
      `${SLOTS[at]} is ${found}; expected kind "${kind}": the first three are Ability 1, ` +
      "Ability 2 and Ultimate";
    return [{ code: "kit-order", path: ["abilities", at, "kind"], message }];
  });
}

function healthFindings({ health }: HeroState): Finding[] {
  if (health.standard + health.armor + health.shields > 0) return [];
  return [
    {
      code: "health-sum",
      path: ["health"],
      message: "standard, armor and shields add up to 0; expected more than 0",
    },
  ];
}

function roleFindings(hero: HeroState, roles: GameState["roles"]): Finding[] {
  const role = roles.find(({ id }) => id === hero.role);
  if (role === undefined || role.subroles.some(({ id }) => id === hero.subrole)) return [];
  if (hero.subrole === undefined && role.subroles.length === 0) return []; // before 2026-02-10
  const owner = roles.find(({ subroles }) => subroles.some(({ id }) => id === hero.subrole));
  const message =
    `"${hero.subrole}" is ` +
    `${owner === undefined ? "not a sub-role in roles.json" : `a sub-role of ${owner.id}`}; ` +
    `expected one of ${hero.role}'s: ${role.subroles.map(({ id }) => id).join(", ")}`;
  return [{ code: "wrong-subrole", path: ["subrole"], message }];
}

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
  const moves = changes.flatMap((change) => {
    const [perks] = /^heroes\/[^/]+\/perks(?=\/[^/]+(\/tier)?$)/.exec(change.target) ?? [];
    return (["from", "to"] as const).flatMap((side) => {
      const tier = change.target.endsWith("/tier") ? change[side] : Object(change[side]).tier;
      // `true` represents a perk of unknown tier.
      if (perks === undefined || typeof tier !== "string") return [];
      return [[`${perks} ${tier}`, side === "to" ? 1 : -1] as const];
    });
  });
  return [...grouped(moves)].flatMap(([key, steps]) => {
    const [perks = "", tier] = key.split(" ");
    const balance = steps.reduce((sum: number, step) => sum + step, 0);
    const isFirst =
      balance === PERKS_PER_TIER &&
      !changes.some(({ target, from }) => from !== undefined && target.startsWith(`${perks}/`));
    if (balance === 0 || isFirst || gaps.has(`patches/${id}/changes/${perks}`)) return [];
    const excess = balance > 0 ? `${balance} more than go` : `${-balance} fewer than go`;
    const message =
      `${perks}: ${excess} of the ${tier} ones come; record the missing change, or add a gap of ` +
      `patches/${id}/changes/${perks}`;
    return [{ code: "perk-balance", file, path: ["changes"], message }];
  });
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
      const hint = didYouMean(id, kit, `; expected one of ${kit.join(", ")}`);
      const message = `"${id}" is not an ability of this hero${hint}`;
      return [{ code: "unknown-ability", file, path: ["perks", at, "affects", place], message }];
    }),
  );
}
