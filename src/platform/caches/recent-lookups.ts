import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../bounded-cache.ts';
import type { Clock } from '../time/clock.ts';

export interface RecentLookupsOptions {
  readonly clock: Clock;
  /** How long a hit is trusted, counted from the start of its look-up. */
  readonly foundLifeMs: number;
  /** The same for a miss: shorter, so that a new credential works soon. */
  readonly missingLifeMs: number;
  /** Most hits and most misses kept: a flood of unknown names displaces no known one. */
  readonly maxEntries: number;
}

interface Lookup<Value> {
  readonly startedAt: number;
  readonly result: Promise<Value | undefined>;
}

/** Caches look-ups for a moment; concurrent and later requests for the same key share one, and its promise. */
export class RecentLookups<Value extends object> {
  readonly #options: RecentLookupsOptions;
  readonly #found: LRUCache<string, Lookup<Value>>;
  readonly #missing: LRUCache<string, Lookup<Value>>;
  /** At most one for each request being served. */
  readonly #running = new Map<string, Lookup<Value>>();

  constructor(options: RecentLookupsOptions) {
    this.#options = options;
    this.#found = boundedCache(options.maxEntries);
    this.#missing = boundedCache(options.maxEntries);
  }

  get(key: string, look: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const { clock, foundLifeMs, missingLifeMs } = this.#options;
    const now = clock.now();
    const found = this.#found.peek(key);
    if (found && isFresh(found, foundLifeMs, now)) return found.result;
    const missing = this.#missing.peek(key);
    if (missing && isFresh(missing, missingLifeMs, now)) return missing.result;
    const running = this.#running.get(key);
    if (running && isFresh(running, foundLifeMs, now)) return running.result;
    return this.#start(key, look, now);
  }

  #start(key: string, look: () => Promise<Value | undefined>, startedAt: number): Promise<Value | undefined> {
    const result = look();
    const lookup: Lookup<Value> = { startedAt, result };
    this.#running.set(key, lookup);
    const isLatest = () => this.#running.get(key) === lookup;
    result.then(
      (value) => {
        if (isLatest()) this.#remember(key, lookup, value !== undefined);
      },
      () => {
        if (isLatest()) this.#running.delete(key);
      },
    );
    return result;
  }

  #remember(key: string, lookup: Lookup<Value>, isFound: boolean): void {
    this.#running.delete(key);
    this.#found.delete(key);
    this.#missing.delete(key);
    (isFound ? this.#found : this.#missing).set(key, lookup);
  }
}

/** A start in the future means that the clock was set back: such a look-up would live too long. */
function isFresh(lookup: { readonly startedAt: number }, lifeMs: number, now: number): boolean {
  const age = now - lookup.startedAt;
  return age >= 0 && age < lifeMs;
}

/** A revocation must act within 5 s on every instance (docs/contract/decided.md 2). */
const FOUND_LIFE_MS = 3_000;
const MISSING_LIFE_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Look-ups of credentials and checkout ids. */
export function recentCredentials<Value extends object>(clock: Clock): RecentLookups<Value> {
  return new RecentLookups({
    clock,
    foundLifeMs: FOUND_LIFE_MS,
    missingLifeMs: MISSING_LIFE_MS,
    maxEntries: MAX_REMEMBERED,
  });
}
