import type {
  ExpectedToMatch,
  ForeignToMatch,
  JudgedExpected,
  JudgedForeign,
  Judgement,
} from './judgement.ts';

/** Lines of one reduction of ours have its number in their hundreds. */
const LINES_OF_REDUCTION = 100;

interface Reduction {
  readonly kind: ExpectedToMatch['kind'];
  readonly lines: readonly ExpectedToMatch[];
  readonly net: number;
}

/** What the acquirer took back of a sale, against what we expect it to take of installments that were paid already. */
export function matchDebits(
  expected: readonly ExpectedToMatch[],
  debits: readonly ForeignToMatch[],
): Judgement {
  const open = reductionsOf(expected);
  const foreign: JudgedForeign[] = [];
  const matched: JudgedExpected[] = [];
  const ordered = debits.toSorted((one, other) => (one.paidDay ?? '').localeCompare(other.paidDay ?? ''));
  for (const debit of ordered) {
    const found = takeReduction(open, debit);
    const isDispute = debit.debitKind === 'chargeback';
    if (!found) {
      const unexplained = debit.debitKind === 'tax' ? 'tax' : isDispute ? 'dispute' : 'amount_differs';
      foreign.push({ id: debit.id, class: unexplained, line: undefined, difference: debit.net });
      continue;
    }
    const difference = debit.net - found.net;
    const isRight = Math.abs(difference) <= found.lines.length;
    const judged = isDispute ? 'dispute' : isRight ? 'netted' : 'amount_differs';
    foreign.push({ id: debit.id, class: judged, line: found.lines[0]?.line, difference });
    matched.push(...found.lines.map(({ line }) => ({ line, class: judged, payoutId: undefined }) as const));
  }
  return { foreign, expected: matched };
}

function reductionsOf(expected: readonly ExpectedToMatch[]): Reduction[] {
  const groups = Map.groupBy(expected, ({ line }) => Math.floor(line / LINES_OF_REDUCTION));
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, lines]) => {
      const [first] = lines;
      return first ? [{ kind: first.kind, lines, net: lines.reduce((sum, { net }) => sum + net, 0) }] : [];
    });
}

/** The one of the nearest amount where rounding explains what is between, else the oldest; each is taken once. */
function takeReduction(open: Reduction[], debit: ForeignToMatch): Reduction | undefined {
  // What comes back of a dispute is none of our reductions.
  if (debit.debitKind === 'tax' || debit.net > 0) return undefined;
  const kind = debit.debitKind === 'chargeback' ? 'dispute' : 'refund';
  const apart = (one: Reduction) => Math.abs(one.net - debit.net);
  const [oldest, ...others] = open.filter((one) => one.kind === kind);
  if (!oldest) return undefined;
  // Not the first of about the amount: of a refund of centavos its fee may leave nothing.
  const nearest = others.reduce((best, one) => (apart(one) < apart(best) ? one : best), oldest);
  const found = apart(nearest) <= nearest.lines.length ? nearest : oldest;
  open.splice(open.indexOf(found), 1);
  return found;
}
