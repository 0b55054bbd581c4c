import { fc } from '../../../../test/support/property.ts';
import { addBankingDays } from '../../../platform/time/banking-days.ts';
import { daysAfter } from '../../../platform/time/local-days.ts';
import { expectedLines, type MoneyOfSale } from './expected-lines.ts';
import type { FeeTable } from './fees.ts';
import type { ForeignToMatch } from './judgement.ts';

const FIRST_DAY = '2026-01-02';
export const FEES: FeeTable = {
  credit: { '*': [{ from: 1, to: 99, rate: { percent: 2_500, fixed: 0 } }] },
  debit: { '*': [{ from: 1, to: 99, rate: { percent: 1_500, fixed: 0 } }] },
  pix: undefined,
  bankSlip: undefined,
  prepayment: undefined,
};

/** What happens to an installment, or to a debit, on its way to the shop. */
const EVENTS = [
  ...['plain', 'plain', 'plain', 'fee', 'cents', 'late', 'ceded', 'suspended', 'anticipated'],
  ...['twice', 'lost', 'split', 'holiday'],
] as const;
type Event = (typeof EVENTS)[number];

/** Sales of more than a year, with holidays among their days, and what an acquirer tells of them. */
export const histories = fc.record({
  amount: fc.integer({ min: 100, max: 5_000_000 }),
  installments: fc.integer({ min: 1, max: 12 }),
  debit: fc.boolean(),
  day: fc.integer({ min: 0, max: 400 }),
  refunds: fc.array(
    fc.record({
      share: fc.double({ min: 0.01, max: 0.6, noNaN: true }),
      after: fc.integer({ min: 0, max: 200 }),
    }),
    {
      maxLength: 3,
    },
  ),
  /** Whether the acquirer takes refunds from what is still to come, or pays in full and nets them. */
  netsAll: fc.boolean(),
  chargeback: fc.boolean(),
  events: fc.array(fc.constantFrom(...EVENTS), { minLength: 12, maxLength: 12 }),
  numbered: fc.boolean(),
  /** What the acquirer told first of some of its lines, less what it tells at last. */
  corrections: fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 4, maxLength: 4 }),
  order: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
});
export type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

export function saleOf({ amount, installments, debit, day, refunds }: History): MoneyOfSale {
  const captureDay = daysAfter(FIRST_DAY, day);
  return {
    paidBy: debit ? 'debit' : 'credit',
    brand: 'VISA',
    installments: debit ? 1 : installments,
    captured: amount,
    captureDay,
    reductions: refunds.map(({ share, after }) => ({
      kind: 'refund',
      amount: Math.max(1, Math.floor(amount * share)),
      day: daysAfter(captureDay, after),
    })),
  };
}

/** The acquirer's side: from the sale, not from our lines, where it does not do as we do. */
export function toldOf(history: History, sale: MoneyOfSale): readonly ForeignToMatch[] {
  const reduced = expectedLines(sale, FEES);
  const whole = expectedLines({ ...sale, reductions: [] }, FEES);
  const lines = history.netsAll ? whole : reduced;
  const parts = lines
    .filter(({ kind, gross }) => kind === 'installment' && gross > 0)
    .flatMap((line, index) => toldPart(line, history.events[index] ?? 'plain', history.numbered));
  const taken = history.netsAll ? sum(whole, 'net') - sum(reduced, 'net') : 0;
  const debits = history.netsAll
    ? [debitOf('D0', daysAfter(sale.captureDay, 1), -taken, 'refund')]
    : [
        ...Map.groupBy(
          reduced.filter(({ kind }) => kind === 'refund'),
          ({ line }) => Math.floor(line / 100),
        ),
      ].map(([number, own]) => debitOf(`D${number}`, own[0]?.dueDay ?? '', sum(own, 'net'), 'refund'));
  const dispute = history.chargeback
    ? [debitOf('C', daysAfter(sale.captureDay, 1), -sum(whole, 'net'), 'chargeback')]
    : [];
  return [...parts, ...debits.filter(({ net }) => net !== 0), ...dispute];
}

function toldPart(
  line: ReturnType<typeof expectedLines>[number],
  event: Event,
  numbered: boolean,
): readonly ForeignToMatch[] {
  const part: ForeignToMatch = {
    ...{
      id: `p${line.line}`,
      kind: 'part',
      key: `P/${line.line}`,
      gross: line.gross,
      fee: line.fee,
      net: line.net,
    },
    ...{ installment: numbered ? line.installment : undefined, dueDay: line.dueDay, paidDay: line.dueDay },
    ...{
      payoutId: 'P',
      negotiation: undefined,
      isSuspended: false,
      debitKind: undefined,
      reasonCode: undefined,
    },
  };
  const half = Math.floor(line.gross / 2);
  switch (event) {
    case 'fee':
      return [{ ...part, fee: part.fee + 3, net: part.net - 3 }];
    case 'cents':
      return [{ ...part, gross: part.gross + 9, net: part.net + 9 }];
    case 'late':
      return [{ ...part, paidDay: addBankingDays(line.dueDay, 2) }];
    case 'holiday':
      // Of its town: no calendar of ours has it.
      return [{ ...part, dueDay: daysAfter(part.dueDay ?? '', 1), paidDay: daysAfter(line.dueDay, 1) }];
    case 'ceded':
      return [{ ...part, negotiation: 'ceded' }];
    case 'suspended':
      return [{ ...part, isSuspended: true }];
    case 'anticipated':
      return [
        { ...part, negotiation: 'anticipated', fee: part.fee + 20, net: part.net - 20, paidDay: FIRST_DAY },
      ];
    case 'twice':
      return [part, { ...part, id: `${part.id}#2`, key: `${part.key}#2` }];
    case 'lost':
      return [];
    case 'split':
      return [
        { ...part, gross: half, fee: 0, net: half },
        {
          ...{ ...part, id: `${part.id}b`, key: `Q/${line.line}`, gross: part.gross - half, fee: part.fee },
          net: part.gross - half - part.fee,
        },
      ];
    default:
      return [part];
  }
}

function debitOf(key: string, day: string, net: number, debitKind: 'refund' | 'chargeback'): ForeignToMatch {
  return {
    ...{ id: key, kind: 'debit', key, gross: net, fee: 0, net, installment: undefined, dueDay: undefined },
    ...{ paidDay: day, payoutId: undefined, negotiation: undefined, isSuspended: false, debitKind },
    reasonCode: undefined,
  };
}

export function sum<Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number {
  return rows.reduce((total, row) => total + row[name], 0);
}

/** What was told before the acquirer corrected some of its lines. */
export function toldFirst(
  { corrections }: History,
  told: readonly ForeignToMatch[],
): readonly ForeignToMatch[] {
  return told.map((line, index) => {
    const more = corrections[index] ?? 0;
    return { ...line, gross: line.gross + more, net: line.net + more };
  });
}
