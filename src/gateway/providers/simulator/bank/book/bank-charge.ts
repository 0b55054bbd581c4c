import type { MinorUnits } from '../../../capabilities.ts';
import type { PaidDetails, Payer, PaymentReturn } from '../../../received-payment.ts';
import type { BankSlip } from './bank-slip.ts';

/** Money that went back, or was to go. */
export interface BankReturn extends PaymentReturn {
  /** What the bank itself calls it. */
  readonly bankId: string;
}

/** Money that arrived for a charge. */
export interface BankPayment {
  readonly endToEndId: string;
  readonly amount: MinorUnits;
  readonly at: number;
  readonly payer: Payer;
  /** Of a slip. */
  readonly details?: PaidDetails;
  /** Whether the charge was paid by it. */
  readonly settles: boolean;
  readonly returns: readonly BankReturn[];
}

/** What will happen to a charge by itself. Times are those of the bank's clock, the time scale counted in. */
export type Happening =
  | {
      readonly kind: 'pay';
      readonly at: number;
      /** Of a slip: by its Pix, also where its barcode was paid already. */
      readonly byPix?: true;
    }
  | { readonly kind: 'take_back'; readonly at: number; readonly endToEndId: string }
  | { readonly kind: 'end_refund'; readonly at: number; readonly endToEndId: string; readonly id: string }
  | {
      readonly kind: 'tell';
      readonly at: number;
      /** Of a payment that may not have arrived yet. */
      readonly endToEndId: string;
      /** Sent so many times, and not taken. */
      readonly tries: number;
    };

/** A charge in the simulated bank's book. Amounts in centavos, times in milliseconds since 1970. */
export interface BankCharge {
  readonly txid: string;
  readonly accountId: string;
  /** The end of the address that stands in its code: 256 random bits. */
  readonly token: string;
  readonly amount: MinorUnits;
  readonly key: string;
  readonly description: string | undefined;
  readonly debtor: { readonly name: string; readonly document: string } | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: 'active' | 'paid' | 'removed';
  /** Counts what was changed at the bank by calls. */
  readonly revision: number;
  readonly payments: readonly BankPayment[];
  /** Undefined: it is paid by Pix alone. */
  readonly slip?: BankSlip | undefined;
  readonly agenda: readonly Happening[];
}

/** When something happens to it next by itself. */
export function dueAtOf({ agenda }: Pick<BankCharge, 'agenda'>): number | undefined {
  return agenda.length === 0 ? undefined : Math.min(...agenda.map(({ at }) => at));
}

export function bankPaymentOf(charge: BankCharge, endToEndId: string): BankPayment | undefined {
  return charge.payments.find((payment) => payment.endToEndId === endToEndId);
}

export function settlingPaymentOf({ payments }: Pick<BankCharge, 'payments'>): BankPayment | undefined {
  return payments.find(({ settles }) => settles);
}

/** With another version of one of its payments. */
export function withPayment(charge: BankCharge, changed: BankPayment): BankCharge {
  const payments = charge.payments.map((one) => (one.endToEndId === changed.endToEndId ? changed : one));
  return { ...charge, payments };
}
