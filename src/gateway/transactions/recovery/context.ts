import type { Clock } from '../../../platform/time/clock.ts';
import type { KnownAges } from '../../../platform/time/known-ages.ts';
import type { Origin, TransactionEvent } from '../../history/index.ts';
import type { ChargeRoutes } from '../../providers/index.ts';
import type { RoutedCharge } from '../acquirer-call.ts';
import type { AwaitedAction } from '../flow/prepared.ts';
import type { AwaitedBuyer, BuyerResolution } from '../flow/resume.ts';
import type { Attempt } from '../rules/attempt.ts';
import type { RecoveryCase } from '../rules/case.ts';
import type { Asked, PaymentKinds } from '../rules/kind.ts';
import type { Payment } from '../rules/order.ts';
import type { RowBeside } from '../rules/row-beside.ts';
import type { RecoverySchedule } from '../rules/schedule.ts';
import type { Transaction } from '../rules/transaction.ts';
import type { CaseStore } from '../stores/case-store.ts';
import type { TransactionStore } from '../stores/store.ts';

/** Buyers who are away at the page of a provider, as the kind of their payment knows them. */
export interface AwaitedBuyers {
  /** Until when the buyer of this try can come back. Undefined where nobody knows: then it is over. */
  endsAt(attempt: Pick<Attempt, 'transactionId' | 'reference'>): Promise<number | undefined>;
  /** Asks the provider how it ended and stores it. */
  resolve(awaited: AwaitedBuyer): Promise<BuyerResolution>;
  /**
   * What is stored when recovery finds that the charge was made and its buyer has to act. Undefined where such a try is
   * given up: its buyer was never told what to do.
   */
  found?(action: AwaitedAction, attempt: Pick<Attempt, 'reference' | 'transactionId'>): RowBeside;
  /** A person wants it tried once more: what is written of a case that is about something beside the transaction. */
  again?(subject: string, now: number): RowBeside;
}

export interface RecoveryDependencies {
  readonly kinds: PaymentKinds;
  readonly store: TransactionStore;
  readonly cases: CaseStore;
  buyersOf(payment: Payment): AwaitedBuyers;
  readonly acquirers: ChargeRoutes;
  readonly clock: Clock;
  readonly schedule: RecoverySchedule;
  readonly timeScale: number;
  /** Of attempts and movements, by reference and id. */
  readonly ages: KnownAges;
  /** What to do with an approval that is found late. */
  lateApproval(merchantId: number): Promise<'accept' | 'undo'>;
  /** Which of these instances are dead: what they had under way can be taken over. */
  findDeadInstances(instances: readonly string[]): Promise<readonly string[]>;
  /** Called when only a person can go on, for the log. */
  onNeedsAttention(found: { transactionId: string; subject: string; reason: string }): void;
}

/** A case with everything it is about. */
export interface OpenCase extends RoutedCharge {
  readonly row: RecoveryCase;
  /** As it is stored. */
  readonly transaction: Transaction;
  /** What the attempt asked for. */
  readonly asked: Asked;
  /** The attempt that charged, or may have. */
  readonly attempt: Attempt;
  /** The buyer has tried again since: the attempt says nothing of the transaction's status any more. */
  readonly isSuperseded: boolean;
}

export const RECOVERY: Origin = { kind: 'recovery' };

/** Reschedules the case; without a time it is left to the operator. */
export function putOff(
  dependencies: RecoveryDependencies,
  open: Pick<OpenCase, 'transaction' | 'row'>,
  next: {
    readonly at: number;
    readonly nextAt: number | undefined;
    readonly notFound?: number;
    readonly reason: string;
  },
  event: TransactionEvent,
): Promise<boolean> {
  const { row, transaction } = open;
  const { at, nextAt, notFound = 0, reason } = next;
  if (nextAt === undefined) return needsAttention(dependencies, open, reason, [event]);
  return dependencies.store.change({
    transaction,
    at,
    openCase: { ...row, tries: row.tries + 1, notFound, nextAt },
    events: [event],
  });
}

/** Nothing more can be done automatically: the case is listed for the operator. */
export async function needsAttention(
  { store, clock, onNeedsAttention }: RecoveryDependencies,
  { transaction, row }: Pick<OpenCase, 'transaction' | 'row'>,
  reason: string,
  before: readonly TransactionEvent[] = [],
): Promise<boolean> {
  const at = clock.now();
  const { subject } = row;
  const changed = await store.change({
    transaction,
    at,
    openCase: { ...row, state: 'manual', tries: row.tries + 1, nextAt: at, reason },
    events: [{ kind: 'needs_attention', origin: RECOVERY, details: { subject, reason } }, ...before],
  });
  if (changed) onNeedsAttention({ transactionId: transaction.id, subject, reason });
  return changed;
}
