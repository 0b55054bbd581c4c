/** Statuses of the wire (docs/contract/decided.md 3). */
export const AUTHORIZED = 5;
export const CAPTURED = 6;
const CANCELING = 8;
const CANCELED = 9;
const PENDING = 10;
const FAILED = 11;
/** Not a status: the movement was refused with HTTP 503, and nothing changed. */
export const UNAVAILABLE = 503;

/** What a merchant does when the fault hits. */
export type Deed =
  /** A sale that is captured at once. */
  | 'sale'
  | 'capture'
  /** A void of what was authorized, and of what was captured. */
  | 'release'
  | 'refund'
  | 'partial refund'
  /** A sale whose approval came too late, for a merchant who then wants it back. */
  | 'undo'
  /** A debit whose buyer comes back from 3-D Secure. */
  | 'authentication';

type Operation = 'token' | 'authorize' | 'capture' | 'refund' | 'query';

/** A fault of the host: of its next so many calls of an operation. */
export interface Fault {
  readonly operation: Operation;
  readonly name: string;
  readonly times: number;
}

/** One line of the matrix. */
export interface FaultCase {
  readonly title: string;
  readonly deed: Deed;
  /** In the order in which they are set. */
  readonly faults: readonly Fault[];
  /** The token is gone before the deed, so that a new one is asked for. */
  readonly withoutToken?: boolean;
  /** The host refuses connections; until the merchant has an answer. */
  readonly away?: boolean;
  /** What the merchant is answered at once; absent where the buyer may be faster or slower than recovery. */
  readonly first?: number;
  /** What it becomes by itself. */
  readonly final: number;
  /** Whether the deed was done in the end. */
  readonly done: boolean;
}

interface KnownFault {
  readonly name: string;
  /** Whether the host carries the call out. */
  readonly processed: boolean;
  /** The host says for certain that it does not. */
  readonly isRejectedUnprocessed?: boolean;
}

const FAULTS: readonly KnownFault[] = [
  { name: 'refused', processed: false },
  { name: 'reset_before', processed: false },
  { name: 'reset_after', processed: true },
  { name: 'timeout_before', processed: false },
  { name: 'timeout_after', processed: true },
  { name: 'unauthorized', processed: false, isRejectedUnprocessed: true },
  { name: 'too_many_requests', processed: false, isRejectedUnprocessed: true },
  { name: 'error_before', processed: false },
  { name: 'error_after', processed: true },
  { name: 'html_before', processed: false },
  { name: 'html_after', processed: true },
  { name: 'truncated', processed: true },
  { name: 'cut', processed: true },
  { name: 'wrong_ids', processed: true },
  { name: 'late_answer', processed: true },
  { name: 'late_processing', processed: true },
];

/** Enough for every second try that anybody makes by itself. */
export const ALWAYS = 12;

/** What a deed is when it is done, when it was not, and while nobody knows. */
const ENDS: Readonly<Record<Deed, { done: number; undone: number; open: number; refused: number }>> = {
  sale: { done: CAPTURED, undone: FAILED, open: PENDING, refused: FAILED },
  capture: { done: CAPTURED, undone: AUTHORIZED, open: PENDING, refused: UNAVAILABLE },
  release: { done: CANCELED, undone: AUTHORIZED, open: PENDING, refused: UNAVAILABLE },
  refund: { done: CANCELED, undone: CAPTURED, open: CANCELING, refused: UNAVAILABLE },
  'partial refund': { done: CAPTURED, undone: CAPTURED, open: CANCELING, refused: UNAVAILABLE },
  undo: { done: CANCELED, undone: CANCELED, open: PENDING, refused: PENDING },
  authentication: { done: CAPTURED, undone: CAPTURED, open: PENDING, refused: PENDING },
};

const CALL_OF: readonly (readonly [Deed, Operation])[] = [
  ['sale', 'authorize'],
  ['capture', 'capture'],
  ['release', 'refund'],
  ['refund', 'refund'],
  ['partial refund', 'refund'],
];

