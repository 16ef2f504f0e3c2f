import { titleOfId, wordsOfField } from "../../../core/game/words.ts";
import type { AbilityDetails, Figure, PerkDetails } from "../../../core/schema/details.ts";
import type { AllKits, ComparableChanges, KitPart, LogNames } from "./browser/data.ts";
import type { Facts } from "./facts.ts";

/** The names that the log checker knows. */
export function namesData({ heroes, patch, naming: { maps, logNames } }: Facts): LogNames {
  return {
    patch,
    maps,
    logNames,
    heroes: heroes.map(({ id, name, names, aliases, role, monogram }) => ({
      id,
      name,
      names,
      aliases,
      role,
      monogram,
      abilities: [],
    })),
  };
}

/** All changes, without notes and sources. Their words are made in the browser. */
export function changesData(facts: Facts): ComparableChanges {
  const { heroes, roles, patches, gone, nameOf, vocabulary } = facts;
  const targets = patches.flatMap(({ changes }) => changes.map(({ target }) => target));
  const paths = new Set([
    ...heroes.map(({ id }) => `heroes/${id}`),
    ...roles.map(({ id }) => `roles/${id}`),
    ...targets.flatMap((target) => {
      const path = target.split("/");
      return path.map((_, at) => path.slice(0, at + 1).join("/"));
    }),
  ]);
  const fields = new Map(targets.map((target) => [lastOf(target), vocabulary.fieldOf(target)]));
  return {
    names: wherever([...paths].sort(), nameOf, (path) => titleOfId(lastOf(path))),
    labels: wherever([...fields.keys()].sort(), (name) => fields.get(name)?.label, wordsOfField),
    roles: Object.fromEntries(heroes.map(({ id, role }) => [id, role])),
    gone,
    patches: patches.map(({ id, changes, unexplained }) => {
      const own = changes.map(({ target, from, to, unit, effect, gap }) => ({
        target,
        unit,
        effect,
        from: withoutInside(from),
        to: withoutInside(to),
        ...(gap && { gap }),
      }));
      const count = unexplained.flatMap((group) => group.changes).length;
      return count > 0 ? [id, own, count] : [id, own];
    }),
  };
}

const lastOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** What keys are called, wherever it does not follow from them. */
function wherever(
  keys: readonly string[],
  nameOf: (key: string) => string | undefined,
  usual: (key: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const name = nameOf(key);
      return name === undefined || name === usual(key) ? [] : [[key, name]];
    }),
  );
}

/** A whole thing without its values, and a kit with the names of its abilities only. */
function withoutInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(({ name }) => ({ name }));
  return typeof value === "object" && value !== null ? {} : value;
}

/** Every hero in each state, without what no tool shows. */
export function kitsData({ patches, game, histories }: Facts): AllKits {
  const partOf = ({ id, key, name, figures }: AbilityDetails | PerkDetails): KitPart => ({
    id,
    name,
    ...(key && { key }),
    figures: figures.flatMap(({ label, value, unit, note, gap }) => {
      const ofRate = note?.startsWith("per second") && { note };
      const own = { label, value, unit, ...ofRate, ...(gap && { gap: "1" }) };
      return typeof value === "number" ? [own] : [];
    }),
  });
  return {
    heroes: histories().heroes.map(({ id, states, abilities, perks }) => ({
      id,
      states: states.map(
        ({
          names,
          aliases,
          portrait,
          release,
          subrole,
          onRecordSince,
          sources,
          health,
          ...state
        }) => ({
          ...state,
          ...(health && { health: health.map(withoutEvidence) }),
        }),
      ),
      abilities: abilities.map(partOf),
      perks: perks.map(partOf),
    })),
    patches: patches.filter(({ id }) => id >= game.historyFrom).map(({ id, name }) => [id, name]),
  };
}

function withoutEvidence({ field, label, value, unit }: Figure): Figure {
  return { field, label, value, unit };
}
