/**
 * The bound of an LRU cache, as a number of entries. It is said as a size, since lru-cache then
 * takes memory as needed; for `max` it would take all of it at once, 15 ms for 100,000 entries.
 */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
