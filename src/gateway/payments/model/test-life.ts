import assert from 'node:assert/strict';
import type { TestEngine } from '../../../../test/support/databases.ts';
import type { RequestedMovement } from '../../transactions/movements/plan.ts';
import { type Change, changed } from '../../transactions/rules/change.ts';
import type { Status, Transaction } from '../../transactions/rules/transaction.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';
import {
  type TestSaleOrder,
  testAuthenticationPages,
  testBuyerPayment,
  testNewIntention,
  testNewTransaction,
} from '../../transactions/test-sale.ts';
import { MERCHANT, openTestWorld, type TestWorld } from '../test-world.ts';
import { createOperations, emptyWorld } from './test-operations.ts';
import type { Trouble } from './test-trouble.ts';

const SALE_KEY = 'sale';
const ORIGIN = { kind: 'merchant' } as const;
/** A buyer who comes after this many others sends the form of the first one again. */
const FORMS = 3;
/** Longer than any life here. */
const LINK_LIFE_MS = 365 * 24 * 60 * 60_000;

export interface ModelSale {
  readonly card: string;
  readonly order: TestSaleOrder;
  /** Sold by a link that may be paid once: each request is a buyer of its own. */
  readonly isByLink?: true;
  /** A rule names a second acquirer. */
  readonly isRouted?: true;
}

export interface ModelMovement {
  readonly wanted: RequestedMovement;
  readonly amount: number | undefined;
  readonly key: string | undefined;
}

/** A commit that went through. */
export interface Written {
  readonly id: string;
  readonly version: number;
  readonly status: Status;
  readonly isFirstOutcome: boolean;
  readonly withoutPostback: boolean;
  /** Although its status stays. */
  readonly isTold: boolean;
}

/** One payment on an empty database: sold, moved and queried by instances that die. */
export async function newLife(world: TestWorld, about: ModelSale) {
  await emptyWorld(world);
  world.goElsewhere(about.isRouted === true);
  const { simulator } = world;
  const notifiedBefore = world.notified.length;
  const attentionBefore = world.attention.length;
  const written: Written[] = [];
  const sentTo: string[] = [];
  const operations = createOperations(world, recorded(world.store, written, sentTo));
  const { run } = operations;
  let buyers = 0;

  const current = async (): Promise<Transaction | undefined> =>
    (await world.store.list({ merchantId: MERCHANT, limit: 1 }))[0];

  return {
    ...operations,
    written,
    current,
    /** The addresses that buyers were sent to, the last one of the newest attempt. */
    sentTo: () => sentTo,
    notified: () => world.notified.slice(notifiedBefore),
    attention: () => world.attention.slice(attentionBefore),
    book: () => simulator.control.book({ limit: 100 }),
    about,
    sell: (trouble?: Trouble) =>
      run('sell', trouble, async ({ payments }) => {
        const caller = { merchantId: MERCHANT, origin: ORIGIN } as const;
        const idempotency = { key: SALE_KEY, content: about.card };
        const sale = testNewTransaction(about.card, about.order);
        if (!about.isByLink) return payments.sell({ ...caller, sale, idempotency });
        const intention = testNewIntention(sale, world.now() + LINK_LIFE_MS);
        const { transaction } = await payments.intend({ ...caller, intention, idempotency });
        buyers += 1;
        return payments.pay({
          transaction: (await payments.find(MERCHANT, transaction.id)) ?? transaction,
          origin: { kind: 'checkout', requestId: `buyer-${buyers}` },
          payment: testBuyerPayment(sale),
          idempotencyKey: `form-${buyers % FORMS}`,
        });
      }),
    move: ({ wanted, amount, key: idempotencyKey }: ModelMovement, trouble?: Trouble) =>
      run(`${wanted} ${amount ?? 'all'}`, trouble, async ({ payments }) => {
        const transaction = await current();
        if (!transaction) return;
        const moved = await payments[wanted]({
          merchantId: MERCHANT,
          transactionId: transaction.id,
          origin: ORIGIN,
          amount,
          idempotencyKey,
        });
        if (moved.kind === 'refused') throw moved.refusal;
      }),
  };
}

export type Life = Awaited<ReturnType<typeof newLife>>;

export const openLifeWorld = (engine: TestEngine): Promise<TestWorld> => openTestWorld(engine);

/** What provably charged nothing: only then a payment may go to another acquirer. */
const NOTHING_CHARGED: ReadonlySet<string> = new Set(['not_sent', 'invalid', 'declined']);

/** How often a payment went to a second acquirer, in all lives. */
export const sentElsewhere = { count: 0 };

function checkSentElsewhere({ attempt, newAttempt, transaction: { order } }: Change): void {
  if (!attempt || !newAttempt || attempt.to.provider === newAttempt.provider) return;
  assert.ok(NOTHING_CHARGED.has(attempt.to.state), `sent elsewhere after ${attempt.to.state}`);
  assert.equal(attempt.from, 'sending');
  assert.equal(attempt.to.provider, order.provider, 'no third acquirer');
  sentElsewhere.count += 1;
}

export function recorded(store: TransactionStore, written: Written[], sentTo: string[]): TransactionStore {
  const note = (
    { id, version, result }: Transaction,
    { isFirstResult = false, withoutPostback = false, isTold = false }: Partial<Change> = {},
  ) => {
    written.push({
      ...{ id, version, status: result.status },
      ...{ isFirstOutcome: isFirstResult, withoutPostback, isTold },
    });
  };
  return {
    ...store,
    insertSale: async (begin) => {
      await store.insertSale(begin);
      note(begin.transaction);
    },
    change: async (change) => {
      checkSentElsewhere(change);
      const isOurs = await store.change(change);
      if (isOurs && change.rowBeside) {
        sentTo.push(testAuthenticationPages.redirectUrlOf(changed(change)) ?? '');
      }
      if (isOurs) note(changed(change), change);
      return isOurs;
    },
  };
}
