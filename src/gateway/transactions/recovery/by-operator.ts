import type { Clock } from '../../../platform/time/clock.ts';
import type { Origin } from '../../history/index.ts';
import type { Attempt } from '../rules/attempt.ts';
import { type RecoveryCase, restarted } from '../rules/case.ts';
import { resultAfterAttempt } from '../rules/intention.ts';
import { type Asked, askedByTry, type PaymentKinds } from '../rules/kind.ts';
import { resultDone, resultNotDone } from '../rules/movement-results.ts';
import { transactionRefuse } from '../rules/refusals.ts';
import { canTransition, type Result, Status, type Transaction } from '../rules/transaction.ts';
import type { CaseStore } from '../stores/case-store.ts';
import type { TransactionStore } from '../stores/store.ts';
import {
  amountsBy,
  attemptEndBy,
  chargeGone,
  decidesStatus,
  isLeftToMove,
  movementEndBy,
  type Settled,
  type Settling,
} from './settling.ts';

export interface OperatorDependencies {
  readonly store: TransactionStore;
  readonly cases: CaseStore;
  readonly clock: Clock;
}

type SettlingDependencies = OperatorDependencies & { readonly kinds: PaymentKinds };

/** What the acquirer can tell a person about a sale: statuses that a case may be ended with. */
const AMOUNTS = ['capturedAmount', 'refundedAmount', 'refundingAmount'] as const;

export const SETTLED_STATUSES = [
  Status.expired,
  Status.authorized,
  Status.captured,
  Status.denied,
  Status.canceled,
  Status.failed,
] as const;

/** One way to end a case, and how the sale stands afterwards. Amounts in minor units. */
export interface SettlingOption {
  /** `charge_gone`: the charge no longer holds anything. `beside`: what the case is about was settled. The sale stays as it is. */
  readonly kind: 'status' | 'charge_gone' | 'beside';
  readonly status: Status;
  readonly moved: boolean;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
}

const OPERATOR: Origin = { kind: 'operator' };

/**
 * Lets recovery try a case again from the start of its schedule. Throws transaction_not_found,
 * nothing_to_resolve.
 */
export async function retryCases(
  dependencies: OperatorDependencies,
  transactionId: string,
  origin = OPERATOR,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, transactionId);
  const now = clock.now();
  let current = transaction;
  for (const row of rows) {
    const changed = await store.change({
      transaction: current,
      at: now,
      openCase: restarted(row, now),
      events: [{ kind: 'taken_over', origin, details: { subject: row.subject } }],
    });
    if (!changed) throw transactionRefuse('status_conflict');
    current = { ...current, version: current.version + 1 };
  }
  return current;
}

/** What a person found out at the acquirer. */
export interface SettleRequest {
  readonly transactionId: string;
  /** The case, where the transaction has several. */
  readonly subject?: string | undefined;
  readonly status: Status;
  readonly moved?: boolean;
  readonly reason: string;
}

/**
 * Ends a case that needs a person with what that person found out at the acquirer, and with it its attempt or
 * movement. Throws transaction_not_found, nothing_to_resolve, and status_conflict when recovery still works
 * on the case, when it is not clear which case is meant, or when the case cannot end in that status.
 */
export async function settleByOperator(
  dependencies: SettlingDependencies,
  request: SettleRequest,
  origin = OPERATOR,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, request.transactionId);
  const attempts = await store.attemptsOf(transaction.id);
  const row = rowToSettle(rows, transaction, attempts, request.subject);
  const { result } = transaction;
  const stays = request.status === result.status;
  const decides = row !== undefined && decidesStatus(row, transaction, attempts);
  const isSettled = SETTLED_STATUSES.some((status) => status === request.status);
  const isReached = decides ? isSettled && (stays || canTransition(result.status, request.status)) : stays;
  if (row && decides && !mayEndIn(row, request.status, result.status))
    throw transactionRefuse('status_conflict');
  if (!row || !isReached) throw transactionRefuse('status_conflict');
  const now = clock.now();
  const asked = decides ? askedIn(dependencies.kinds, transaction, row, attempts) : undefined;
  const settling = {
    transaction: { ...transaction, ...asked },
    status: request.status,
    moved: request.moved === true,
    now,
  };
  const { amounts, ...ends } = await endsOf(dependencies, { row, attempts, decides }, settling);
  const after = { ...result, ...amounts, ...refundsOf(dependencies.kinds, request.status, transaction) };
  const staysAsIs = stays && AMOUNTS.every((name) => after[name] === result[name]);
  const settled = await store.change({
    transaction,
    at: now,
    ...(isTaken(request.status) ? asked : {}),
    result: staysAsIs
      ? undefined
      : resultAfterAttempt(transaction, { ...after, status: request.status, redirectUrl: undefined }, now),
    ...ends,
    closeCase: row.subject,
    events: [
      {
        kind: 'resolved',
        origin,
        details: {
          subject: row.subject,
          from: result.status,
          status: request.status,
          reason: request.reason,
        },
      },
    ],
  });
  if (!settled) throw transactionRefuse('status_conflict');
  return (await store.findAny(request.transactionId)) ?? transaction;
}

function isTaken(status: Status): boolean {
  return status === Status.captured || status === Status.authorized;
}

/** What the try of an intention asked for, where that is not the whole, or was paid in another way. */
function askedIn(
  kinds: PaymentKinds,
  transaction: Transaction,
  { subject }: Pick<RecoveryCase, 'subject'>,
  attempts: readonly Attempt[],
): Asked | undefined {
  const attempt = attempts.find(({ reference }) => reference === subject);
  if (!attempt || transaction.result.capturedAmount !== undefined) return undefined;
  const asked = askedByTry(kinds, transaction, attempt);
  const isTheSame = asked.amount === transaction.amount && asked.order === transaction.order;
  return isTheSame ? undefined : asked;
}

