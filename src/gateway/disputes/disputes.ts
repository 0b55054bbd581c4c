import type { Database } from '../../platform/database/index.ts';
import { uuidMaker } from '../../platform/ids.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { Origin } from '../history/index.ts';
import { retryChange, type Transaction, type TransactionStore } from '../transactions/index.ts';
import { changeOfDispute } from './change-of-dispute.ts';
import { refuseDispute } from './refusals.ts';
import { afterStep, type Dispute, type DisputeStep } from './rules/dispute.ts';
import {
  afterNotice,
  type DisputeNotice,
  disputeOfNotice,
  factsOfNotice,
  saysTheSame,
} from './rules/notice.ts';
import { createDisputeFiles, type DisputeFiles } from './store/dispute-files.ts';
import { createDisputeReader, type DisputeReader } from './store/dispute-reader.ts';
import {
  createDisputeStore,
  type DisputeStore,
  MAX_OF_PAYMENT,
  undisputedAmong,
} from './store/dispute-store.ts';

export interface DisputeDependencies {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
  readonly transactions: Pick<TransactionStore, 'findAny' | 'change'>;
}

export interface RecordedDispute {
  readonly dispute: Dispute;
  readonly isNew: boolean;
}

/** What a person did, and says of it. */
export interface DisputeAct {
  readonly step: DisputeStep;
  readonly answer?: string | undefined;
  readonly userId?: number | undefined;
  readonly day?: string | undefined;
}

export interface Disputes {
  readonly store: DisputeStore;
  readonly reader: DisputeReader;
  /** What shops add to what they can show. */
  readonly files: DisputeFiles;
  /** Those of these payments that nobody contested. */
  undisputedAmong(transactionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A notice of a dispute, merged into what is known. Refusals: see `refuseDispute`. */
  record(notice: DisputeNotice, origin: Origin): Promise<RecordedDispute>;
  /** Refusals: dispute_step_conflict, dispute_busy. */
  act(dispute: Dispute, act: DisputeAct, origin: Origin): Promise<Dispute>;
  /** The shop's own words, for its evidence. */
  state(dispute: Dispute, statement: string, origin: Origin): Promise<Dispute>;
  /** Of a look at it by itself: its day has passed, or is to be warned of. Nothing where it changed meanwhile. */
  change(dispute: Dispute, to: Partial<Dispute>): Promise<boolean>;
}

const RECOVERY: Origin = { kind: 'recovery' };

export function createDisputes(dependencies: DisputeDependencies): Disputes {
  const { database, clock, time } = dependencies;
  const store = createDisputeStore(database);
  const newId = uuidMaker(clock.now);
  const today = () => time.day(clock.now());

  /** Every change of a dispute is one of its transaction, which says so: its version guards what is read here. */
  async function changed(
    transactionId: string,
    origin: Origin,
    build: (known: readonly Dispute[], transaction: Transaction) => Dispute | undefined,
  ): Promise<Dispute | undefined> {
    let written: Dispute | undefined;
    const { kind } = await retryChange(dependencies.transactions, transactionId, async (transaction) => {
      const known = await store.ofTransaction(transactionId);
      const next = build(known, transaction);
      const before = known.find(({ id }) => id === next?.id);
      if (!next || (before && saysTheSame(before, next))) {
        written = next;
        return undefined;
      }
      const at = clock.now();
      written = { ...next, updatedAt: at, version: (before?.version ?? 0) + 1 };
      return changeOfDispute(transaction, { before, after: written, origin, at, today: today() });
    });
    if (kind === 'contended') throw refuseDispute('dispute_busy');
    return written;
  }

  async function changeOne(
    { id, transactionId }: Pick<Dispute, 'id' | 'transactionId'>,
    origin: Origin,
    build: (dispute: Dispute) => Dispute,
  ): Promise<Dispute> {
    const dispute = await changed(transactionId, origin, (known) => {
      const one = known.find((other) => other.id === id);
      return one && build(one);
    });
    if (!dispute) throw refuseDispute('dispute_not_found');
    return dispute;
  }

  return {
    store,
    files: createDisputeFiles(dependencies),
    reader: createDisputeReader(database),
    undisputedAmong: (transactionIds) => undisputedAmong(database, transactionIds),
    record: async (notice, origin) => {
      let isNew = false;
      const dispute = await changed(notice.transactionId, origin, (known, transaction) => {
        const one = disputeOfNotice(notice, known);
        isNew = one === undefined;
        if (one) return afterNotice(one, notice);
        // What an acquirer or bank tells is kept as it is.
        if (notice.source === 'manual') checkNew(notice, transaction, known.length);
        return newDispute(notice, transaction, { id: newId(), now: clock.now() });
      });
      if (!dispute) throw refuseDispute('dispute_not_found');
      return { dispute, isNew };
    },
    act: (dispute, { step, answer, userId, day }, origin) =>
      changeOne(dispute, origin, (one) => {
        const after = afterStep(one, step, day ?? today());
        if (!after) throw refuseDispute('dispute_step_conflict');
        if (step !== 'answer' && step !== 'accept') return after;
        return { ...after, answer, answeredAt: clock.now(), answeredBy: userId };
      }),
    state: (dispute, statement, origin) => changeOne(dispute, origin, (one) => ({ ...one, statement })),
    change: async (dispute, to) => {
      const after = await changed(dispute.transactionId, RECOVERY, (known) => {
        const one = known.find(({ id }) => id === dispute.id);
        return one?.version === dispute.version ? { ...one, ...to } : undefined;
      });
      return after !== undefined;
    },
  };
}

function checkNew(
  { amount }: DisputeNotice,
  { result: { capturedAmount = 0 } }: Transaction,
  count: number,
): void {
  if (capturedAmount === 0) throw refuseDispute('dispute_of_unpaid');
  if (amount <= 0 || amount > capturedAmount)
    throw refuseDispute('dispute_amount_invalid', { field: 'amount' });
  if (count >= MAX_OF_PAYMENT) throw refuseDispute('too_many_disputes');
}

function newDispute(
  notice: DisputeNotice,
  transaction: Transaction,
  { id, now }: { readonly id: string; readonly now: number },
): Dispute {
  return {
    ...factsOfNotice(notice),
    id,
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    provider: transaction.order.provider,
    referenceId: transaction.referenceId,
    source: notice.source,
    amount: notice.amount,
    answer: undefined,
    answeredAt: undefined,
    answeredBy: undefined,
    statement: undefined,
    warnedDays: undefined,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}
