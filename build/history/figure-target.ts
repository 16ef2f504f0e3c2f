import { AbilitySchema, type HeroState, PerkStateSchema } from "../schema/hero.ts";

/** What the target of a figure names: `heroes/<hero>/<list>/<id>/<field>`. */
export type FigureTarget = {
  hero: string;
  list: "abilities" | "perks";
  /** Id of the ability or perk. */
  id: string;
  field: string;
};

/** Fields of an ability or perk that are no figures. */
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

/** Whether a field is a relative step, whose absolute values the notes do not print. */
export function isStep(field: string): boolean {
  return /Change(Percent)?$/.test(field);
}

/** The path of a figure in a state: those of abilities stand beside the kit. */
export function placeOfFigure({ hero, list, id, field }: FigureTarget): string {
  const place = list === "abilities" ? `figures/${id}/${field}` : `perks/${id}/figures/${field}`;
  return `heroes/${hero}/${place}`;
}

/** Where a figure stands in the file of its hero. */
export function placeInFile({ list, id, field }: Omit<FigureTarget, "hero">): string[] {
  return [list, id, "figures", field];
}

/** Whether a hero has the ability or perk that a figure belongs to. */
export function hasOwner(hero: HeroState, { list, id }: FigureTarget): boolean {
  return (hero[list] ?? []).some((one) => one.id === id);
}

/** The quantity that a field is about: of a relative step, the one that it changes. */
export function quantityOf(field: string): string {
  return field.replace(/Change(Percent)?$/, "");
}
