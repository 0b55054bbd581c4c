import { LONGEST_REQUEST_MS } from '../../../platform/http/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import {
  type Claim,
  type IdempotencyKey,
  IdempotencyKeyTaken,
  readFirstAnswer,
} from '../rules/idempotency-key.ts';
import { transactionRefuse } from '../rules/refusals.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { IdempotencyStore } from '../stores/idempotency-store.ts';
import type { TransactionStore } from '../stores/store.ts';
import type { UnstoredOutcomes } from '../stores/unstored-outcomes.ts';
import { type HashedRequest, hashRequest, type KeyedRequest, type LeftOut } from './key.ts';

/** Every further try follows only after another request claimed or freed the key at that moment. */
const MAX_LOOKS = 8;
const RETRY_AFTER_SECONDS = 1;

export interface OnceDependencies {
  readonly keys: IdempotencyStore;
  readonly transactions: Pick<TransactionStore, 'find'>;
  readonly clock: Clock;
  readonly hmacKey: Buffer;
  readonly leftOut: LeftOut;
  /** This instance's name in the claims it makes. */
  readonly holder: string;
  readonly unstored: Pick<UnstoredOutcomes, 'answerOf'>;
  /** Whether an instance is still serving. */
  isAlive(instance: string): Promise<boolean>;
}

/**
 * Runs a request with an idempotency key once (docs/contract/decided.md 3). The first run receives the claim,
 * to be written in its first commit; all others with the same key get its answer, which `again` builds from
 * the record. Throws idempotency_running while the first one runs, idempotency_mismatch for a different
 * request, and whatever `run` throws.
 */
export type Once = <Ran extends { readonly kind: string }>(
  request: KeyedRequest,
  run: (claim: Claim) => Promise<Ran>,
  again: (transaction: Transaction, first: Answered) => Promise<Ran> | Ran,
) => Promise<Ran>;

/** How the first request with a key was answered: `lost` when nobody knows any more. */
export type Answered = 'done' | 'refused' | 'lost';

export function createOnce(dependencies: OnceDependencies): Once {
  const { keys, clock, hmacKey, leftOut, holder } = dependencies;
  /** Fingerprints of the requests this instance is serving, by key id. */
  const running = new Map<string, string>();

  const refuseIfRunning = ({ id, fingerprint }: HashedRequest): void => {
    const first = running.get(id);
    if (first === undefined) return;
    throw first === fingerprint ? stillRunning() : transactionRefuse('idempotency_mismatch');
  };

  /** Undefined when another instance claimed the key first: the refusal may be an effect of that request. */
  const runFirst = async <Ran extends { readonly kind: string }>(
    { id, fingerprint }: HashedRequest,
    run: (claim: Claim) => Promise<Ran>,
  ): Promise<Ran | undefined> => {
    running.set(id, fingerprint);
    try {
      const ran = await run({ id, fingerprint, holder, createdAt: clock.now() });
      return ran.kind === 'refused' && (await keys.find(id)) ? undefined : ran;
    } catch (error) {
      const isTaken = error instanceof IdempotencyKeyTaken;
      if (isTaken || (error instanceof Refusal && (await keys.find(id)))) return undefined;
      throw error;
    } finally {
      running.delete(id);
    }
  };

  return async (request, run, again) => {
    const hashed = hashRequest(hmacKey, request, leftOut);
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      refuseIfRunning(hashed);
      const key = await keys.find(hashed.id);
      // Another request may have started during the look-up.
      refuseIfRunning(hashed);
      if (!key) {
        const ran = await runFirst(hashed, run);
        if (ran) return ran;
        continue;
      }
      if (key.fingerprint !== hashed.fingerprint) throw transactionRefuse('idempotency_mismatch');
      const answer = await firstAnswer(dependencies, request.merchantId, key);
      if (answer) return again(answer.transaction, answer.answered);
    }
    throw stillRunning();
  };
}

/**
 * Undefined when the key was freed meanwhile. When the first answer is lost, the current record is the
 * answer.
 */
async function firstAnswer(
  dependencies: OnceDependencies,
  merchantId: number,
  key: IdempotencyKey,
): Promise<{ readonly transaction: Transaction; readonly answered: Answered } | undefined> {
  const { keys, transactions, unstored } = dependencies;
  if (key.answer === undefined && (await isRunningElsewhere(dependencies, key))) throw stillRunning();
  // A request served here may have ended since the key was read.
  const settled = key.answer === undefined ? await keys.find(key.id) : key;
  if (!settled) return undefined;
  const transaction = await transactions.find(merchantId, settled.transactionId);
  if (!transaction) throw new Error(`the transaction of idempotency key ${key.id} is gone`);
  if (settled.answer === undefined) {
    const result = unstored.answerOf(key.id);
    if (!result) return { transaction, answered: 'lost' };
    return { transaction: { ...transaction, result }, answered: 'done' };
  }
  const { result, isRefused } = readFirstAnswer(settled.answer);
  return { transaction: { ...transaction, result }, answered: isRefused ? 'refused' : 'done' };
}

async function isRunningElsewhere(
  { holder, clock, isAlive }: OnceDependencies,
  key: IdempotencyKey,
): Promise<boolean> {
  if (key.holder === holder || clock.now() - key.createdAt > LONGEST_REQUEST_MS) return false;
  return isAlive(key.holder);
}

function stillRunning() {
  return transactionRefuse('idempotency_running', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
