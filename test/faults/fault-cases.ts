/** Statuses of the wire (docs/contract/decided.md 3). */
export const AUTHORIZED = 5;
export const CAPTURED = 6;
const CANCELING = 8;
const CANCELED = 9;
const PENDING = 10;
const FAILED = 11;
/** Not a status: the movement was refused with HTTP 503, and nothing changed. */
export const UNAVAILABLE = 503;

/** The merchant's action during the fault. */
export type Action =
  /** A sale that is captured at once. */
  | 'sale'
  | 'capture'
  /** A void of an authorization; `refund` is a void of a capture. */
  | 'release'
  | 'refund'
  | 'partial refund'
  /** A sale whose approval came too late, of a merchant who has late approvals undone. */
  | 'undo'
  /** A debit whose buyer returns from 3-D Secure. */
  | 'authentication';

type Operation = 'token' | 'authorize' | 'capture' | 'refund' | 'query';

/** A fault of the host's next `times` calls of an operation. */
export interface Fault {
  readonly operation: Operation;
  readonly name: string;
  readonly times: number;
}

/** One case of the matrix. */
export interface FaultCase {
  readonly title: string;
  readonly action: Action;
  /** Faults in the order in which they are forced. */
  readonly faults: readonly Fault[];
  /** The token is revoked before the action, so that a new one is requested. */
  readonly withoutToken?: boolean;
  /** The host refuses connections until the merchant has an answer. */
  readonly unreachable?: boolean;
  /** Status in the first answer; absent where the buyer may be faster or slower than recovery. */
  readonly first?: number;
  /** Status after recovery. */
  readonly final: number;
  /** Whether the action was finally made. */
  readonly done: boolean;
}

interface KnownFault {
  readonly name: string;
  /** Whether the host processes the call. */
  readonly processed: boolean;
  /** The host's answer states that it did not process the call. */
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

/** Enough for all automatic retries. */
export const ALWAYS = 12;

/** Statuses after an action: when it was made, when it was not, while it is unknown, and when it was refused. */
const ENDS: Readonly<Record<Action, { done: number; undone: number; open: number; refused: number }>> = {
  sale: { done: CAPTURED, undone: FAILED, open: PENDING, refused: FAILED },
  capture: { done: CAPTURED, undone: AUTHORIZED, open: PENDING, refused: UNAVAILABLE },
  release: { done: CANCELED, undone: AUTHORIZED, open: PENDING, refused: UNAVAILABLE },
  refund: { done: CANCELED, undone: CAPTURED, open: CANCELING, refused: UNAVAILABLE },
  'partial refund': { done: CAPTURED, undone: CAPTURED, open: CANCELING, refused: UNAVAILABLE },
  undo: { done: CANCELED, undone: CANCELED, open: PENDING, refused: PENDING },
  authentication: { done: CAPTURED, undone: CAPTURED, open: PENDING, refused: PENDING },
};

const CALL_OF: readonly (readonly [Action, Operation])[] = [
  ['sale', 'authorize'],
  ['capture', 'capture'],
  ['release', 'refund'],
  ['refund', 'refund'],
  ['partial refund', 'refund'],
];

/** An action whose call fails: once, and always where a retry would help. */
function callFaults([action, operation]: readonly [Action, Operation]): readonly FaultCase[] {
  const { done, undone, open, refused } = ENDS[action];
  return FAULTS.flatMap(({ name, processed, isRejectedUnprocessed = false }): readonly FaultCase[] => {
    const faults = [{ operation, name, times: 1 }];
    if (!isRejectedUnprocessed) {
      return [
        {
          title: `${action}: ${name}`,
          action,
          faults,
          first: open,
          final: processed ? done : undone,
          done: processed,
        },
      ];
    }
    const always = [{ operation, name, times: ALWAYS }];
    return [
      { title: `${action}: ${name} once`, action, faults, first: done, final: done, done: true },
      {
        title: `${action}: ${name} always`,
        action,
        faults: always,
        first: refused,
        final: undone,
        done: false,
      },
    ];
  });
}

/** An action whose answer is lost and whose queries fail too. */
function queryFaults(action: 'sale' | 'capture' | 'refund', lost: Fault): readonly FaultCase[] {
  const { done, undone, open } = ENDS[action];
  const isDone = lost.name === 'reset_after';
  return FAULTS.map(({ name }) => ({
    title: `${action}: ${lost.name}, then queries: ${name}`,
    action,
    faults: [lost, { operation: 'query', name, times: 2 }],
    first: open,
    final: isDone ? done : undone,
    done: isDone,
  }));
}

/** A late approval is undone despite faults of queries and refunds. */
function undoFaults(operation: 'query' | 'refund'): readonly FaultCase[] {
  return FAULTS.map(({ name }) => ({
    title: `undo: ${operation}: ${name}`,
    action: 'undo' as const,
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
    action: 'authentication' as const,
    faults: [{ operation: 'query', name, times: 2 }],
    final: CAPTURED,
    done: true,
  }));
}

/** All faults except wrong ids, which a token does not have. */
function tokenFaults(action: 'sale' | 'capture' | 'refund'): readonly FaultCase[] {
  const { done, undone, refused } = ENDS[action];
  const hitting = FAULTS.filter(({ name }) => name !== 'wrong_ids');
  return hitting.flatMap(({ name }): readonly FaultCase[] => [
    {
      title: `${action}: token: ${name} once`,
      action,
      withoutToken: true,
      faults: [{ operation: 'token', name, times: 1 }],
      first: done,
      final: done,
      done: true,
    },
    {
      title: `${action}: token: ${name} always`,
      action,
      withoutToken: true,
      faults: [{ operation: 'token', name, times: ALWAYS }],
      first: refused,
      final: undone,
      done: false,
    },
  ]);
}

const awayCases: readonly FaultCase[] = CALL_OF.map(([action]) => ({
  title: `${action}: connection refused`,
  action,
  unreachable: true,
  faults: [],
  first: ENDS[action].refused,
  final: ENDS[action].undone,
  done: false,
}));

const reset = (operation: Operation, when: 'reset_before' | 'reset_after'): Fault => ({
  operation,
  name: when,
  times: 1,
});

/** A refund of an acquirer that tells only sums begins with a query: while that fails, nothing is sent. */
const queriedRefundCases: readonly FaultCase[] = FAULTS.map(({ name }) => ({
  title: `refund: queries: ${name}`,
  action: 'refund',
  faults: [{ operation: 'query', name, times: ALWAYS }],
  first: ENDS.refund.refused,
  final: ENDS.refund.undone,
  done: false,
}));

const ofEveryAcquirer: readonly FaultCase[] = [
  ...CALL_OF.flatMap(callFaults),
  ...awayCases,
  ...queryFaults('sale', reset('authorize', 'reset_after')),
  ...queryFaults('sale', reset('authorize', 'reset_before')),
  ...queryFaults('capture', reset('capture', 'reset_after')),
  ...undoFaults('query'),
  ...undoFaults('refund'),
];

/** Every call of the connector with every fault, for every action of a merchant. */
export const redeFaultCases: readonly FaultCase[] = [
  ...ofEveryAcquirer,
  ...queryFaults('refund', reset('refund', 'reset_after')),
  ...authenticationFaults(),
  ...tokenFaults('sale'),
  ...tokenFaults('capture'),
  ...tokenFaults('refund'),
];

/** The same for Cielo, which has no tokens and authenticates nobody. */
export const cieloFaultCases: readonly FaultCase[] = [...ofEveryAcquirer, ...queriedRefundCases];
