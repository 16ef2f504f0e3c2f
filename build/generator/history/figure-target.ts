import { AbilitySchema, type HeroState, PerkStateSchema } from "../../core/schema/hero.ts";

/** What the target of a figure names: `heroes/<hero>/<list>/<id>/<field>`. */
export type FigureTarget = {
  hero: string;
  list: "abilities" | "perks";
  /** Id of the ability or perk. */
  id: string;
  field: string;
};

/** Fields of an ability or perk that are not figures. */
const OTHER_FIELDS = {
  abilities: new Set(Object.keys(AbilitySchema.shape)),
  perks: new Set(Object.keys(PerkStateSchema.shape)),
};

/**
 * The figure that a target addresses; undefined where it addresses something else. A field named
 * `...Change` or `...ChangePercent` is a relative step and no figure: no state holds it.
 */
export function figureTarget(target: string): FigureTarget | undefined {
  const [collection, hero = "", list, id = "", field = "", ...rest] = target.split("/");
  if (collection !== "heroes" || (list !== "abilities" && list !== "perks")) return undefined;
  if (!/^[a-z][A-Za-z0-9]*$/.test(field) || rest.length > 0 || isStep(field)) return undefined;
  return OTHER_FIELDS[list].has(field) ? undefined : { hero, list, id, field };
}

/** Whether a field is a relative step. Notes print no absolute value of it. */
export function isStep(field: string): boolean {
  return /Change(Percent)?$/.test(field);
}

/** The path of a figure in a state. Figures of abilities stand beside the kit. */
export function pathOfFigure({ hero, list, id, field }: FigureTarget): string {
  const place = list === "abilities" ? `figures/${id}/${field}` : `perks/${id}/figures/${field}`;
  return `heroes/${hero}/${place}`;
}

/** The path of a figure in its hero's file. */
export function pathInFile({ list, id, field }: Omit<FigureTarget, "hero">): string[] {
  return [list, id, "figures", field];
}

/** Whether a hero has the ability or perk that a figure belongs to. */
export function hasOwner(hero: HeroState, { list, id }: FigureTarget): boolean {
  return (hero[list] ?? []).some((one) => one.id === id);
}

/** The quantity of a field. A relative step has the quantity that it changes. */
export function quantityOf(field: string): string {
  return field.replace(/Change(Percent)?$/, "");
}
