import { lastOf, ownerOf } from "../../core/game/targets.ts";
import { grouped } from "../../core/grouped.ts";
import type { PatchFile, RecordedChange } from "../../core/schema/patch.ts";
import { valueAt } from "../history/address.ts";

/**
 * A change of a value, or a step that no change explains. `found`: the value before it is not
 * known; `lost`: the one after it is not.
 */
type Step = { patch: PatchFile; change?: RecordedChange; found?: string; lost?: string };

/** Prepares where values come from, as of any patch. `patches` are newest first. */
export function createOrigins(patches: readonly PatchFile[]) {
  const all = patches.flatMap(stepsOf);
  const steps = grouped(all);
  const unsure = grouped(
    all.flatMap(([target, { change }]) =>
      change === undefined ? [[ownerOf(target), lastOf(target)] as const] : [],
    ),
  );
  const newestOf = (target: string, asOf: string) =>
    steps.get(target)?.find(({ patch }) => patch.id <= asOf);

  /** The newest change of a thing around a value that brought it. */
  const arrivalOf = (target: string, asOf: string): Step | undefined => {
    let newest: Step | undefined;
    for (let around = ownerOf(target); around !== ""; around = ownerOf(around)) {
      const below = target.slice(around.length + 1);
      const step = steps
        .get(around)
        ?.find(({ patch, change }) => patch.id <= asOf && change && brought(change, below));
      if (step && (newest === undefined || step.patch.id > newest.patch.id)) newest = step;
    }
    return newest;
  };

  /** Why an absent figure is not known: a newer step finds it, or an older one loses it. */
  const reasonOf = (target: string, asOf: string): string | undefined => {
    const newer = steps.get(target)?.findLast(({ patch }) => patch.id > asOf);
    const life = (id: string) => arrivalOf(target, id)?.patch.id;
    if (newer?.found && life(newer.patch.id) === life(asOf)) return newer.found;
    const older = newestOf(target, asOf);
    return older?.lost && life(older.patch.id) === life(asOf) ? older.lost : undefined;
  };

  return {
    /**
     * The newest change that made a target's value what it is. Without a change, the value is on
     * record since the patch, and states before it have another or none. Undefined where the value
     * is as old as the record.
     */
    originOf: (target: string, asOf: string) => {
      const own = newestOf(target, asOf);
      const arrival = arrivalOf(target, asOf);
      const isNewer = arrival && (own === undefined || arrival.patch.id > own.patch.id);
      const step = isNewer ? arrival : own;
      if (step === undefined) return undefined;
      const { patch, change } = step;
      return { patch, change, source: change && (change.source ?? patch.sourceUrl ?? undefined) };
    },
    /**
     * Why figures of an ability or perk are not known, by field. It has `present` fields, which are
     * known.
     */
    unknownOf: (owner: string, asOf: string, present: object): Record<string, string> =>
      Object.fromEntries(
        (unsure.get(owner) ?? [])
          .flatMap((field) => {
            const reason = field in present ? undefined : reasonOf(`${owner}/${field}`, asOf);
            return reason === undefined ? [] : [[field, reason] as const];
          })
          .sort(),
      ),
  };
}

/** The steps of a patch, by target. */
function stepsOf(patch: PatchFile): [target: string, Step][] {
  const changes = patch.changes.filter(({ scope }) => scope !== "6v6");
  return [
    ...changes.map((change): [string, Step] => [change.target, { patch, change }]),
    ...(patch.unexplained ?? []).flatMap(({ reason, changes }) =>
      changes.map(({ target, from, to }): [string, Step] => [
        target,
        {
          patch,
          ...(from === undefined && { found: reason }),
          ...(to === undefined && { lost: reason }),
        },
      ]),
    ),
  ];
}

/** Whether a change of a whole thing brought the value below it. A kit brings what is new in it. */
function brought({ from, to }: RecordedChange, below: string): boolean {
  if (to === undefined || from === undefined) return to !== undefined;
  if (!Array.isArray(from) || !Array.isArray(to)) return false;
  const path = below.split("/");
  return JSON.stringify(valueAt(from, path)) !== JSON.stringify(valueAt(to, path));
}
