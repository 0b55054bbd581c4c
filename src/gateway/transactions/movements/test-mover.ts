import assert from 'node:assert/strict';
import type { TestEngine } from '../../../../test/support/databases.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createKnownAges } from '../../../platform/time/known-ages.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import type { Capabilities, CardAcquirer, MinorUnits, MoveOutcome } from '../../providers/index.ts';
import { createRecoverySchedule } from '../rules/schedule.ts';
import { newResult, type Result, Status, type Transaction } from '../rules/transaction.ts';
import type { TransactionStore } from '../stores/store.ts';
import { createUnstoredOutcomes } from '../stores/unstored-outcomes.ts';
import { openTestRoom } from '../test-room.ts';
import { beginTestSale, endTestSale, HOLDER, newReference } from '../test-sale.ts';
import { move } from './move.ts';
import type { MoveDependencies, MoveRequest } from './move-request.ts';

export const answer = { rawCode: '0', rawMessage: 'ok', httpStatus: 200 };
const decline = {
  code: '53',
  message: 'Saldo insuficiente.',
  declineClass: 'hard',
  reversible: false,
} as const;
export const declined: MoveOutcome = { outcome: 'declined', decline, answer };
export const done = (amount: MinorUnits): MoveOutcome => ({ outcome: 'done', amount, answer });

export const AUTHORIZED = newResult(Status.authorized, { providerReference: 'T1', providerCode: '00' });
export const CAPTURED: Result = { ...AUTHORIZED, status: Status.captured, capturedAmount: 1000 };
const capabilities = {
  capture: { later: true, partial: true, multiple: true, windowDays: 30 },
  voidBeforeCapture: 'partial',
  refund: { partial: true, multiple: true, windowDays: 90, asynchronous: true },
  timing: { connectMs: 1, authorizeMs: 1, otherMs: 1, maxProcessingMs: 30_000 },
} as Partial<Capabilities>;

interface Call {
  readonly kind: string;
  readonly amount: MinorUnits | undefined;
  readonly theirId: string | undefined;
  readonly accountId: string;
  readonly refundReference?: string;
}

/** The real use case on a real database; only the acquirer is faked. */
export async function openMover(engine: TestEngine) {
  const room = await openTestRoom(engine);
  const { store } = room;

  /** Inserts an approved transaction. */
  async function stored(result: Result): Promise<Transaction> {
    const createdAt = Date.now();
    const begun = await beginTestSale(store, { createdAt, updatedAt: createdAt }, { accountId: 3 });
    const outcome = { outcome: 'approved', captured: false, answer: { theirId: 'T1' } } as const;
    return endTestSale(store, begun, outcome, { result });
  }

  /** The acquirer is outside the system: it answers what the test says and its calls are recorded. */
  function through(
    answers: (call: Call, calls: number) => Promise<MoveOutcome> | MoveOutcome,
    options: { store?: Partial<TransactionStore>; isAlive?: () => boolean } = {},
  ) {
    const calls: Call[] = [];
    const outcomes: string[] = [];
    const errors: unknown[] = [];
    const unstored = createUnstoredOutcomes();
    const say = (call: Call) => {
      calls.push(call);
      return answers(call, calls.length);
    };
    const connector = {
      provider: 'REDE',
      capabilities: () => capabilities,
      authorize: () => Promise.reject(new Error('a movement authorizes nothing')),
      capture: async ({ theirId, account }, amount) =>
        say({ kind: 'capture', amount, theirId, accountId: account.accountId }),
      void: async ({ theirId, account }, amount) =>
        say({ kind: 'void', amount, theirId, accountId: account.accountId }),
      refund: async ({ theirId, account }, amount, refundReference) =>
        say({ kind: 'refund', amount, theirId, accountId: account.accountId, refundReference }),
    } as Partial<CardAcquirer> as CardAcquirer;
    const dependencies: MoveDependencies = {
      kinds: PAYMENT_KINDS,
      store: { ...store, ...options.store },
      acquirers: {
        routeOf: async ({ accountId }) => ({
          connector,
          accountId,
          settings: async () => ({ accountId: String(accountId), settings: {} }),
        }),
      },
      clock: { now: Date.now },
      schedule: createRecoverySchedule(1),
      holder: HOLDER,
      createFence: async () => options.isAlive ?? (() => true),
      newReference,
      unstored,
      ages: createKnownAges(),
      onMovement: (_, kind, outcome) => outcomes.push(`${kind} ${outcome}`),
      onOutcomeNotStored: (error) => errors.push(error),
    };
    const ask = (transaction: Transaction, wanted: MoveRequest['wanted'], over: Partial<MoveRequest> = {}) =>
      move(dependencies, {
        merchantId: 1,
        transactionId: transaction.id,
        wanted,
        amount: undefined,
        origin: { kind: 'merchant', requestId: 'request-1' },
        idempotency: undefined,
        ...over,
      });
    /** The record afterwards. Throws the refusal when nothing was moved. */
    const run = async (...parameters: Parameters<typeof ask>): Promise<Transaction> => {
      const result = await ask(...parameters);
      if (result.kind === 'refused') throw result.refusal;
      return result.transaction;
    };
    return { ask, run, calls, outcomes, errors, unstored };
  }

  const now = async ({ id }: Transaction) => {
    const found = await store.find(1, id);
    assert.ok(found);
    return found;
  };
  const eventsOf = async ({ id }: Transaction) =>
    (await room.history.of(id))
      .slice(2)
      .map(({ kind, details }) => [kind, 'outcome' in details ? details.outcome : undefined]);
  const statesOf = async ({ id }: Transaction) => (await store.movementsOf(id)).map(({ state }) => state);

  return { ...room, stored, through, now, eventsOf, statesOf };
}

export type Mover = Awaited<ReturnType<typeof openMover>>;

export const refusedAs = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;
