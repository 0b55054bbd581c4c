import type { ChargeTerms, MinorUnits } from '../capabilities.ts';
import type { PaymentRefunds, RegisterOutcome } from '../charge-provider.ts';
import type { AuthorizeOutcome, MoveOutcome, QueryOutcome } from '../outcome.ts';
import type { AccountSettings, ChargeIds, Provider } from '../provider.ts';

/**
 * The contract of a bank that registers slips (boletos). It stands beside the contracts of cards and of Pix.
 *
 * Unit: whole centavos, hundredths of a percent, local days as `YYYY-MM-DD`. A connector reads and writes its bank's forms.
 *
 * Shape: a slip is known by our reference and by a number of ours, which the connector makes the bank's own number from, so that
 * a lost answer can always be found again. `create` answers `buyer_awaited` with the registered slip, or `pending` where the bank
 * has taken it and registers it later; `query` tells. It can be paid until `payableUntil` and a little after, for money is on its
 * way for days, once by its barcode and once more by the Pix that a hybrid slip has: `payments` has them all, oldest first, and
 * the first one settles, whatever its amount. What a buyer paid by the barcode cannot be given back by a bank.
 *
 * Errors: outcomes as for cards, never an exception for business or network reasons. All but `refundPayment` may be repeated
 * after `unknown`; that is found out by `queryPaymentRefund`.
 */
export interface SlipProvider extends Provider, PaymentRefunds {
  capabilities(): SlipBankTerms;
  /** Again with the same names and values: the same slip, never a second one. */
  create(request: SlipRequest): Promise<AuthorizeOutcome>;
  /** `awaited` has the registered slip, as long as it waits; `pending` while it is being registered. */
  query(ids: SlipIds): Promise<QueryOutcome>;
  /**
   * Takes an unpaid slip back: `done`, also when it was before; `declined` with `CHARGE_PAID` when it was paid meanwhile, and with
   * `SLIP_BUSY` while the bank cannot take it back yet; `not_found`.
   */
  remove(ids: SlipIds): Promise<MoveOutcome>;
  /** As for Pix; no bank tells where it sends them. */
  registerNotices(account: AccountSettings, url: string): Promise<RegisterOutcome>;
  /** What a notice is about; empty where it cannot be read. It proves nothing. Calls nobody, never throws. */
  readNotice(body: unknown): readonly SlipNames[];
}

/** Code of a decline: the bank cannot take the slip back yet. */
export const SLIP_BUSY = 'slip_busy';
/** Code of a decline: what was paid by the barcode is given back by a transfer of the shop, and by nobody else. */
export const REFUND_BY_TRANSFER = 'refund_by_transfer';
/** What `refundPayment` answers for a payment by the barcode, without asking the bank. */
export const BY_TRANSFER = {
  outcome: 'declined',
  decline: {
    code: REFUND_BY_TRANSFER,
    message: 'O banco não devolve o que foi pago pelo código de barras: faça uma transferência ao pagador',
    declineClass: 'wrong_function',
    reversible: false,
  },
  answer: {},
} as const satisfies MoveOutcome;

export interface SlipBankTerms extends ChargeTerms {
  readonly slip: {
    readonly leastAmount: MinorUnits;
    /** How many days after the due date it can be paid at most. */
    readonly mostDaysAfterDue: number;
  };
}

/** What one slip is called. */
export interface SlipIds extends ChargeIds {
  /** Ours: from 1 on, rising for each account, never used twice. */
  readonly number: number;
}

/** What a bank names a slip by. */
export interface SlipNames {
  readonly reference: string | undefined;
  readonly number: number | undefined;
  /** The bank's own name, where nothing else leads to the slip. */
  readonly theirId?: string;
}

export interface SlipPayer {
  readonly name: string;
  /** CPF or CNPJ, digits and letters only. */
  readonly document: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly address: SlipAddress;
}

export interface SlipAddress {
  readonly street: string;
  readonly number: string;
  readonly complement: string | undefined;
  readonly district: string;
  /** 8 digits. */
  readonly zipcode: string;
  readonly city: string;
  /** Of a state: two letters. */
  readonly state: string;
}

/** What is due besides the amount, or taken off it. Percents in hundredths of a percent, amounts in centavos. */
export interface SlipCharges {
  readonly interest: { readonly type: 'monthlyPercent' | 'dailyAmount'; readonly value: number } | undefined;
  readonly fine: { readonly type: 'percent' | 'amount'; readonly value: number } | undefined;
  /** At most three; the days rise and none is after the due date. */
  readonly discounts: readonly SlipDiscount[];
}

export interface SlipDiscount {
  readonly until: string;
  readonly type: 'percent' | 'amount';
  readonly value: number;
}

/** One slip, as it is asked for. */
export interface SlipRequest extends Omit<SlipIds, 'theirId'>, SlipCharges {
  readonly amount: MinorUnits;
  readonly emittedOn: string;
  readonly dueOn: string;
  readonly payableUntil: string;
  readonly payer: SlipPayer;
  readonly guarantor: string | undefined;
  /** Printed; the connector writes it as its bank takes it. */
  readonly instructions: string;
}

const BY_BARCODE = 'BOLETO';

/** What a payment by the barcode is called here: `theirId` is the bank's name for it, or its place among them. */
export function slipPaymentId(reference: string, theirId: string | number): string {
  return `${BY_BARCODE}${reference}${theirId}`;
}

/** Whether a payment was made by a barcode: no bank gives it back. */
export function isPaidByBarcode({ endToEndId }: { readonly endToEndId: string }): boolean {
  return endToEndId.startsWith(BY_BARCODE);
}
