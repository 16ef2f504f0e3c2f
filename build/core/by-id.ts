/** The thing with an id. Throws `RangeError` where there is none. */
export function byId<Thing extends { id: string }>(things: readonly Thing[], id: string): Thing {
  const found = things.find((thing) => thing.id === id);
  if (found === undefined) throw new RangeError(`there is no ${id} as of this patch`);
  return found;
}
