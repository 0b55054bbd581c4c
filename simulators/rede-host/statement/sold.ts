import {
  authorizationCode,
  type BookCharge,
  receiptNumber,
  refundsOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import { localTime } from '../../../src/platform/time/clock.ts';
import { dayAfter } from '../../../src/platform/time/local-days.ts';
import type { Host } from '../host.ts';
import { MAX_CHARGES } from '../host.ts';
import type { DisputeOutcome, ForeignSale, Planted } from './planted.ts';
import { percentOf } from './terms.ts';

/** The magic number of cards whose sales are disputed a day after the capture. */
const DISPUTED = '623';
const BRASILIA = localTime('America/Sao_Paulo');

/** A captured sale as statements see it. Amounts in centavos, days of Brasília. */
export interface Sold {
  readonly tid: string;
  readonly order: string | undefined;
  readonly nsu: string;
  readonly authorization: string;
  readonly mask: string;
  readonly brand: string;
  readonly kind: 'credit' | 'debit';
  readonly installments: number;
  readonly amount: number;
  readonly day: string;
  readonly at: number;
  readonly percent: number;
  readonly refunds: readonly { readonly day: string; readonly amount: number }[];
  readonly dispute: SoldDispute | undefined;
}

/** Of a sale whose buyer contests it, as far as it went by today. */
export interface SoldDispute {
  readonly openedOn: string;
  readonly amount: number;
  readonly outcome: DisputeOutcome | undefined;
  readonly endedOn: string | undefined;
}

export function dayOf(at: number): string {
  return BRASILIA.day(at);
}

export function hourOf(at: number): string {
  return BRASILIA.iso(at).slice(11, 19);
}

/** All captured sales of a merchant, oldest first. */
export async function soldBy(host: Host, pv: string): Promise<readonly Sold[]> {
  const { planted } = host;
  const charges = await host.book.newest(MAX_CHARGES);
  const own = charges.flatMap((charge) =>
    charge.captured > 0 && host.details.of(charge.id)?.pv === pv ? [soldIn(host, charge)] : [],
  );
  const foreign = planted.foreign
    .filter((sale) => sale.pv === pv)
    .map((sale) => soldElsewhere(sale, planted));
  return [...own, ...foreign].toSorted((one, other) => one.at - other.at || one.tid.localeCompare(other.tid));
}

function soldIn(host: Host, charge: BookCharge): Sold {
  const { installments = 1, capturedAt } = host.details.of(charge.id) ?? {};
  const at = capturedAt ?? charge.created;
  const day = dayOf(at);
  return {
    tid: charge.id,
    order: charge.reference,
    nsu: receiptNumber(charge.id),
    authorization: authorizationCode(charge.id),
    mask: charge.mask,
    brand: charge.brand,
    kind: charge.kind,
    installments: charge.kind === 'debit' ? 1 : installments,
    amount: charge.captured,
    day,
    at,
    percent: percentOf({ kind: charge.kind, installments }) + pointsOf(host.planted, charge.id),
    refunds: refundsOf(charge).map((refund) => ({ day: dayOf(refund.at), amount: refund.amount })),
    dispute: disputeOf(host, charge, day),
  };
}

/** By the magic number a day after the capture, or when a tester said so. */
function disputeOf(host: Host, charge: BookCharge, day: string): SoldDispute | undefined {
  const planted = host.planted.disputes.get(charge.id);
  const openedOn = charge.scenario === DISPUTED ? dayAfter(day) : planted?.openedOn;
  if (openedOn === undefined || openedOn > dayOf(host.clock.now())) return undefined;
  return {
    openedOn,
    amount: Math.min(planted?.amount ?? charge.captured, charge.captured),
    outcome: planted?.outcome,
    endedOn: planted?.endedOn,
  };
}

function soldElsewhere({ tid, at, amount }: ForeignSale, planted: Planted): Sold {
  return {
    tid,
    order: undefined,
    nsu: receiptNumber(tid),
    authorization: authorizationCode(tid),
    mask: '453211******0099',
    brand: 'VISA',
    kind: 'credit',
    installments: 1,
    amount,
    day: dayOf(at),
    at,
    percent: percentOf({ kind: 'credit', installments: 1 }) + pointsOf(planted, tid),
    refunds: [],
    dispute: undefined,
  };
}

function pointsOf({ fees }: Planted, tid: string): number {
  return fees.get(tid) ?? fees.get('') ?? 0;
}
