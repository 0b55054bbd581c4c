import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { linkStateOf, newCode, type PaymentLink } from '../../src/gateway/checkout/links/payment-link.ts';
import { createPaymentLinkStore } from '../../src/gateway/checkout/links/store.ts';
import { intentionExpiry } from '../../src/gateway/intentions/end-intention.ts';
import { createOperations, emptyWorld } from '../../src/gateway/payments/model/test-operations.ts';
import { PLAIN } from '../../src/gateway/payments/model/test-sales.ts';
import type { Trouble } from '../../src/gateway/payments/model/test-trouble.ts';
import { MERCHANT, type TestWorld } from '../../src/gateway/payments/test-world.ts';
import { createIntentionStore } from '../../src/gateway/transactions/stores/intention-store.ts';
import {
  testBuyerPayment,
  testNewIntention,
  testNewTransaction,
} from '../../src/gateway/transactions/test-sale.ts';

const AMOUNT = 1_000;
const VISIT_MS = 60 * 60_000;
const MERCHANT_ORIGIN = { kind: 'merchant' } as const;

/** A buyer who sends a form of the link's page. */
export interface LinkBuyer {
  /** The same form again is the same visit. */
  readonly form: number;
  readonly card: string;
  /** Comes back to the page of the visit's own payment, whatever the link's own page says by now. */
  readonly comesBack: boolean;
}

interface LinkAbout {
  readonly maxUses: number;
  /** Undefined: it does not expire. */
  readonly lifeMs: number | undefined;
}

/** The links of this world are made without an Idempotency-Key. */
function unkeyed(): never {
  throw new Error('no link has a key here');
}

/** One reusable link on an empty database, paid, deactivated and canceled through instances that die. */
export async function newLinkLife(world: TestWorld, about: LinkAbout) {
  await emptyWorld(world);
  const operations = createOperations(world, world.store);
  const { run } = operations;
  const links = createPaymentLinkStore(world.database, unkeyed);
  const link = linkOf(about, world.now());
  await links.insert(link);
  const ofForm = new Map<number, string>();

  const stored = async (): Promise<PaymentLink> => {
    const found = await links.find(MERCHANT, link.id);
    assert.ok(found);
    return found;
  };
  const transactions = () => world.store.list({ merchantId: MERCHANT, limit: 100 });

  return {
    ...operations,
    about,
    stored,
    transactions,
    charges: () => world.simulator.control.book({ limit: 200 }),
    /** As the pages do it: the link's page makes an intention and tries to pay it. */
    buy: ({ form, card, comesBack }: LinkBuyer, trouble?: Trouble) =>
      run(`form ${form}`, trouble, async ({ payments }) => {
        const known = ofForm.get(form);
        const now = world.now();
        if (!(comesBack && known) && linkStateOf(await stored(), now) !== 'open') return;
        const sale = testNewTransaction(card, { payment: { capture: true } });
        const made = async () => {
          const expiresAt = Math.min(link.expiresAt ?? now + VISIT_MS, now + VISIT_MS);
          const intention = { ...testNewIntention(sale, expiresAt), linkId: link.id };
          const { transaction } = await payments.intend({
            merchantId: MERCHANT,
            origin: { kind: 'checkout', requestId: `form-${form}` },
            intention,
            idempotency: { key: `form ${form}`, content: [AMOUNT] },
          });
          return transaction.id;
        };
        const id = comesBack && known ? known : await made();
        ofForm.set(form, id);
        const transaction = await payments.find(MERCHANT, id);
        assert.ok(transaction);
        await payments.pay({
          transaction,
          origin: { kind: 'checkout', requestId: `form-${form}` },
          payment: testBuyerPayment(sale),
          idempotencyKey: `form ${form} ${card}`,
        });
      }),
    /** The merchant cancels a visit's payment: one that waits, or a paid one. */
    cancel: (form: number, trouble?: Trouble) =>
      run(`cancel ${form}`, trouble, async ({ payments }) => {
        const transactionId = ofForm.get(form);
        if (transactionId === undefined) return;
        const moved = await payments.void({
          merchantId: MERCHANT,
          transactionId,
          origin: MERCHANT_ORIGIN,
          amount: undefined,
          idempotencyKey: undefined,
        });
        if (moved.kind === 'refused') throw moved.refusal;
      }),
    setActive: (active: boolean) => links.edit(link, { active }, world.now()),
    expire: () =>
      intentionExpiry({
        store: world.store,
        intentions: createIntentionStore(world.database),
        clock: { now: world.now },
        timeScale: 1,
      }).run(new AbortController().signal),
  };
}

export type LinkLife = Awaited<ReturnType<typeof newLinkLife>>;

function linkOf({ maxUses, lifeMs }: LinkAbout, now: number): PaymentLink {
  const { offers } = testNewIntention(testNewTransaction(PLAIN, { payment: { capture: true } }), 0);
  return {
    id: randomUUIDv7(),
    merchantId: MERCHANT,
    code: newCode(),
    name: 'link',
    description: undefined,
    amount: AMOUNT,
    minAmount: undefined,
    maxAmount: undefined,
    maxUses,
    uses: 0,
    expiresAt: lifeMs === undefined ? undefined : now + lifeMs,
    active: true,
    productId: undefined,
    createdAt: now,
    updatedAt: now,
    terms: {
      referenceId: undefined,
      postBackUrl: undefined,
      returnUrl: undefined,
      offers,
    },
  };
}
