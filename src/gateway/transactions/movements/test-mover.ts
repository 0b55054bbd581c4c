import assert from 'node:assert/strict';
import type { TestEngine } from '../../../../test/support/databases.ts';
import { Refusal } from '../../../platform/index.ts';
import type { Capabilities, Connector, MinorUnits, MoveOutcome } from '../../acquirers/index.ts';
import {
  createSchedule,
  endOf,
  type Result,
  Status,
  type Transaction,
  type TransactionStore,
} from '../record/index.ts';
import { newReference, openTestRoom, testEvent, testTransaction } from '../test-room.ts';
import { move } from './move.ts';
import type { MoveDependencies, MoveRequest } from './under-way.ts';

export const HOLDER = 'this-one';
export const answer = { rawCode: '0', rawMessage: 'ok', httpStatus: 200 };
const decline = {
  code: '53',
  message: 'Saldo insuficiente.',
  declineClass: 'hard',
  reversible: false,
} as const;
export const declined: MoveOutcome = { outcome: 'declined', decline, answer };
export const done = (amount: MinorUnits): MoveOutcome => ({ outcome: 'done', amount, answer });

export const AUTHORIZED: Result = { status: Status.authorized, providerReference: 'T1', providerCode: '00' };
export const CAPTURED: Result = { ...AUTHORIZED, status: Status.captured, capturedAmount: 1000 };
const capabilities = {
  capture: { later: true, partial: true, multiple: true, windowDays: 30 },
  voidBeforeCapture: 'partial',
  refund: { partial: true, multiple: true, windowDays: 90, asynchronous: true },
} as Partial<Capabilities>;

export interface Call {
  readonly kind: string;
  readonly amount: MinorUnits | undefined;
  readonly theirId: string | undefined;
  readonly accountId: string;
  readonly refundReference?: string;
}

/** The real use case on a real database; only the acquirer is played. */
export async function openMover(engine: TestEngine) {
  const room = await openTestRoom(engine);
  const { store } = room;

  /** A transaction that was approved, in the database. */
  async function stored(result: Result): Promise<Transaction> {
    const begun = testTransaction({ result: { status: Status.pending }, createdAt: Date.now() });
    const reference = newReference();
    const createdAt = Date.now();
    const attempt = { reference, transactionId: begun.id, accountId: 3, holder: HOLDER, createdAt };
    await store.begin({
      transaction: begun,
      attempt,
      idempotency: undefined,
      event: testEvent(begun, 'sent'),
    });
    const end = endOf({ outcome: 'approved', captured: false, answer: { theirId: 'T1' } });
    const transaction = { ...begun, result, version: 1 };
    await store.finish({
      attempt: { reference, end, endedAt: createdAt },
      transaction,
      openCase: undefined,
      authentication: undefined,
      idempotencyId: undefined,
      event: testEvent(transaction, 'answered'),
    });
    return transaction;
  }

  /** The acquirer is the outside world: it answers what the test says, and its calls are kept. */
  function through(
    answers: (call: Call, calls: number) => Promise<MoveOutcome> | MoveOutcome,
    options: { store?: Partial<TransactionStore>; isAlive?: () => boolean } = {},
  ) {
    const calls: Call[] = [];
    const outcomes: string[] = [];
    const errors: unknown[] = [];
    const say = (call: Call) => {
      calls.push(call);
      return answers(call, calls.length);
    };
    const connector = {
      provider: 'REDE',
      capabilities: () => capabilities,
      capture: async ({ theirId, account }, amount) =>
        say({ kind: 'capture', amount, theirId, accountId: account.accountId }),
      void: async ({ theirId, account }, amount) =>
        say({ kind: 'void', amount, theirId, accountId: account.accountId }),
      refund: async ({ theirId, account }, amount, refundReference) =>
        say({ kind: 'refund', amount, theirId, accountId: account.accountId, refundReference }),
    } as Partial<Connector> as Connector;
    const dependencies: MoveDependencies = {
      store: { ...store, ...options.store },
      acquirers: {
        routeOf: async ({ accountId }) => ({
          connector,
          accountId,
          settings: async () => ({ accountId: String(accountId), settings: {} }),
        }),
      },
      clock: { now: Date.now },
      schedule: createSchedule(1),
      holder: HOLDER,
      watchLife: () => options.isAlive ?? (() => true),
      newReference,
      onMovement: (_, kind, outcome) => outcomes.push(`${kind} ${outcome}`),
      onConnectorError: (_, error) => errors.push(error),
      onOutcomeNotStored: (error) => errors.push(error),
    };
    const run = (
      transaction: Transaction,
      wanted: MoveRequest['wanted'],
      over: Partial<MoveRequest> = {},
    ): Promise<Transaction> =>
      move(dependencies, {
        merchantId: 1,
        transactionId: transaction.id,
        wanted,
        amount: undefined,
        origin: { cause: 'merchant', requestId: 'request-1' },
        idempotency: undefined,
        ...over,
      });
    return { run, calls, outcomes, errors };
  }

  const now = async ({ id }: Transaction) => {
    const found = await store.find(1, id);
    assert.ok(found);
    return found;
  };
  const eventsOf = async ({ id }: Transaction) =>
    (await room.history.of(id)).slice(2).map(({ kind, details }) => [kind, details.outcome]);
  const statesOf = async ({ id }: Transaction) => (await store.movementsOf(id)).map(({ state }) => state);

  return { ...room, stored, through, now, eventsOf, statesOf };
}

export type Mover = Awaited<ReturnType<typeof openMover>>;

export const refusedAs = (code: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code;
