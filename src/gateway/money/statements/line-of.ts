import { randomUUID } from 'node:crypto';
import type { StatementLine, StatementPayout } from '../../providers/index.ts';
import type { StoredLine, StoredPayout } from '../tables/statement-tables.ts';

/** Whose statement it is. */
export interface StatementOwner {
  readonly accountId: number;
  readonly merchantId: number;
  readonly provider: string;
}

/** What the acquirer tells of a line: where it tells something else later, that takes its place. */
export type ToldLine = Omit<
  StoredLine,
  | 'id'
  | 'transactionId'
  | 'line'
  | 'class'
  | 'difference'
  | 'suggestedId'
  | 'confirmed'
  | 'note'
  | 'pending'
  | 'revision'
  | 'netBefore'
  | 'updatedAt'
>;

export function toldLine(
  { accountId, merchantId, provider }: StatementOwner,
  line: StatementLine,
  today: string,
): ToldLine {
  const { order, authorization, isSuspended, ...rest } = line;
  return {
    ...rest,
    accountId,
    merchantId,
    provider,
    day: line.paidDay ?? line.dueDay ?? line.saleDay ?? today,
    orderNumber: order,
    authorizationCode: authorization,
    suspended: isSuspended ? 1 : 0,
  };
}

export function newLine(told: ToldLine, now: number): StoredLine {
  return {
    ...told,
    id: randomUUID(),
    transactionId: undefined,
    line: undefined,
    class: undefined,
    difference: 0,
    suggestedId: undefined,
    confirmed: 0,
    note: undefined,
    pending: 1,
    revision: 0,
    netBefore: undefined,
    updatedAt: now,
  };
}

export type ToldPayout = Omit<StoredPayout, 'count' | 'difference' | 'updatedAt'>;

export function toldPayout(
  { accountId, merchantId, provider }: StatementOwner,
  payout: StatementPayout,
): ToldPayout {
  return { ...payout, accountId, merchantId, provider };
}

/** Whether all that is told is the same as before. */
export function isSameTold<Told extends object>(told: Told, before: Told): boolean {
  return (Object.keys(told) as (keyof Told)[]).every((name) => told[name] === before[name]);
}
