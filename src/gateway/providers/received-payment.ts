import type { MinorUnits } from './capabilities.ts';

/** Who paid, where the bank tells it. */
export interface Payer {
  readonly name?: string;
  /** CPF or CNPJ, letters and digits only, as the bank gives it: some show a part of it. */
  readonly document?: string;
}

/**
 * Money that went back from a received payment. Asked for by us (`original`, then `id` is our refund reference), or taken
 * by the bank after a complaint of the payer (`med_fraud`, `med_error`), which nobody here asked for.
 */
export interface PaymentReturn {
  readonly id: string;
  readonly amount: MinorUnits;
  readonly state: 'done' | 'pending' | 'denied';
  readonly nature: 'original' | 'med_fraud' | 'med_error';
  /** When it was asked for, or its money moved where the bank tells that; milliseconds since 1970. */
  readonly at: number;
  /** Why the bank did not do it, as it says it. */
  readonly reason?: string;
  /** Of `original`: the provider knows no reference of ours, and tells the sum. Any refund of ours may be it. */
  readonly isUnnamed?: true;
}

/** Amounts in minor units. */
export interface PaidDetails {
  readonly interest: MinorUnits;
  readonly fine: MinorUnits;
  readonly discount: MinorUnits;
}

/** Money that arrived at the bank for a charge. Amounts in minor units. */
export interface ReceivedPayment {
  /** 32 letters and digits: unique in the country, for ever. Of what was paid by a barcode, `slipPaymentId`. */
  readonly endToEndId: string;
  /** What the charge is called at the bank; undefined for money that names none. */
  readonly txid?: string;
  readonly amount: MinorUnits;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The receiver's key that was paid. */
  readonly key?: string;
  readonly payer?: Payer;
  /** What of the amount is no part of the price: of a slip that was paid late or early. */
  readonly details?: PaidDetails;
  readonly returns: readonly PaymentReturn[];
}

/** A payment for a charge that is known to be ours. */
export interface ChargePayment extends ReceivedPayment {
  /**
   * Whether the charge is paid by it: at most one payment is. Any other one is a surplus: it came twice, with another amount,
   * or after the charge was removed.
   */
  readonly settles: boolean;
}

/** What went back of a payment, or is on its way: no more can be refunded than what this leaves. */
export function returnedOf({ returns }: Pick<ReceivedPayment, 'returns'>): MinorUnits {
  return returns.reduce((sum, { amount, state }) => (state === 'denied' ? sum : sum + amount), 0);
}
