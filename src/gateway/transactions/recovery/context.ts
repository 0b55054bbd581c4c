import type { Clock } from '../../../platform/index.ts';
import type { Acquirers, ChargeIds, Connector, Route } from '../../acquirers/index.ts';
import type { NewEvent, Origin } from '../../history/index.ts';
import type { Resolution } from '../authentication/resume.ts';
import type {
  AttemptRow,
  CaseRow,
  CaseStore,
  Schedule,
  Transaction,
  TransactionStore,
} from '../record/index.ts';

export interface RecoveryDependencies {
  readonly store: TransactionStore;
  readonly cases: CaseStore;
  readonly acquirers: Acquirers;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly timeScale: number;
  /** Asks the acquirer what came of an authentication, and stores it. */
  resolveAuthentication(transaction: Transaction, attempt: AttemptRow, origin: Origin): Promise<Resolution>;
  /** What becomes of an approval that is found late. */
  lateApproval(merchantId: number): Promise<'accept' | 'undo'>;
  /** Which of these instances are gone: what they left under way is anyone's. */
  deadOnes(instances: readonly string[]): Promise<readonly string[]>;
  /** Told when only a person can go on, for the log. */
  onNeedsAttention(found: { transactionId: string; subject: string; reason: string }): void;
  /** Told of what a connector threw, which is a bug of the connector. */
  onConnectorError(provider: string, error: unknown): void;
}

/** A case with everything that it is about. */
export interface OpenCase {
  readonly row: CaseRow;
  readonly transaction: Transaction;
  /** The attempt that charged, or may have. */
  readonly attempt: AttemptRow;
  readonly route: Route;
  readonly ids: ChargeIds;
}

export const RECOVERY: Origin = { cause: 'recovery' };

export function eventOf(
  { transaction, row }: Pick<OpenCase, 'transaction' | 'row'>,
  at: number,
  kind: NewEvent['kind'],
  details: NewEvent['details'],
  origin: Origin = RECOVERY,
): NewEvent {
  return {
    transactionId: transaction.id,
    at,
    kind,
    origin,
    details: { subject: row.subject, ...details },
  };
}

/** A connector does not throw; one that does says nothing. */
export async function ask<Outcome>(
  dependencies: RecoveryDependencies,
  { route }: Pick<OpenCase, 'route'>,
  call: (connector: Connector) => Promise<Outcome>,
): Promise<Outcome | { readonly outcome: 'unknown'; readonly reason: string }> {
  try {
    return await call(route.connector);
  } catch (error) {
    dependencies.onConnectorError(route.connector.provider, error);
    return { outcome: 'unknown', reason: 'the connector failed' };
  }
}

/** Puts the case off until it is due again; without a time it becomes one for the operator. */
export function putOff(
  dependencies: RecoveryDependencies,
  open: Pick<OpenCase, 'transaction' | 'row'>,
  next: { readonly nextAt: number | undefined; readonly notFound?: number; readonly reason: string },
  event: NewEvent,
): Promise<boolean> {
  const { row } = open;
  if (next.nextAt === undefined) return needsAttention(dependencies, open, next.reason, [event]);
  return dependencies.store.change({
    transaction: open.transaction,
    at: event.at,
    openCase: { ...row, tries: row.tries + 1, not_found: next.notFound ?? 0, next_at: next.nextAt },
    events: [event],
  });
}

/** Nothing more can be done by itself: the case stays, listed for the operator. */
export async function needsAttention(
  dependencies: RecoveryDependencies,
  open: Pick<OpenCase, 'transaction' | 'row'>,
  reason: string,
  before: readonly NewEvent[] = [],
): Promise<boolean> {
  const at = dependencies.clock.now();
  const event = eventOf(open, at, 'needs_attention', { reason });
  const changed = await dependencies.store.change({
    transaction: open.transaction,
    at,
    openCase: { ...open.row, state: 'manual', tries: open.row.tries + 1, next_at: at, reason },
    events: [event, ...before],
  });
  if (changed) {
    const { id: transactionId } = open.transaction;
    dependencies.onNeedsAttention({ transactionId, subject: open.row.subject, reason });
  }
  return changed;
}
