import type { ComponentChildren } from "preact";
import type { HeroEffect } from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { filtersOf, SIDES } from "../tally.ts";
import { Emblem } from "./emblem.tsx";
import { Mark } from "./mark.tsx";

/** A row of filters. They are part of the address, and need scripts. */
export function Chips({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <nav class="chips needs-scripts" aria-label={label}>
      {children}
    </nav>
  );
}

type ChipProps = { name: string; value: string; count: number; children: ComponentChildren };

/** One value of a filter, and how many things it leaves. An empty value removes all filters. */
export function Chip({ name, value, count, children }: ChipProps) {
  return (
    <a
      class="chip"
      href={value === "" ? "?" : `?${name}=${value}`}
      data-filter={name}
      data-value={value}
      aria-current={value === "" ? "true" : undefined}
    >
      {children} <small>{count}</small>
    </a>
  );
}

type ChoiceChipProps = {
  name: string;
  label: string;
  choices: readonly (readonly [value: string, label: string])[];
};

/** A filter of many values. */
export function ChoiceChip({ name, label, choices }: ChoiceChipProps) {
  return (
    <select class="chip" data-filter={name} aria-label={label}>
      <option value="">{label}</option>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

type RoleChipsProps = { roles: Facts["roles"]; heroes: readonly { role: string | undefined }[] };

/** A filter by role, with the number of heroes that each leaves. */
export function RoleChips({ roles, heroes }: RoleChipsProps) {
  return roles.map(({ id, name }) => (
    <Chip key={id} name="role" value={id} count={heroes.filter(({ role }) => role === id).length}>
      <Emblem id={id} size={15} /> {name}
    </Chip>
  ));
}

/** The filter of a page of heroes by role. */
export function HeroChips(props: RoleChipsProps) {
  return (
    <Chips label="Filter heroes">
      <Chip name="role" value="" count={props.heroes.length}>
        All
      </Chip>
      <RoleChips {...props} />
    </Chips>
  );
}

/** Filters of cards by side. Mixed heroes are found by their buffs and by their nerfs. */
const FILTERS = [
  { side: "buffed", effect: "buff", label: "With buffs" },
  { side: "nerfed", effect: "nerf", label: "With nerfs" },
  ...SIDES.filter(({ side }) => !["buffed", "nerfed", "mixed", "other"].includes(side)),
] as const;

type PatchChipsProps = { heroes: readonly HeroEffect[]; facts: Facts };

/** Filters of a patch's cards by side, role and hero. Each shows how many heroes it leaves. */
export function PatchChips({ heroes, facts }: PatchChipsProps) {
  const roleOf = new Map(facts.heroes.map(({ id, role }) => [id, role]));
  return (
    <>
      <Chips label="Filter changes">
        <Chip name="side" value="" count={heroes.length}>
          All heroes
        </Chip>
        {FILTERS.map(({ side, effect, label }) => {
          const found = heroes.filter((hero) => filtersOf(hero).includes(side));
          return found.length === 0 ? null : (
            <Chip key={side} name="side" value={side} count={found.length}>
              <Mark effect={effect} /> {label}
            </Chip>
          );
        })}
        <span class="divider" />
        <RoleChips
          roles={facts.roles}
          heroes={heroes.map(({ id }) => ({ role: roleOf.get(id) }))}
        />
        <ChoiceChip
          name="hero"
          label="Any hero"
          choices={heroes.map(({ id, name }) => [id, name])}
        />
      </Chips>
      <p class="no-match" role="status" hidden>
        No changes match these filters.{" "}
        <a href="?" data-filter="side" data-value="">
          Show all
        </a>
      </p>
    </>
  );
}
