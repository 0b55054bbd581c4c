import { LRUCache } from 'lru-cache';

/**
 * Keeps at most `max` entries, the ones used last. It grows as it is filled: with its own `max`, the library reserves the
 * room for all entries at once, a millisecond or two for each of the many caches that a start makes.
 */
export function boundedCache<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