/** A deed whose call goes wrong: once, and for good where a second try helps. */
function callFaults([deed, operation]: readonly [Deed, Operation]): readonly FaultCase[] {
  const { done, undone, open, refused } = ENDS[deed];
  return FAULTS.flatMap(({ name, processed, isRejectedUnprocessed = false }): readonly FaultCase[] => {
    const faults = [{ operation, name, times: 1 }];
    if (!isRejectedUnprocessed) {
      return [
        {
          title: `${deed}: ${name}`,
          deed,
          faults,
          first: open,
          final: processed ? done : undone,
          done: processed,
        },
      ];
    }
    const always = [{ operation, name, times: ALWAYS }];
    return [
      { title: `${deed}: ${name} once`, deed, faults, first: done, final: done, done: true },
      { title: `${deed}: ${name} always`, deed, faults: always, first: refused, final: undone, done: false },
    ];
  });
}

/** A deed whose answer is lost, and then the queries that are to find out go wrong too. */
function queryFaults(deed: 'sale' | 'capture' | 'refund', lost: Fault): readonly FaultCase[] {
  const { done, undone, open } = ENDS[deed];
  const isDone = lost.name === 'reset_after';
  return FAULTS.map(({ name }) => ({
    title: `${deed}: ${lost.name}, then queries: ${name}`,
    deed,
    faults: [lost, { operation: 'query', name, times: 2 }],
    first: open,
    final: isDone ? done : undone,
    done: isDone,
  }));
}

/** An approval that came too late is taken back, through faults of queries and refunds. */
function undoFaults(operation: 'query' | 'refund'): readonly FaultCase[] {
  return FAULTS.map(({ name }) => ({
    title: `undo: ${operation}: ${name}`,
    deed: 'undo' as const,
    faults: [
      { operation: 'authorize', name: 'reset_after', times: 1 },
      { operation, name, times: 2 },
    ],
    first: PENDING,
    final: CANCELED,
    done: true,
  }));
}

function authenticationFaults(): readonly FaultCase[] {
  return FAULTS.map(({ name }) => ({
    title: `authentication: query: ${name}`,
    deed: 'authentication' as const,
    faults: [{ operation: 'query', name, times: 2 }],
    final: CAPTURED,
    done: true,
  }));
}

/** A token cannot name wrong ids, and is no business of the issuer. */
function tokenFaults(deed: 'sale' | 'capture' | 'refund'): readonly FaultCase[] {
  const { done, undone, refused } = ENDS[deed];
  const hitting = FAULTS.filter(({ name }) => name !== 'wrong_ids');
  return hitting.flatMap(({ name }): readonly FaultCase[] => [
    {
      title: `${deed}: token: ${name} once`,
      deed,
      withoutToken: true,
      faults: [{ operation: 'token', name, times: 1 }],
      first: done,
      final: done,
      done: true,
    },
    {
      title: `${deed}: token: ${name} always`,
      deed,
      withoutToken: true,
      faults: [{ operation: 'token', name, times: ALWAYS }],
      first: refused,
      final: undone,
      done: false,
    },
  ]);
}

const awayCases: readonly FaultCase[] = CALL_OF.map(([deed]) => ({
  title: `${deed}: connection refused`,
  deed,
  away: true,
  faults: [],
  first: ENDS[deed].refused,
  final: ENDS[deed].undone,
  done: false,
}));

const reset = (operation: Operation, when: 'reset_before' | 'reset_after'): Fault => ({
  operation,
  name: when,
  times: 1,
});

/** Every call of the connector with every fault, by all that a merchant can do. */
export const faultCases: readonly FaultCase[] = [
  ...CALL_OF.flatMap(callFaults),
  ...awayCases,
  ...queryFaults('sale', reset('authorize', 'reset_after')),
  ...queryFaults('sale', reset('authorize', 'reset_before')),
  ...queryFaults('capture', reset('capture', 'reset_after')),
  ...queryFaults('refund', reset('refund', 'reset_after')),
  ...undoFaults('query'),
  ...undoFaults('refund'),
  ...authenticationFaults(),
  ...tokenFaults('sale'),
  ...tokenFaults('capture'),
  ...tokenFaults('refund'),
];
