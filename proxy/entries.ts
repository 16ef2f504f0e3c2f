/**
 * Limits an LRU cache to a number of entries. With `maxSize` lru-cache takes memory as needed. With
 * `max` it would take all of it at once, which takes 15 ms for 100,000 entries.
 */
export function maxEntries(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: () => 1 };
}
