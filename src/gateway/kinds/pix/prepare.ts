import type { DerivedTokens } from '../../../platform/derived-tokens.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { awaitedCharge } from '../../charges/charge.ts';
import { chargeRow } from '../../charges/charge-writes.ts';
import type { BankRoute, Banks, MinorUnits, PixKeyKind } from '../../providers/index.ts';
import type { AwaitedAction, PreparedPayment } from '../../transactions/flow/prepared.ts';
import type { Order } from '../../transactions/rules/order.ts';
import type { RowBeside } from '../../transactions/rules/row-beside.ts';
import type { PixPayment } from './payment.ts';
import { refusePix } from './refusals.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DEFAULT_LIFE = 7 * DAY;
const LONGEST_LIFE = 365 * DAY;

/** What a merchant asks for, after the checks that need no look-up. */
export interface PixSale {
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  /** The bank, in capitals; undefined: the merchant's. */
  readonly provider: string | undefined;
  readonly order: Omit<Order, 'provider' | 'providerVersion' | 'payment'> & {
    readonly payment: {
      readonly kind: 'pix';
      readonly key: PixKeyKind;
      /** Undefined: seven days. */
      readonly expiresAt: number | undefined;
    };
  };
  /** Its buyer can have another code after this one. */
  readonly mayEndSooner?: true;
}

/** What a payment by Pix stands on. */
export interface PixSaleDependencies {
  readonly banks: Banks;
  readonly pixTokens: DerivedTokens;
  readonly clock: Clock;
  readonly timeScale: number;
}

/** Checks a sale by Pix and finds its bank. Throws Refusal when the request is wrong. */
export async function preparePix(
  { banks, pixTokens, clock, timeScale }: PixSaleDependencies,
  merchantId: number,
  sale: PixSale,
): Promise<PreparedPayment> {
  const now = clock.now();
  const { expiresAt: wanted } = sale.order.payment;
  if (wanted !== undefined && (wanted < now + MINUTE || wanted > now + LONGEST_LIFE)) {
    throw refusePix('pix_expiration_invalid', { field: 'payment.pix.expirationDateTime' });
  }
  const route = await banks.route(merchantId, sale.provider);
  if (!route) throw refusePix('pix_unavailable', { field: 'payment.pix' });
  const expiresAt = expiryAt(sale, route, now);
  const payment: PixPayment = { kind: 'pix', key: sale.order.payment.key, expiresAt };
  return {
    order: {
      ...sale.order,
      provider: route.connector.provider,
      providerVersion: route.connector.version,
      payment,
    },
    route,
    mask: '',
    decline: undefined,
    charge: async (names) => route.connector.create({ ...names, ...asked(sale, payment) }),
    rowOf: ({ id: transactionId }, { reference, createdAt }) =>
      chargeRow({
        newCharge: awaitedCharge(
          {
            ...{ reference, transactionId, createdAt, expiresAt, kind: payment.kind },
            accountId: route.accountId,
            provider: route.connector.provider,
            tokenHash: pixTokens.hash(pixTokens.of(reference)),
          },
          timeScale,
        ),
      }),
    sendAway: (action, { reference }) => ({
      redirectUrl: undefined,
      watchedBy: 'its kind',
      row: rowWithCode(action, reference),
    }),
    ended: async () => undefined,
  };
}

/** Where a code can live for so long only, a wish for more is refused; a buyer who is offered to pay later gets another code. */
function expiryAt({ order, mayEndSooner }: PixSale, { connector }: BankRoute, now: number): number {
  const { expiresAt = now + DEFAULT_LIFE } = order.payment;
  const longest = now + (connector.acquirer?.longestLifeMs ?? LONGEST_LIFE);
  const isWished = order.payment.expiresAt !== undefined && !mayEndSooner;
  if (expiresAt > longest && isWished) {
    throw refusePix('pix_life_too_long', { field: 'payment.pix.expirationDateTime' });
  }
  return Math.min(expiresAt, longest);
}

/** The code that the bank answered. */
export function rowWithCode({ nextAction }: AwaitedAction, reference: string): RowBeside {
  if (nextAction.kind !== 'pix') throw new Error(`${reference} is a Pix without a code`);
  return chargeRow({ answered: { reference, code: nextAction.code } });
}

function asked({ amount, order }: PixSale, { key, expiresAt }: PixPayment) {
  const { name, document: written } = order.customer ?? {};
  // Banks take a document without the signs that people write in it.
  const document = written?.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase();
  return {
    amount,
    key,
    expiresAt,
    description: order.description,
    payer: name && document ? { name, document } : undefined,
  };
}
