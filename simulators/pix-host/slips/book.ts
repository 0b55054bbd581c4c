import type { BankClient } from '../access/clients.ts';
import type { Charge } from '../charges/book.ts';

/** What is added after the due date of a slip, in the bank's own words once it was read. Percents in hundredths. */
export interface SlipTerms {
  readonly interest: { readonly type: 'percent' | 'amount'; readonly value: number } | undefined;
  readonly fine: { readonly type: 'percent' | 'amount'; readonly value: number } | undefined;
  readonly discounts: readonly {
    readonly until: string;
    readonly type: 'percent' | 'amount';
    readonly value: number;
  }[];
}

export interface SlipPayment {
  readonly at: number;
  readonly amount: number;
  readonly interest: number;
  readonly fine: number;
  readonly discount: number;
}

/** A slip as the bank keeps it. Amounts in centavos. */
export interface Slip {
  readonly client: BankClient;
  /** The shop's name for it: Itaú's number of 8 digits, C6's external reference. */
  readonly name: string;
  /** C6's own name for it. */
  readonly id: string;
  readonly version: 'plain' | 'hybrid';
  readonly ourNumber: string;
  readonly digit: string;
  readonly amount: number;
  readonly dueOn: string;
  /** The last day on which it can be paid. */
  readonly limitOn: string;
  readonly terms: SlipTerms;
  readonly createdAt: number;
  /** From when on it is registered at the clearing house. */
  readonly registeredAt: number;
  readonly barcode: string;
  readonly line: string;
  /** Its Pix half. */
  readonly charge: Charge | undefined;
  readonly payments: SlipPayment[];
  isCanceled: boolean;
}

const MAX_KEPT = 200_000;

/** All slips of the bank, one book for all ways to pay them. */
export interface SlipBook {
  slip(client: BankClient, name: string): Slip | undefined;
  withId(client: BankClient, id: string): Slip | undefined;
  /** By its line, its barcode or the text of its Pix, for testers. */
  payable(text: string): Slip | undefined;
  add(slip: Slip): void;
  slips(): readonly Slip[];
  /** Milliseconds after which a new one is registered; until then it has no codes, or cannot be taken back. */
  registrationMs: number | undefined;
}

export function createSlipBook(codeOf: (charge: Charge) => string): SlipBook {
  const byName = new Map<string, Slip>();
  const all = (): readonly Slip[] => [...byName.values()];
  return {
    slip: (client, name) => byName.get(`${client.clientId} ${name}`),
    withId: (client, id) => all().find((slip) => slip.client === client && slip.id === id),
    payable: (text) => {
      const digits = text.replaceAll(/[\s.]/g, '');
      return all().find(
        ({ line, barcode, charge }) =>
          line === digits || barcode === digits || (charge !== undefined && codeOf(charge) === text),
      );
    },
    add: (slip) => {
      byName.set(`${slip.client.clientId} ${slip.name}`, slip);
      if (byName.size > MAX_KEPT) byName.delete(byName.keys().next().value as string);
    },
    slips: all,
    registrationMs: undefined,
  };
}
