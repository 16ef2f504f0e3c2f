/** Whether a target is the whole kit of a hero. Changes of kits have no figures. */
export function isKit(target: string): boolean {
  return /^heroes\/[^/]+\/abilities$/.test(target);
}

/** The last segment of a path: the field of a value, or the id of a thing. */
export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The path of what a value belongs to. */
export function ownerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The hero, map or other thing that a path is in, such as `heroes/ana`. */
export function thingOf(path: string): string {
  return path.split("/", 2).join("/");
}

/** What a player feels first: health, cooldowns, totals of damage and healing, sizes last. */
const KINDS = [
  /\/health\//,
  /\/cooldown$/,
  /\/(damage|healing)$/,
  /^(?!.*(size|volume|radius|width|cost|experience|Min$))/i,
  /./,
];

/** The place of a value among others by what a player feels first. */
export function weightOf(target: string): number {
  return KINDS.findIndex((kind) => kind.test(target));
}
