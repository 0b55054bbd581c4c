import { readPixNotice } from '../../../providers/pix-notice.ts';
import { Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import { newReference } from '../../../transactions/test-sale.ts';
import type { Payments } from '../../payments.ts';
import { MERCHANT } from '../../test-world.ts';
import { recorded, type Written } from '../test-life.ts';
import { emptyWorld } from '../test-operations.ts';
import type { PixTrouble } from './test-pix-trouble.ts';
import { createPixOperations, emptyPixWorld, type ModelAccount, type PixWorld } from './test-pix-world.ts';

const ORIGIN = { kind: 'merchant' } as const;
const DAY_MS = 24 * 60 * 60_000;

export interface ModelPix {
  /** Its last two digits decide what happens at the bank. */
  readonly amount: number;
  readonly lifeMs: number;
  /** The shop keeps surplus. */
  readonly keeps: boolean;
}

export interface ModelVoid {
  readonly amount: number | undefined;
  readonly key: string | undefined;
}

export type Paying = 'as asked' | 'late or twice' | 'another amount';

/** One Pix on an empty database: sold, paid, canceled and given back by instances that die. */
export async function newPixLife(world: PixWorld, about: ModelPix) {
  const expiresAt = world.now() + about.lifeMs;
  const life = await newChargeLife(world, about, {
    amount: about.amount,
    payment: { kind: 'pix', key: 'RANDOM_KEY', expiresAt },
  });
  return {
    ...life,
    about,
    /** Until then looks find nothing new, unless money comes. */
    nothingNewUntil: async () => ((await life.current())?.result.status === Status.intention ? expiresAt : 0),
    /** The buyer pays; the bank may not take it. */
    pay: async (how: Paying): Promise<void> => {
      const [charge] = await life.book();
      if (!charge) return;
      const amount = how === 'another amount' ? { amount: charge.amount + 1 } : {};
      const asked = { txid: charge.txid, force: how !== 'as asked', ...amount };
      await world.bank.control.pay(asked).catch(() => undefined);
    },
  };
}

export type PixLife = Awaited<ReturnType<typeof newPixLife>>;

/** The life of what a buyer pays by himself. */
export type ChargeLife = Omit<PixLife, 'about'>;

type SoldSale = Parameters<Payments['sell']>[0]['sale'];

interface ModelSold {
  readonly amount: number;
  readonly payment: SoldSale['order']['payment'];
  readonly customer?: SoldSale['order']['customer'];
}

/** What a life of any kind of charge consists of, on an empty database, but for who pays. */
export async function newChargeLife(
  world: PixWorld,
  account: ModelAccount,
  { amount, payment, customer }: ModelSold,
) {
  await emptyWorld(world);
  await emptyPixWorld(world);
  const notifiedBefore = world.notified.length;
  const attentionBefore = world.attention.length;
  const written: Written[] = [];
  const operations = createPixOperations(world, recorded(world.store, written, []), account);
  const { run } = operations;
  const book = () => world.bank.control.book({ limit: '500' });
  const current = async (): Promise<Transaction | undefined> =>
    (await world.store.list({ merchantId: MERCHANT, limit: 1 }))[0];

  return {
    ...operations,
    written,
    current,
    book,
    notified: () => world.notified.slice(notifiedBefore),
    attention: () => world.attention.slice(attentionBefore),
    sell: (trouble?: PixTrouble) =>
      run('sell', trouble, ({ payments }) =>
        payments.sell({
          merchantId: MERCHANT,
          origin: ORIGIN,
          idempotency: { key: 'sale', content: amount },
          sale: {
            referenceId: undefined,
            amount,
            provider: undefined,
            order: {
              description: undefined,
              postBackUrl: 'https://shop.test/',
              returnUrl: undefined,
              customer,
              intention: undefined,
              chargeId: undefined,
              payment,
            },
          } as SoldSale,
        }),
      ),
    void: ({ amount, key: idempotencyKey }: ModelVoid, trouble?: PixTrouble) =>
      run(`void ${amount ?? 'all'}`, trouble, async ({ payments }) => {
        const transaction = await current();
        if (!transaction) return;
        const transactionId = transaction.id;
        const asked = { merchantId: MERCHANT, transactionId, origin: ORIGIN, amount, idempotencyKey };
        const moved = await payments.void(asked);
        if (moved.kind === 'refused') throw moved.refusal;
      }),
    /** Those that the bank has sent until now arrive, and may arrive again later. */
    notice: (which: 'all' | 'last' | 'forged') =>
      run(`${which} notices`, undefined, async ({ pix }) => {
        const [charge] = await book();
        const forged = { endToEndId: `E${newReference()}`, txid: charge?.txid, reference: charge?.reference };
        const sent = which === 'last' ? world.notices.slice(-1) : world.notices;
        const named = which === 'forged' ? [forged] : sent.flatMap(readPixNotice);
        await pix.noticed({ accountId: 0, references: named.flatMap(({ reference }) => reference ?? []) });
      }),
    look: (trouble?: PixTrouble) =>
      run('look', trouble, async ({ pix }) => {
        await pix.job.run(new AbortController().signal);
        // A run does not wait for a bank that hangs; this one is over when all has been answered.
        await pix.close();
      }),
    /** What happens at the bank by itself. */
    bank: () => world.bank.job.run(new AbortController().signal),
    /** When something is due at all, here or at the bank. */
    nextDue: async (): Promise<number | undefined> => {
      const transaction = await current();
      const cases = transaction ? await world.casesOf(transaction.id) : [];
      const charges = transaction ? await world.charges.ofTransaction(transaction.id) : [];
      const payments = transaction ? await world.charges.paymentsOf(transaction.id) : [];
      const atBank = await world.bankStorage.due(world.now() + DAY_MS, 1);
      const due = [
        ...cases.filter(({ state }) => state === 'open').map(({ nextAt }) => nextAt),
        ...[...charges, ...payments].flatMap(({ nextAt }) => nextAt ?? []),
        ...atBank.flatMap(({ charge }) => charge.agenda.map(({ at }) => at)),
      ];
      return due.length === 0 ? undefined : Math.min(...due);
    },
  };
}
