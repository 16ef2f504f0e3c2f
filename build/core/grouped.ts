/** The values of each key, in the given order. */
export function grouped<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [key, value] of pairs) {
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [value]);
    else own.push(value);
  }
  return groups;
}
