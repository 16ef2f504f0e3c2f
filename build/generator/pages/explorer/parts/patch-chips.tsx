import type { Facts } from "../facts.ts";
import { sidesOf } from "../tally.ts";
import type { Group } from "./changes.tsx";
import { Chip, Chips, ChoiceChip } from "./chips.tsx";
import { Emblem } from "./emblem.tsx";
import { Mark } from "./mark.tsx";

const SIDES = [
  { side: "buffed", effect: "buff", label: "Buffed" },
  { side: "nerfed", effect: "nerf", label: "Nerfed" },
  { side: "mixed", effect: "new", label: "New, other" },
] as const;

/** Filters of a patch's cards by side, role and hero. Each shows how many cards it leaves. */
export function PatchChips({ groups, facts }: { groups: readonly Group[]; facts: Facts }) {
  const cards = groups.map(({ thing, own }) => ({
    role: facts.heroes.find(({ id }) => thing === `heroes/${id}`)?.role,
    sides: sidesOf(thing, own),
  }));
  return (
    <Chips label="Filter changes">
      <Chip name="side" value="" count={groups.length}>
        All
      </Chip>
      {SIDES.map(({ side, effect, label }) => (
        <Chip
          key={side}
          name="side"
          value={side}
          count={cards.filter(({ sides }) => sides.includes(side)).length}
        >
          <Mark effect={effect} /> {label}
        </Chip>
      ))}
      <span class="divider" />
      {facts.roles.map(({ id, name }) => (
        <Chip
          key={id}
          name="role"
          value={id}
          count={cards.filter(({ role }) => role === id).length}
        >
          <Emblem id={id} size={15} /> {name}
        </Chip>
      ))}
      <ChoiceChip
        name="hero"
        label="Any hero"
        choices={groups.flatMap(({ thing, name }) =>
          thing.startsWith("heroes/") ? [[thing.slice("heroes/".length), name] as const] : [],
        )}
      />
    </Chips>
  );
}
