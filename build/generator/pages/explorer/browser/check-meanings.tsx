import type { FoundName } from "./check-report.ts";
import type { LogNames } from "./data.ts";
import { addressOf } from "./load.ts";

type Meaning = { path: string; name: string; role?: string; monogram?: string };

/** The meanings of the names in the logs. */
export class Meanings {
  readonly #byPath = new Map<string, Meaning>();
  readonly #byName = new Map<string, string>();
  readonly #variants = new Map<string, string>();

  constructor({ heroes, maps }: LogNames, names: readonly FoundName[]) {
    for (const { id, name, role, monogram } of heroes)
      this.#byPath.set(`heroes/${id}`, { path: `heroes/${id}`, name, role, monogram });
    for (const { id, name, variants } of maps) {
      this.#byPath.set(`maps/${id}`, { path: `maps/${id}`, name });
      for (const one of variants) this.#variants.set(`${id}/${one.id}`, one.name);
    }
    for (const { collection, name, id } of names)
      if (id !== null) this.#byName.set(`${collection}/${name}`, `${collection}/${id}`);
  }

  at(path: string): Meaning | undefined {
    return this.#byPath.get(path);
  }

  /** The name of a map's variant. */
  variantOf(map: string, variant: string): string {
    return this.#variants.get(`${map}/${variant}`) ?? variant;
  }

  of(collection: string, name: string): Meaning | undefined {
    return this.at(this.#byName.get(`${collection}/${name}`) ?? "");
  }
}

/** A cell that says how often. On a phone, where the table has no head, with the word. */
export function Amount({ of }: { of: number }) {
  return (
    <td class="amount">
      {of.toLocaleString("en")}
      <span class="on-phone"> {of === 1 ? "time" : "times"}</span>
    </td>
  );
}

/** The link to a hero or map, with the hero's emblem. */
export function Thing({ meaning }: { meaning: Meaning | undefined }) {
  if (meaning === undefined) return null;
  const { path, name, role, monogram } = meaning;
  return (
    <a class="with-emblem thing" href={addressOf(path)}>
      {role === undefined ? null : (
        <span class={`letters little ${role}`} aria-hidden="true">
          {monogram}
        </span>
      )}
      <span class="word">{name}</span>
    </a>
  );
}
