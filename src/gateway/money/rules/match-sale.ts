import type { MinorUnits, StatementLine } from '../../providers/index.ts';
import type { ExpectedToMatch, ForeignToMatch, JudgedForeign, Judgement } from './judgement.ts';
import { matchDebits } from './match-debits.ts';
import { matchParts } from './match-parts.ts';

/**
 * Judges all that an acquirer tells of one sale. Pure, and the same for the same lines in whatever order they come: so it is done
 * anew whenever one of them changes. Each line of ours answers to one of theirs at most.
 */
export function matchSale(
  captured: MinorUnits,
  expected: readonly ExpectedToMatch[],
  foreign: readonly ForeignToMatch[],
): Judgement {
  const ordered = foreign.toSorted((one, other) => compareKeys(one.key, other.key));
  const ours = expected.toSorted((one, other) => one.line - other.line);
  const of = (kind: StatementLine['kind']) => ordered.filter((line) => line.kind === kind);
  const parts = matchParts(
    ours.filter(({ kind }) => kind === 'installment'),
    of('part'),
  );
  const debits = matchDebits(
    ours.filter(({ kind }) => kind !== 'installment'),
    of('debit'),
  );
  return {
    foreign: [
      ...matchWholes(captured, of('sale')),
      ...explainNetting([...parts.foreign, ...debits.foreign], ordered),
      ...of('netting').map(({ id, net }) => ({
        id,
        class: 'netted' as const,
        line: undefined,
        difference: net,
      })),
    ],
    expected: [...parts.expected, ...debits.expected],
  };
}

/** The sale as the acquirer booked it: told once, with the amount that was captured. */
function matchWholes(captured: MinorUnits, sales: readonly ForeignToMatch[]): readonly JudgedForeign[] {
  return sales.map(({ id, gross, reasonCode }, index) => {
    if (index > 0) return { id, class: 'duplicate', line: undefined, difference: gross };
    const difference = gross - captured;
    const found = reasonCode === undefined ? (difference === 0 ? 'matched' : 'amount_differs') : 'dispute';
    return { id, class: found, line: undefined, difference };
  });
}

/**
 * Some acquirers pay an installment in full and take what was given back from another payout, where we expect less of it: together
 * they are right.
 */
function explainNetting(
  judged: readonly JudgedForeign[],
  lines: readonly ForeignToMatch[],
): readonly JudgedForeign[] {
  const wrong = judged.filter((one) => one.class === 'amount_differs');
  const kinds = new Map(lines.map(({ id, kind }) => [id, kind]));
  const sum = wrong.reduce((total, { difference }) => total + difference, 0);
  const hasBoth = (['part', 'debit'] as const).every((kind) =>
    wrong.some(({ id }) => kinds.get(id) === kind),
  );
  if (!hasBoth || Math.abs(sum) > wrong.length) return judged;
  return judged.map((one) => (one.class === 'amount_differs' ? { ...one, class: 'netted' } : one));
}

/** Plain order, the same everywhere: what was told a second time has a longer name. */
function compareKeys(one: string, other: string): number {
  if (one.length !== other.length && (one.startsWith(other) || other.startsWith(one))) {
    return one.length - other.length;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}
