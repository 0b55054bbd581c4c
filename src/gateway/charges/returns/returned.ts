import type { ChargePayment, MinorUnits, PaymentReturn } from '../../providers/index.ts';

/** Money that went back from a payment without a refund of ours. Times in milliseconds since 1970. */
export interface ReturnRow {
  /** Of payment and return together: banks number returns for each payment. */
  readonly id: string;
  readonly transactionId: string;
  readonly endToEndId: string;
  /** What the bank calls it. */
  readonly returnId: string;
  readonly amount: MinorUnits;
  readonly at: number;
  /** `original`: given back in the bank's own app. The others were taken by the bank after a complaint (MED). */
  readonly nature: PaymentReturn['nature'];
  /** `pending`: blocked, or on its way. `denied`: it stays with the merchant after all. */
  readonly state: PaymentReturn['state'];
}

/** Money that the bank took back after a complaint of the payer. */
export interface PaymentDispute {
  readonly id: string;
  readonly amount: MinorUnits;
  readonly at: number;
  readonly reason: 'fraud' | 'error';
  readonly state: 'blocked' | 'taken' | 'released';
}

const REASONS = { original: undefined, med_fraud: 'fraud', med_error: 'error' } as const;
const STATES = { pending: 'blocked', done: 'taken', denied: 'released' } as const;

export function disputesIn(returns: readonly ReturnRow[]): readonly PaymentDispute[] {
  return returns.flatMap(({ returnId: id, amount, at, nature, state }) => {
    const reason = REASONS[nature];
    return reason ? [{ id, amount, at, reason, state: STATES[state] }] : [];
  });
}

/** What is booked when the bank's list of returns is compared with ours. */
export interface ForeignReturns {
  /** All that counts now of disputes, whatever was booked before. */
  readonly disputed: MinorUnits;
  /** What was given back at the bank itself, and was not booked yet. */
  readonly refundedMore: MinorUnits;
  /** New ones, and those whose state is another. */
  readonly changed: readonly ReturnRow[];
}

/** Those of the bank's returns that are no refunds of ours (`isOurs`), against what is booked of them. */
export function foreignReturns(
  transactionId: string,
  { endToEndId, returns }: Pick<ChargePayment, 'endToEndId' | 'returns'>,
  isOurs: (one: PaymentReturn) => boolean,
  booked: readonly ReturnRow[],
): ForeignReturns {
  const rows = returns
    .filter((one) => one.nature !== 'original' || !isOurs(one))
    .map(
      ({ id: returnId, amount, at, nature, state }): ReturnRow => ({
        id: returnRowId(endToEndId, returnId),
        transactionId,
        endToEndId,
        returnId,
        amount,
        at,
        nature,
        state,
      }),
    );
  const before = new Map(booked.map((row) => [row.id, row]));
  const refunded = (all: readonly ReturnRow[]) =>
    sum(all.filter(({ nature, state }) => nature === 'original' && state === 'done'));
  const known = rows.flatMap(({ id }) => before.get(id) ?? []);
  return {
    disputed: sum(rows.filter(({ nature, state }) => nature !== 'original' && state !== 'denied')),
    refundedMore: Math.max(0, refunded(rows) - refunded(known)),
    changed: rows.filter((row) => before.get(row.id)?.state !== row.state),
  };
}

/** Banks number returns for each payment. */
export function returnRowId(endToEndId: string, returnId: string): string {
  return `${endToEndId}/${returnId}`;
}

/** Refunds of ours that the bank has and we take for not made: no other may be asked for before that is clear. */
export function unexpectedRefunds(
  { returns }: Pick<ChargePayment, 'returns'>,
  notMade: ReadonlySet<string>,
): readonly string[] {
  return returns.filter(({ id, state }) => state !== 'denied' && notMade.has(id)).map(({ id }) => id);
}

function sum(rows: readonly { readonly amount: MinorUnits }[]): MinorUnits {
  return rows.reduce((total, { amount }) => total + amount, 0);
}
