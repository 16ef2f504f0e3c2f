import type { HeroDetails } from "../../../../core/schema/details.ts";
import { addressOf } from "./load.ts";

type ToggleProps = { label: string; isOn: boolean; onClick: () => void };

/** A chip that is on or off. */
export function Toggle({ label, isOn, onClick }: ToggleProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onClick}>
      {label}
    </button>
  );
}

type ChoiceProps = {
  label: string;
  chosen: string;
  options: readonly (readonly [value: string, text: string])[];
  choose: (value: string) => void;
};

/** A list to choose one value from. */
export function Choice({ label, chosen, options, choose }: ChoiceProps) {
  return (
    <select
      class="chip"
      aria-label={label}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}

type Linked = Pick<HeroDetails, "id" | "name" | "monogram"> & { role: string };

/** A link to a hero with its sign. */
export function HeroLink({ hero: { id, name, role, monogram } }: { hero: Linked }) {
  return (
    <a class="with-emblem" href={addressOf(`heroes/${id}`)}>
      <span class={`letters ${role}`} aria-hidden="true">
        {monogram}
      </span>{" "}
      {name}
    </a>
  );
}
