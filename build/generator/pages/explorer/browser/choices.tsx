import type { ComponentChildren } from "preact";
import { ROLES } from "../../../../core/game/roles.ts";
import { grouped } from "../../../../core/grouped.ts";
import type { HeroDetails } from "../../../../core/schema/details.ts";
import { capital } from "../format.ts";
import { addressOf } from "./load.ts";

type ToggleProps = {
  isOn: boolean;
  onClick: () => void;
  count?: number | undefined;
  children: ComponentChildren;
};

/** A chip that is on or off. `count` is how many things it leaves. */
export function Toggle({ isOn, onClick, count, children }: ToggleProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onClick}>
      {children} {count === undefined ? null : <small>{count}</small>}
    </button>
  );
}

type RolesProps = {
  chosen: string;
  choose: (role: string) => void;
  countOf?: (role: string) => number;
};

/** A chip for each role. Their emblems are those of the page. */
export function RoleToggles({ chosen, choose, countOf }: RolesProps) {
  return ROLES.map((role) => (
    <Toggle
      key={role}
      isOn={chosen === role}
      onClick={() => choose(chosen === role ? "" : role)}
      count={countOf?.(role)}
    >
      <svg class={`emblem ${role}`} width="15" height="15" aria-hidden="true">
        <use href={`#e-${role}`} />
      </svg>{" "}
      {capital(role)}
    </Toggle>
  ));
}

type ChoiceProps = {
  label: string;
  chosen: string;
  options: readonly (readonly [value: string, text: string, group?: string | undefined])[];
  choose: (value: string) => void;
};

/** A list to choose one value from. Those of a group are next to each other. */
export function Choice({ label, chosen, options, choose }: ChoiceProps) {
  return (
    <select
      class="chip"
      aria-label={label}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {[...grouped(options.map((option) => [option[2], option]))].map(([group, own]) => {
        const all = own.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ));
        return group === undefined ? all : <optgroup label={group}>{all}</optgroup>;
      })}
    </select>
  );
}

type Signed = { role: string; monogram: string };

/** The sign of a hero. */
export function Letters({ hero, isLittle = false }: { hero: Signed; isLittle?: boolean }) {
  return (
    <span class={`letters ${hero.role}${isLittle ? " little" : ""}`} aria-hidden="true">
      {hero.monogram}
    </span>
  );
}

type LinkProps = { hero: Pick<HeroDetails, "id" | "name"> & Signed; isLittle?: boolean };

/** A link to a hero with its sign. */
export function HeroLink({ hero, isLittle = false }: LinkProps) {
  return (
    <a class="with-emblem" href={addressOf(`heroes/${hero.id}`)}>
      <Letters hero={hero} isLittle={isLittle} /> {hero.name}
    </a>
  );
}
