import type { SlipAddress } from '../../../providers/index.ts';
import { mergedCustomer } from '../../../transactions/rules/merged-customer.ts';
import type { Customer } from '../../../transactions/rules/order.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import type { SlipSale } from '../prepare.ts';
import { dueDayOf, type SlipOffer } from './slip-offer.ts';

/** A buyer's wish for a slip, with what banks ask of who pays. */
export interface SlipChoice {
  readonly kind: 'bankSlip';
  readonly customer: Customer;
  readonly address: SlipAddress;
}

/** The intention as a sale by slip. */
export function slipSaleOfOffer(
  { amount, referenceId, order }: Pick<Transaction, 'amount' | 'referenceId' | 'order'>,
  offer: SlipOffer,
  { customer, address }: SlipChoice,
  today: string,
): SlipSale {
  const { provider: _, providerVersion: __, payment: ___, intention, ...common } = order;
  const { payableDaysAfterDue, instructions, guarantor, interest, fine, provider } = offer;
  return {
    referenceId,
    amount: intention?.amount ?? amount,
    provider,
    order: {
      ...common,
      // A slip names who pays it.
      customer: mergedCustomer(customer, intention?.customer ?? order.customer),
      intention: undefined,
      payment: {
        kind: 'bankSlip',
        ...{ dueOn: dueDayOf(offer, today), payableDaysAfterDue, instructions, guarantor, interest, fine },
        ...{ discounts: [], phone: undefined, address },
      },
    },
  };
}
