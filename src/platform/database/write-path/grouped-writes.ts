import { DatabaseUnavailable, type GroupedWrite, type WriteTransaction } from '../database.ts';

/** Limits of one queue. */
export interface GroupedWritesLimits {
  /** Items that one commit may carry. */
  readonly maxBatch: number;
  /**
   * Beyond this many waiting items new ones are refused, so that memory does not grow while the database
   * stalls.
   */
  readonly maxWaiting: number;
  /** Least time from the start of one batch to the start of the next. */
  readonly minIntervalMs: number;
}

/** For writes that somebody waits for, above all sales. */
export const NORMAL_PRIORITY: GroupedWritesLimits = { maxBatch: 128, maxWaiting: 20_000, minIntervalMs: 0 };

/** At most 1,280 items a second in 40 commits: almost none of the database's capacity. */
export const LOW_PRIORITY: GroupedWritesLimits = { maxBatch: 32, maxWaiting: 1_000, minIntervalMs: 25 };

interface Pending {
  readonly write: GroupedWrite<unknown, unknown>;
  readonly item: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Runs a transaction; `work` may run again from the start. */
export type RunTransaction = <Result>(
  work: (transaction: WriteTransaction) => Promise<Result>,
) => Promise<Result>;

/**
 * Lets concurrent requests share commits: what arrives during a commit goes into the next one, first in,
 * first out. A batch that fails is split in halves until the faulty item fails alone, unless the database is
 * unavailable.
 */
export class GroupedWrites {
  readonly #runTransaction: RunTransaction;
  readonly #limits: GroupedWritesLimits;
  readonly #onBatch: (size: number) => void;
  #waiting: Pending[] = [];
  #running = false;
  #scheduled = false;
  #startedAt = Number.NEGATIVE_INFINITY;
  #idle: (() => void)[] = [];

  constructor(options: {
    runTransaction: RunTransaction;
    limits: GroupedWritesLimits;
    onBatch: (size: number) => void;
  }) {
    this.#runTransaction = options.runTransaction;
    this.#limits = options.limits;
    this.#onBatch = options.onBatch;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Rejects with DatabaseUnavailable when too many wait, with what the write's `check` throws, and as its
   * transaction fails.
   */
  add<Item, Result>(write: GroupedWrite<Item, Result>, item: Item): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const { maxWaiting } = this.#limits;
      if (this.#waiting.length >= maxWaiting) {
        throw new DatabaseUnavailable(new Error(`more than ${maxWaiting} writes wait for the database`));
      }
      write.check?.(item);
      this.#waiting.push({
        write: write as GroupedWrite<unknown, unknown>,
        item,
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      this.#schedule();
    });
  }

  /** Resolves when nothing waits and nothing runs. */
  async idle(): Promise<void> {
    if (!this.#running && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Starts a batch once the requests of this turn of the event loop were read, so that they share it. */
  #schedule(): void {
    if (this.#scheduled || this.#running) return;
    this.#scheduled = true;
    const start = () => {
      this.#scheduled = false;
      this.#start();
    };
    const pauseMs = this.#startedAt + this.#limits.minIntervalMs - performance.now();
    if (pauseMs > 0) setTimeout(start, pauseMs);
    else setImmediate(start);
  }

  #start(): void {
    const batch = this.#waiting.splice(0, this.#limits.maxBatch);
    this.#running = true;
    this.#startedAt = performance.now();
    this.#onBatch(batch.length);
    void this.#commit(batch).finally(() => {
      this.#running = false;
      if (this.#waiting.length > 0) this.#schedule();
      else for (const resolve of this.#idle.splice(0)) resolve();
    });
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    try {
      const results = await this.#runTransaction((transaction) => apply(transaction, batch));
      batch.forEach((pending, index) => {
        pending.resolve(results[index]);
      });
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable) {
        for (const pending of batch) pending.reject(error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#commit(batch.slice(0, middle));
      await this.#commit(batch.slice(middle));
    }
  }
}

/** Runs each kind of write once with all its items, in order of first arrival. */
async function apply(transaction: WriteTransaction, batch: readonly Pending[]): Promise<readonly unknown[]> {
  const byWrite = new Map<GroupedWrite<unknown, unknown>, number[]>();
  batch.forEach((pending, index) => {
    const indexes = byWrite.get(pending.write);
    if (indexes) indexes.push(index);
    else byWrite.set(pending.write, [index]);
  });
  const results: unknown[] = new Array(batch.length);
  for (const [write, indexes] of byWrite) {
    const written = await write.apply(
      transaction,
      indexes.map((index) => batch[index]?.item),
    );
    indexes.forEach((index, position) => {
      results[index] = written[position];
    });
  }
  return results;
}

/**
 * The queues of a database: of sales and all that is like them, of writes that ask queries, of what must never delay them, and
 * one for each kind that shares no commit.
 */
export function createQueues(
  /** For writes that are known as a whole before they run, unless they ask a query. */
  runScript: RunTransaction,
  runTransaction: RunTransaction,
  onBatch: (size: number) => void,
): { add: GroupedWrites['add']; idle(): Promise<void> } {
  const normal = new GroupedWrites({ runTransaction: runScript, limits: NORMAL_PRIORITY, onBatch });
  const asking = new GroupedWrites({ runTransaction, limits: NORMAL_PRIORITY, onBatch });
  const low = new GroupedWrites({
    runTransaction: runScript,
    limits: LOW_PRIORITY,
    onBatch: () => undefined,
  });
  const apart = new Map<unknown, GroupedWrites>();
  const queueOf = (write: GroupedWrite<never, unknown>): GroupedWrites => {
    const known = apart.get(write);
    if (known) return known;
    const queue = new GroupedWrites({ runTransaction, limits: NORMAL_PRIORITY, onBatch });
    apart.set(write, queue);
    return queue;
  };
  return {
    add: (write, item) => {
      if (write.sharesNoCommit) return queueOf(write).add(write, item);
      if (write.priority === 'low') return low.add(write, item);
      return (write.asksQueries ? asking : normal).add(write, item);
    },
    idle: async () => {
      await Promise.all([normal, asking, low, ...apart.values()].map((queue) => queue.idle()));
    },
  };
}
