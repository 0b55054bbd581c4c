import type { AwaitedCharge } from '../../charges/charge.ts';
import { chargeTriesOf } from '../../charges/open-charge.ts';
import type { MinorUnits, SlipBankTerms } from '../../providers/index.ts';
import type { PreparedPayment } from '../../transactions/flow/prepared.ts';
import type { Offered } from '../../transactions/rules/order.ts';
import type { Transaction } from '../../transactions/rules/transaction.ts';
import { type SlipAddressDependencies, type SlipAtAddress, slipAtAddress } from './at-address.ts';
import { type SlipBeside, type SlipBesideDependencies, slipBeside } from './beside.ts';
import { type LiveSlip, type LiveSlipDependencies, liveSlip } from './live-slip.ts';
import { type NamedDependencies, namedSlips } from './notices/named.ts';
import { offerSlip } from './offer/offer-slip.ts';
import { type SlipChoice, slipSaleOfOffer } from './offer/sale-of-offer.ts';
import { canBeMade, type SlipOffer } from './offer/slip-offer.ts';
import { prepareSlip, type SlipSale, type SlipSaleDependencies } from './prepare.ts';
import { slipKind } from './slip-kind.ts';

/** Payments by slip. How a slip is waited for, paid and removed is the life of all charges (`gateway/charges`). */
export interface Slips {
  /** Checks a sale and finds its bank. Throws Refusal when the request is wrong. */
  prepare(merchantId: number, sale: SlipSale): Promise<PreparedPayment>;
  /** The same of what an intention offers; undefined where its day is over. */
  prepareOffered(
    transaction: Transaction,
    offer: SlipOffer,
    choice: SlipChoice,
  ): Promise<PreparedPayment | undefined>;
  /** Finds the bank of what an intention offers. Undefined where the merchant has none. */
  offer(
    merchantId: number,
    sent: SlipOffer,
    beside: { readonly isAlone: boolean; readonly amount: MinorUnits | undefined },
  ): Promise<Offered | undefined>;
  /** What the merchant's bank takes; undefined where it has none. */
  takenBy(merchantId: number): Promise<SlipBankTerms['slip'] | undefined>;
  /** The slip of an intention that is out, or being made. */
  liveCharge(transaction: Pick<Transaction, 'id'>): Promise<AwaitedCharge | undefined>;
  /** The same, as its buyer is shown it. */
  liveSlip(transaction: Transaction): Promise<LiveSlip | undefined>;
  /** Undefined when it is not paid by slip, and cannot be. */
  besideOf(transaction: Transaction): Promise<SlipBeside | undefined>;
  /** By the token in the address of its page. */
  atAddress(token: string): Promise<SlipAtAddress | undefined>;
  /** The references of slips of an account that a notice of its bank names. */
  named(accountId: number, body: unknown): Promise<readonly string[]>;
  /** The same of a notice of Pix, which names a slip's other half. */
  namedByPix(txids: readonly string[]): Promise<readonly string[]>;
}

export function createSlips(
  dependencies: SlipSaleDependencies &
    SlipBesideDependencies &
    SlipAddressDependencies &
    LiveSlipDependencies &
    NamedDependencies,
): Slips {
  return {
    prepare: (merchantId, sale) => prepareSlip(dependencies, merchantId, sale),
    prepareOffered: async (transaction, offer, choice) => {
      const { time, clock } = dependencies;
      const today = time.day(clock.now());
      if (!canBeMade(offer, today)) return undefined;
      const sale = slipSaleOfOffer(transaction, offer, choice, today);
      return prepareSlip(dependencies, transaction.merchantId, sale);
    },
    offer: (merchantId, sent, beside) => offerSlip(dependencies, merchantId, sent, beside),
    takenBy: async (merchantId) => {
      const route = await dependencies.slipBanks.route(merchantId, undefined);
      return route?.connector.capabilities().slip;
    },
    liveCharge: async ({ id }) => (await chargeTriesOf(dependencies, id, slipKind.kind)).live,
    liveSlip: (transaction) => liveSlip(dependencies, transaction),
    besideOf: (transaction) => slipBeside(dependencies, transaction),
    atAddress: (token) => slipAtAddress(dependencies, token),
    named: (accountId, body) => namedSlips(dependencies, accountId, body),
    namedByPix: (txids) => dependencies.slips.byTxids(txids),
  };
}
