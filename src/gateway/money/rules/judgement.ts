import type { MinorUnits, StatementLine } from '../../providers/index.ts';
import type { ExpectedLine } from './expected-lines.ts';
import type { StatementClass } from './statement-classes.ts';

/** A line of ours, with what the judgement needs of its sale. */
export interface ExpectedToMatch extends ExpectedLine {
  /** No fee was agreed: the acquirer's is taken as it is. */
  readonly feeUnknown: boolean;
}

/** A line of the acquirer that belongs to the sale. */
export interface ForeignToMatch
  extends Pick<
    StatementLine,
    | 'kind'
    | 'key'
    | 'gross'
    | 'fee'
    | 'net'
    | 'installment'
    | 'dueDay'
    | 'paidDay'
    | 'payoutId'
    | 'negotiation'
    | 'isSuspended'
    | 'debitKind'
    | 'reasonCode'
  > {
  readonly id: string;
}

export interface JudgedForeign {
  readonly id: string;
  readonly class: StatementClass;
  /** Of ours, the first one that it answers; undefined: none. */
  readonly line: number | undefined;
  /** Its net less that of our lines that it answers. Of a sale as a whole: in gross. */
  readonly difference: MinorUnits;
}

export interface JudgedExpected {
  readonly line: number;
  readonly class: StatementClass;
  readonly payoutId: string | undefined;
}

/** Of all lines of one sale. Lines of ours that nothing answers are in none of the lists. */
export interface Judgement {
  readonly foreign: readonly JudgedForeign[];
  readonly expected: readonly JudgedExpected[];
}
