import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { valueAt } from "../history/address.ts";

/**
 * The newest change that made a value what it is. Without a change, the value is on record since
 * the patch, and states before it have another or none.
 */
export type Origin = { patch: PatchFile; change?: RecordedChange; source?: string };

/** Where values come from, as of any patch. */
export type Origins = {
  /** The origin of a target's value; undefined where the value is as old as the record. */
  originOf: (target: string, asOf: string) => Origin | undefined;
  /**
   * Why figures of an ability or perk are not known, by field. It has `present` fields, which are
   * known.
   */
  unknownOf: (owner: string, asOf: string, present: object) => Record<string, string> | undefined;
};

/** Prepares the origins of all values. `patches` are newest first. */
export function createOrigins(patches: readonly PatchFile[]): Origins {
  const steps = indexSteps(patches);

  /** The newest change of a thing around a value that brought it. */
  const arrivalOf = (target: string, asOf: string): Step | undefined => {
    let newest: Step | undefined;
    for (let end = target.lastIndexOf("/"); end > 0; end = target.lastIndexOf("/", end - 1)) {
      const below = target.slice(end + 1);
      const around = steps
        .of(target.slice(0, end))
        .find(({ patch, change }) => patch.id <= asOf && change && brought(change, below));
      if (around && (newest === undefined || around.patch.id > newest.patch.id)) newest = around;
    }
    return newest;
  };

  const originOf: Origins["originOf"] = (target, asOf) => {
    const own = steps.of(target).find(({ patch }) => patch.id <= asOf);
    const arrival = arrivalOf(target, asOf);
    const isNewer = arrival && (own === undefined || arrival.patch.id > own.patch.id);
    const step = isNewer ? arrival : own;
    if (step === undefined) return undefined;
    const { patch, change } = step;
    const source = change && (change.source ?? patch.sourceUrl);
    return { patch, ...(change && { change }), ...(source && { source }) };
  };

  /** Why an absent figure is not known: a newer step finds it, or an older one loses it. */
  const reasonOf = (target: string, asOf: string): string | undefined => {
    const own = steps.of(target);
    const newer = own.findLast(({ patch }) => patch.id > asOf);
    const life = (id: string) => arrivalOf(target, id)?.patch.id;
    if (newer?.found && life(newer.patch.id) === life(asOf)) return newer.found;
    const older = own.find(({ patch }) => patch.id <= asOf);
    return older?.lost && life(older.patch.id) === life(asOf) ? older.lost : undefined;
  };

  return {
    originOf,
    unknownOf: (owner, asOf, present) => {
      const reasons = [...steps.unsureOf(owner)].flatMap((field) => {
        const reason = field in present ? undefined : reasonOf(`${owner}/${field}`, asOf);
        return reason === undefined ? [] : [[field, reason] as const];
      });
      return reasons.length === 0 ? undefined : Object.fromEntries(reasons.sort());
    },
  };
}

/**
 * A change of a value, or a step that no change explains. `found`: the value before it is not
 * known; `lost`: the one after it is not.
 */
type Step = { patch: PatchFile; change?: RecordedChange; found?: string; lost?: string };

/** All steps by target, newest first, and the fields with unexplained steps by their owner. */
function indexSteps(patches: readonly PatchFile[]) {
  const all = new Map<string, Step[]>();
  const unsure = new Map<string, Set<string>>();
  const add = (target: string, step: Step) => {
    const own = all.get(target);
    if (own === undefined) all.set(target, [step]);
    else own.push(step);
  };
  for (const patch of patches) {
    for (const change of patch.changes)
      if (change.scope !== "6v6") add(change.target, { patch, change });
    for (const { reason, changes } of patch.unexplained ?? []) {
      for (const { target, from, to } of changes) {
        add(target, {
          patch,
          ...(from === undefined && { found: reason }),
          ...(to === undefined && { lost: reason }),
        });
        const end = target.lastIndexOf("/");
        const owner = target.slice(0, end);
        unsure.set(owner, (unsure.get(owner) ?? new Set()).add(target.slice(end + 1)));
      }
    }
  }
  return {
    of: (target: string) => all.get(target) ?? [],
    unsureOf: (owner: string) => unsure.get(owner) ?? new Set<string>(),
  };
}

/** Whether a change of a whole thing brought the value below it. A kit brings what is new in it. */
function brought({ from, to }: RecordedChange, below: string): boolean {
  if (to === undefined || from === undefined) return to !== undefined;
  if (!Array.isArray(from) || !Array.isArray(to)) return false;
  const path = below.split("/");
  return JSON.stringify(valueAt(from, path)) !== JSON.stringify(valueAt(to, path));
}
