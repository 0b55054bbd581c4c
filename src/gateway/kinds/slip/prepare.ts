import type { DerivedTokens } from '../../../platform/derived-tokens.ts';
import { addBankingDays } from '../../../platform/time/banking-days.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import { awaitedCharge } from '../../charges/charge.ts';
import { writeAsked } from '../../charges/open-charge.ts';
import type { MinorUnits, SlipBanks, SlipRequest } from '../../providers/index.ts';
import type { AwaitedAction, PreparedPayment } from '../../transactions/flow/prepared.ts';
import type { Order } from '../../transactions/rules/order.ts';
import type { RowBeside } from '../../transactions/rules/row-beside.ts';
import { CHARGED_BY_SLIP } from './charged-by-slip.ts';
import { mayFallDue } from './due-day.ts';
import { limitRefusal } from './limits.ts';
import type { SlipPayment } from './payment.ts';
import { refuseSlip } from './refusals.ts';
import { slipKind } from './slip-kind.ts';
import { type SlipStore, slipRow } from './slip-store.ts';
import { checkLegalLimits } from './terms.ts';

/** A payment of the last day is known at the bank so many banking days later. */
const DAYS_OF_CLEARING = 3;

/** What a merchant asks for, after the checks that need no look-up. */
export interface SlipSale {
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  /** The bank, in capitals; undefined: the merchant's. */
  readonly provider: string | undefined;
  /** The transaction whose slip was taken back for it. */
  readonly replaces?: string | undefined;
  readonly order: Omit<Order, 'provider' | 'providerVersion' | 'payment'> & {
    readonly payment: Omit<SlipPayment, 'payableUntil' | 'expiresAt'> & {
      readonly payableDaysAfterDue: number;
    };
  };
}

/** What a payment by slip stands on. */
export interface SlipSaleDependencies {
  readonly slipBanks: Pick<SlipBanks, 'route'>;
  readonly slips: Pick<SlipStore, 'nextNumber'>;
  readonly pixTokens: DerivedTokens;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day' | 'startOfDay'>;
  readonly timeScale: number;
}

/** Checks a sale by slip and finds its bank. Throws Refusal when the request is wrong. */
export async function prepareSlip(
  { slipBanks, slips, pixTokens, clock, time, timeScale }: SlipSaleDependencies,
  merchantId: number,
  sale: SlipSale,
): Promise<PreparedPayment> {
  const { payableDaysAfterDue, ...asked } = sale.order.payment;
  const today = time.day(clock.now());
  if (!mayFallDue(asked.dueOn, today)) {
    throw refuseSlip('slip_due_date_invalid', { field: 'payment.bankSlip.expirationDate' });
  }
  checkLegalLimits(sale.amount, asked);
  const route = await slipBanks.route(merchantId, sale.provider);
  if (!route) throw refuseSlip('slip_unavailable', { field: 'payment.bankSlip' });
  const wrong = limitRefusal(route, sale.amount, payableDaysAfterDue);
  if (wrong) throw wrong;
  const payableUntil = daysAfter(asked.dueOn, payableDaysAfterDue);
  const expiresAt = time.startOfDay(daysAfter(addBankingDays(payableUntil, DAYS_OF_CLEARING), 1));
  const payment: SlipPayment = { ...asked, payableUntil, expiresAt };
  const number = await slips.nextNumber();
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
    charge: ({ acquirerReference, account }) =>
      route.connector.create({ ...requestOf(sale, payment, today), acquirerReference, account, number }),
    rowOf: ({ id: transactionId, order }, { reference, createdAt }) =>
      slipRow({
        newSlip: {
          charge: awaitedCharge(
            {
              ...{ reference, transactionId, createdAt, expiresAt, kind: payment.kind },
              accountId: route.accountId,
              provider: route.connector.provider,
              tokenHash: pixTokens.hash(pixTokens.of(reference)),
              asked: order.intention && writeAsked(slipKind, { payment, customer: order.customer }),
            },
            timeScale,
            CHARGED_BY_SLIP.lookEveryMs,
          ),
          row: {
            ...{ reference, number, merchantId, amount: sale.amount },
            ...{ emittedOn: today, dueOn: payment.dueOn, payableUntil },
            ...{ ourNumber: undefined, barcode: undefined, line: undefined, qrCode: undefined },
            ...{ txid: undefined, replaces: sale.replaces },
          },
        },
      }),
    sendAway: (action, { reference }) => ({
      redirectUrl: undefined,
      watchedBy: 'its kind',
      row: rowOfRegistered(action, reference),
    }),
    ended: async () => undefined,
  };
}

/** What the bank registered. */
export function rowOfRegistered({ nextAction }: AwaitedAction, reference: string): RowBeside {
  if (nextAction.kind !== 'slip') throw new Error(`${reference} is a slip without a code`);
  return slipRow({ registered: { reference, slip: nextAction.slip } });
}

function requestOf(
  { amount, order: { customer } }: SlipSale,
  { dueOn, payableUntil, instructions, guarantor, phone, address, interest, fine, discounts }: SlipPayment,
  emittedOn: string,
): Omit<SlipRequest, 'acquirerReference' | 'account' | 'number'> {
  const { name = '', document = '', email } = customer ?? {};
  return {
    ...{ amount, emittedOn, dueOn, payableUntil, guarantor, instructions, interest, fine, discounts },
    payer: { name, document: document.replaceAll(/[^\dA-Za-z]/g, ''), email, phone, address },
  };
}