/** What a payment that has just been found taken says of refunds, where several may be under way. */
function refundsOf(
  kinds: PaymentKinds,
  status: Status,
  { order, result }: Transaction,
): Pick<Partial<Result>, 'refundingAmount'> {
  const isTakenNow = status === Status.captured && result.refundingAmount === undefined;
  return isTakenNow && kinds.of(order.payment).refunds === 'several' ? { refundingAmount: 0 } : {};
}

/**
 * The case that a person may end now. Another one prevents it if it decides the status too; except that the movement
 * under way comes first, before one that had been given up and was made after all: that one is added to what is then left.
 */
function rowToSettle(
  rows: readonly RecoveryCase[],
  transaction: Transaction,
  attempts: readonly Attempt[],
  subject: string | undefined,
): RecoveryCase | undefined {
  const manual = rows.filter(({ state }) => state === 'manual');
  const meant = subject === undefined ? manual : manual.filter((row) => row.subject === subject);
  const [row, ...more] = meant;
  if (!row || more.length > 0) return undefined;
  if (!decidesStatus(row, transaction, attempts)) return row;
  const comesFirst = row.subject === transaction.openMovement;
  // Where several refunds may be under way, each says only what became of its own amount.
  const isEachItsOwn = row.kind === 'movement' && transaction.result.refundingAmount !== undefined;
  const inTheWay = rows.some(
    (other) =>
      other !== row &&
      !((comesFirst || isEachItsOwn) && other.kind === 'movement') &&
      decidesStatus(other, transaction, attempts),
  );
  return inTheWay ? undefined : row;
}

/** The ways in which a case that needs a person can be ended. None for one that recovery still works on. */
export async function settlingOptions(
  dependencies: SettlingDependencies,
  transaction: Transaction,
  { subject }: Pick<RecoveryCase, 'subject'>,
): Promise<readonly SettlingOption[]> {
  const attempts = await dependencies.store.attemptsOf(transaction.id);
  const rows = await dependencies.cases.ofTransaction(transaction.id);
  const row = rowToSettle(rows, transaction, attempts, subject);
  if (!row) return [];
  const from = transaction.result.status;
  const decides = decidesStatus(row, transaction, attempts);
  const found = row.kind === 'movement' ? await movementOf(dependencies, row) : undefined;
  const reached =
    found && isLeftToMove(found, transaction)
      ? {
          done: resultDone(transaction, found).status,
          notDone: resultNotDone(transaction, found).status,
        }
      : undefined;
  const statuses = SETTLED_STATUSES.filter((status) => {
    if (status !== from && !canTransition(from, status)) return false;
    if (found) return status === reached?.done || status === reached?.notDone;
    if (!mayEndIn(row, status, from)) return false;
    return status !== Status.expired || row.kind === 'charge' || from === Status.started;
  });
  // A movement that was given up may find the sale ended by a later one: then it adds nothing.
  const isOver = found !== undefined && statuses.length === 0;
  const wanted = (decides && !isOver ? statuses : [from]).flatMap((status) =>
    reached && reached.done === reached.notDone
      ? [true, false].map((moved) => ({ status, moved }))
      : [{ status, moved: reached !== undefined && status === reached.done }],
  );
  const now = dependencies.clock.now();
  const asked = decides ? askedIn(dependencies.kinds, transaction, row, attempts) : undefined;
  return Promise.all(
    wanted.map(async ({ status, moved }) => {
      const settling = { transaction: { ...transaction, ...asked }, status, moved, now };
      const { amounts } = await endsOf(dependencies, { row, attempts, decides }, settling);
      const { capturedAmount, refundedAmount } = { ...transaction.result, ...amounts };
      return {
        kind: decides ? 'status' : row.kind === 'beside' ? 'beside' : 'charge_gone',
        status,
        moved,
        capturedAmount: capturedAmount ?? 0,
        refundedAmount: refundedAmount ?? 0,
      };
    }),
  );
}

/** What its buyer pays by himself he has paid, or nobody can any more: then the shop's wish to cancel it is fulfilled, or its time is over. */
function mayEndIn({ kind }: Pick<RecoveryCase, 'kind'>, status: Status, from: Status): boolean {
  if (kind !== 'charge' || status === Status.captured) return true;
  return status === (from === Status.canceling ? Status.canceled : Status.expired);
}

async function movementOf(
  { store }: OperatorDependencies,
  { subject, transactionId }: Pick<RecoveryCase, 'subject' | 'transactionId'>,
) {
  return (await store.movementsOf(transactionId)).find(({ id }) => id === subject);
}

async function endsOf(
  dependencies: OperatorDependencies,
  ended: {
    readonly row: RecoveryCase;
    readonly attempts: readonly Attempt[];
    readonly decides: boolean;
  },
  settling: Settling,
): Promise<Settled> {
  const { row, attempts, decides } = ended;
  if (row.kind === 'beside') return { amounts: {} };
  const movement = row.kind === 'movement' ? await movementOf(dependencies, row) : undefined;
  if (movement) return movementEndBy(movement, settling);
  const attempt = attempts.find(({ reference }) => reference === row.subject);
  if (!attempt) return { amounts: amountsBy(settling) };
  return decides ? attemptEndBy(attempt, settling) : chargeGone(attempt, settling.now);
}

async function casesOf({ store, cases }: OperatorDependencies, transactionId: string) {
  const transaction = await store.findAny(transactionId);
  if (!transaction) throw transactionRefuse('transaction_not_found');
  const rows = await cases.ofTransaction(transactionId);
  if (rows.length === 0) throw transactionRefuse('nothing_to_resolve');
  return { transaction, rows };
}
