import { type Clock, Refusal } from '../../../platform/index.ts';
import {
  type Claim,
  IdempotencyKeyTaken,
  type IdempotencyRow,
  type IdempotencyStore,
  type Result,
  type Transaction,
  type TransactionStore,
  transactionRefuse,
} from '../record/index.ts';
import { type HashedRequest, hashRequest, type KeyedRequest } from './key.ts';

/** Each further one only because the key was claimed or freed by somebody else at that very moment. */
const MAX_LOOKS = 8;
/** Longer than any request runs: one that was claimed before and has no answer lost its outcome. */
const LONGEST_RUN_MS = 150_000;
const RETRY_AFTER_SECONDS = 1;

export interface OnceDependencies {
  readonly keys: IdempotencyStore;
  readonly transactions: Pick<TransactionStore, 'find'>;
  readonly clock: Clock;
  readonly hmacKey: Buffer;
  /** This instance, in what it has under way. */
  readonly holder: string;
  /** Whether an instance still serves. */
  isAlive(instance: string): Promise<boolean>;
}

/**
 * Does a request that has an idempotency key once (decisions 3): the first runs with the claim to write in the commit
 * that states what it asks for, all others with the same key get its answer. Throws idempotency_running while the first
 * runs and idempotency_mismatch for another request; and what `run` throws, which leaves the key as `run` left it.
 */
export type Once = (
  request: KeyedRequest,
  run: (claim: Claim) => Promise<Transaction>,
) => Promise<Transaction>;

export function createOnce(dependencies: OnceDependencies): Once {
  const { keys, clock, hmacKey, holder } = dependencies;
  /** Fingerprints of the requests that this instance is serving, by the id of their keys. */
  const running = new Map<string, string>();

  const refuseIfRunning = ({ id, fingerprint }: HashedRequest): void => {
    const first = running.get(id);
    if (first === undefined) return;
    throw first === fingerprint ? stillRunning() : transactionRefuse('idempotency_mismatch');
  };

  /** Undefined when another instance claimed the key first: what was refused may be what that one brought about. */
  const runFirst = async (
    { id, fingerprint }: HashedRequest,
    run: (claim: Claim) => Promise<Transaction>,
  ): Promise<Transaction | undefined> => {
    running.set(id, fingerprint);
    try {
      return await run({ id, fingerprint, holder, created_at: clock.now() });
    } catch (error) {
      const isTaken = error instanceof IdempotencyKeyTaken;
      if (isTaken || (error instanceof Refusal && (await keys.find(id)))) return undefined;
      throw error;
    } finally {
      running.delete(id);
    }
  };

  return async (request, run) => {
    const hashed = hashRequest(hmacKey, request);
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      refuseIfRunning(hashed);
      const row = await keys.find(hashed.id);
      // Another request may have begun while the key was looked for.
      refuseIfRunning(hashed);
      if (row && row.fingerprint !== hashed.fingerprint) throw transactionRefuse('idempotency_mismatch');
      const answer = row
        ? await firstAnswer(dependencies, request.merchantId, row)
        : await runFirst(hashed, run);
      if (answer) return answer;
    }
    throw stillRunning();
  };
}

/** Undefined when the key was freed meanwhile. Without an answer, which a crash prevented, the record as it stands. */
async function firstAnswer(
  dependencies: OnceDependencies,
  merchantId: number,
  row: IdempotencyRow,
): Promise<Transaction | undefined> {
  const { keys, transactions } = dependencies;
  if (row.answer === null && (await isRunningElsewhere(dependencies, row))) throw stillRunning();
  // One that this instance served may have ended since the row was read.
  const settled = row.answer === null ? await keys.find(row.id) : row;
  if (!settled) return undefined;
  const transaction = await transactions.find(merchantId, settled.transaction_id);
  if (!transaction) throw new Error(`the transaction of idempotency key ${row.id} is gone`);
  return settled.answer === null
    ? transaction
    : { ...transaction, result: JSON.parse(settled.answer) as Result };
}

async function isRunningElsewhere(
  { holder, clock, isAlive }: OnceDependencies,
  row: IdempotencyRow,
): Promise<boolean> {
  if (row.holder === holder || clock.now() - row.created_at > LONGEST_RUN_MS) return false;
  return isAlive(row.holder);
}

function stillRunning() {
  return transactionRefuse('idempotency_running', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
