import type { GroupedWrite, WriteTransaction } from './database.ts';

/** Requests that one commit may carry. */
const MAX_BATCH = 128;
/** Waiting writes beyond which new ones are refused: memory must not grow while the database stalls. */
const MAX_WAITING = 20_000;

interface Pending {
  readonly write: GroupedWrite<unknown, unknown>;
  readonly item: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type RunTransaction = <Result>(work: (transaction: WriteTransaction) => Promise<Result>) => Promise<Result>;

export class TooManyWaitingWrites extends Error {
  constructor() {
    super(`more than ${MAX_WAITING} writes wait for the database`);
    this.name = 'TooManyWaitingWrites';
  }
}

/**
 * Lets concurrent requests share commits: what comes in while a commit runs goes into the next one, first in, first
 * out. A batch that fails is run again one item at a time, so that a faulty item fails alone; unless the database is
 * away, which each item would only find out again.
 */
export class GroupedWrites {
  readonly #runTransaction: RunTransaction;
  readonly #maxConcurrent: number;
  readonly #onBatch: (size: number) => void;
  readonly #isAway: (error: unknown) => boolean;
  #waiting: Pending[] = [];
  #running = 0;
  #scheduled = false;
  #idle: (() => void)[] = [];

  constructor(options: {
    runTransaction: RunTransaction;
    maxConcurrent: number;
    onBatch: (size: number) => void;
    /** Whether an error is the database's and not an item's. */
    isAway: (error: unknown) => boolean;
  }) {
    this.#runTransaction = options.runTransaction;
    this.#maxConcurrent = options.maxConcurrent;
    this.#onBatch = options.onBatch;
    this.#isAway = options.isAway;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add<Item, Result>(write: GroupedWrite<Item, Result>, item: Item): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(new TooManyWaitingWrites());
    return new Promise<Result>((resolve, reject) => {
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
  async drained(): Promise<void> {
    if (this.#running === 0 && this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** After the requests of this turn of the event loop have been read: they go into one batch. */
  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#maxConcurrent) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  #start(): void {
    if (this.#waiting.length === 0 || this.#running >= this.#maxConcurrent) return;
    const batch = this.#waiting.splice(0, MAX_BATCH);
    this.#running += 1;
    this.#onBatch(batch.length);
    void this.#commit(batch).finally(() => {
      this.#running -= 1;
      if (this.#waiting.length > 0) this.#schedule();
      else if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
    });
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    try {
      const results = await this.#runTransaction((transaction) => apply(transaction, batch));
      batch.forEach((pending, index) => {
        pending.resolve(results[index]);
      });
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) only.reject(error);
      else if (this.#isAway(error)) for (const pending of batch) pending.reject(error);
      else for (const pending of batch) await this.#commit([pending]);
    }
  }
}

/** Runs each kind of write once, with all its items, in the order in which the kinds came in. */
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
