import type {
  ExpectedToMatch,
  ForeignToMatch,
  JudgedExpected,
  JudgedForeign,
  Judgement,
} from './judgement.ts';
import type { StatementClass } from './statement-classes.ts';

/** What rounding may make of the fee of an installment, in centavos. */
const ROUNDING = 1;

/** Installments as they were paid, against those that are expected. */
export function matchParts(
  expected: readonly ExpectedToMatch[],
  parts: readonly ForeignToMatch[],
): Judgement {
  const foreign: JudgedForeign[] = [];
  const matched: JudgedExpected[] = [];
  const groups = byInstallment(expected, parts);
  for (const [installment, told] of groups) {
    const ours = expected.find((one) => one.installment === installment && one.gross !== 0);
    if (!ours) {
      foreign.push(...told.map(withoutOurs));
      continue;
    }
    const judged = judgeInstallment(ours, told, expected.length);
    foreign.push(...judged.foreign);
    matched.push(...judged.expected);
  }
  return { foreign, expected: matched };
}

/** Money of an installment that we do not expect, or not any more. */
function withoutOurs({ id, net }: ForeignToMatch, index: number): JudgedForeign {
  return { id, class: index === 0 ? 'amount_differs' : 'duplicate', line: undefined, difference: net };
}

function judgeInstallment(
  ours: ExpectedToMatch,
  told: readonly ForeignToMatch[],
  installments: number,
): Judgement {
  const [first, ...others] = told;
  if (!first) return { foreign: [], expected: [] };
  const whole = told.reduce((sum, { gross }) => sum + gross, 0);
  // A part of it may have been paid to somebody else, or on another day.
  const isSplit = others.length > 0 && Math.abs(whole - ours.gross) < installments;
  const found = isSplit ? splitClass(told) : classOf(first, ours, installments);
  return {
    foreign: told.map((one, index) => {
      const isFirst = index === 0;
      return {
        id: one.id,
        class: isFirst || isSplit ? found : 'duplicate',
        line: isFirst || isSplit ? ours.line : undefined,
        difference: one.net - (isFirst ? ours.net : 0),
      };
    }),
    expected: [{ line: ours.line, class: found, payoutId: first.payoutId }],
  };
}

/** Where only a part is special, all of the installment is. */
function splitClass(told: readonly ForeignToMatch[]): StatementClass {
  return told.map(specialClass).find((found) => found !== undefined) ?? 'matched';
}

function specialClass({ isSuspended, negotiation }: ForeignToMatch): StatementClass | undefined {
  return isSuspended ? 'suspended' : negotiation;
}

function classOf(told: ForeignToMatch, ours: ExpectedToMatch, installments: number): StatementClass {
  const special = specialClass(told);
  if (special !== undefined) return special;
  // The remainder of the division may be in another installment.
  if (Math.abs(told.gross - ours.gross) > installments - 1) return 'amount_differs';
  if (!ours.feeUnknown && Math.abs(told.fee - ours.fee) > ROUNDING) return 'fee_differs';
  if (told.paidDay !== undefined && told.paidDay !== ours.dueDay) return 'date_differs';
  return told.net === ours.net || ours.feeUnknown ? 'matched' : 'matched_rounding';
}

/** By their number; without one, in the order in which they are due. */
function byInstallment(
  expected: readonly ExpectedToMatch[],
  parts: readonly ForeignToMatch[],
): ReadonlyMap<number, readonly ForeignToMatch[]> {
  const open = expected.toSorted((one, other) => one.installment - other.installment);
  const taken = new Set(parts.flatMap(({ installment }) => installment ?? []));
  const nextFor = (told: ForeignToMatch) => {
    const ofDay = open.find(({ dueDay }) => dueDay === (told.dueDay ?? told.paidDay));
    const found = ofDay ?? open.find((one) => !taken.has(one.installment));
    if (found) taken.add(found.installment);
    return found?.installment ?? 0;
  };
  const numbers = parts.map((told) => told.installment ?? nextFor(told));
  return Map.groupBy(parts, (told) => numbers[parts.indexOf(told)] ?? 0);
}
