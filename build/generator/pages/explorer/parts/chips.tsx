import type { ComponentChildren } from "preact";
import type { Facts } from "../facts.ts";
import { isArrival, SIDES, type Side, sidesOf } from "../tally.ts";
import type { Group } from "./changes.tsx";
import { Emblem } from "./emblem.tsx";
import { Mark, Numbers } from "./mark.tsx";

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

/** Filters of a patch's cards by side, role and hero. Each shows how many heroes it leaves. */
export function PatchChips({ groups, facts }: { groups: readonly Group[]; facts: Facts }) {
  const heroes = heroesIn(groups);
  const roleOf = new Map(facts.heroes.map(({ id, role }) => [id, role]));
  return (
    <Chips label="Filter changes">
      <Chip name="side" value="" count={heroes.length}>
        All
      </Chip>
      {SIDES.map(({ side, effect, label }) => (
        <Chip
          key={side}
          name="side"
          value={side}
          count={heroes.filter(({ sides }) => sides.includes(side)).length}
        >
          <Mark effect={effect} /> {label}
        </Chip>
      ))}
      <span class="divider" />
      <RoleChips roles={facts.roles} heroes={heroes.map(({ id }) => ({ role: roleOf.get(id) }))} />
      <ChoiceChip name="hero" label="Any hero" choices={heroes.map(({ id, name }) => [id, name])} />
    </Chips>
  );
}

/** A patch in a few large numbers. Zeros are left out. */
export function PatchNumbers({ groups }: { groups: readonly Group[] }) {
  const heroes = heroesIn(groups);
  const arrivals = (collection: string) =>
    groups.filter(({ thing, own }) => thing.startsWith(collection) && isArrival(thing, own)).length;
  const sided = (side: Side) => heroes.filter(({ sides }) => sides.includes(side)).length;
  const numbers = [
    { amount: heroes.length, one: "hero", many: "heroes", kind: "" },
    { amount: sided("buffed"), one: "buffed", many: "buffed", kind: "buff" },
    { amount: sided("nerfed"), one: "nerfed", many: "nerfed", kind: "nerf" },
    { amount: arrivals("heroes/"), one: "new hero", many: "new heroes", kind: "" },
    { amount: arrivals("maps/"), one: "new map", many: "new maps", kind: "" },
  ].filter(({ amount }) => amount > 0);
  return numbers.length === 0 ? null : <Numbers numbers={numbers} />;
}

/** The heroes among the groups, with the sides on which they changed. */
function heroesIn(groups: readonly Group[]) {
  return groups
    .filter(({ thing }) => thing.startsWith("heroes/"))
    .map(({ thing, name, own }) => ({
      id: thing.slice("heroes/".length),
      name,
      sides: sidesOf(thing, own),
    }));
}
