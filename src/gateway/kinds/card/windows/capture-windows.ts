import type { Database, WriteTransaction } from '../../../../platform/database/index.ts';
import type { Job } from '../../../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../../../platform/time/clock.ts';
import type { MovementOptions } from '../../../transactions/movements/results.ts';
import type { RowBeside } from '../../../transactions/rules/row-beside.ts';
import { Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import type { TransactionStore } from '../../../transactions/stores/store.ts';
import {
  CAPTURE_WINDOWS,
  type CaptureWindow,
  type CaptureWindowTables,
  LONGEST_LOOK_MS,
} from './capture-windows-table.ts';

const EVERY_MS = 10 * 60_000;
const LEAST_EVERY_MS = 1_000;
const AT_ONCE = 100;
const HOUR_MS = 60 * 60_000;
/** So long before the window passes its merchant is told. */
const TOLD_BEFORE_MS = 48 * HOUR_MS;

export interface CaptureWindowDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'iso'>;
  readonly timeScale: number;
  readonly store: Pick<TransactionStore, 'findAny' | 'change'>;
  optionsOf(transaction: Transaction): Promise<MovementOptions>;
  onError(error: unknown): void;
}

/** What is written of an approval that was not captured, in its commit. */
export function captureWindowRow(attempt: {
  readonly reference: string;
  readonly transactionId: string;
  readonly endedAt: number;
}): RowBeside {
  const { reference, transactionId, endedAt } = attempt;
  const row: CaptureWindow = {
    reference,
    transactionId,
    nextAt: endedAt + LONGEST_LOOK_MS,
    merchantId: undefined,
  };
  return { writer: insertWindows, row };
}

async function insertWindows(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  await write.insertNewRows(CAPTURE_WINDOWS, 'reference', rows as readonly CaptureWindow[]);
}

/** Tells merchants that the time to capture a sale is about to pass, and forgets what is no longer to be captured. */
export function captureWindowJob(dependencies: CaptureWindowDependencies): Job {
  return {
    name: 'capture windows',
    where: 'leased',
    everyMs: Math.max(LEAST_EVERY_MS, EVERY_MS / dependencies.timeScale),
    run: async (signal) => {
      while (!signal.aborted) {
        const due = await dueWindows(dependencies);
        for (const window of due) await lookAt(dependencies, window);
        if (due.length < AT_ONCE) return;
      }
    },
  };
}

/** How many sales of a merchant, or of all, were told and are still to be captured. */
export async function countEndingWindows(
  database: Database,
  merchantId: number | undefined,
): Promise<number> {
  let told = database
    .read<CaptureWindowTables>()
    .selectFrom('capture_windows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('merchant_id', 'is not', null);
  if (merchantId !== undefined) told = told.where('merchant_id', '=', merchantId);
  return Number((await told.executeTakeFirstOrThrow()).count);
}

async function dueWindows({ database, clock }: CaptureWindowDependencies): Promise<readonly CaptureWindow[]> {
  const rows = await database
    .read<CaptureWindowTables>()
    .selectFrom('capture_windows')
    .selectAll()
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(CAPTURE_WINDOWS.fromRow);
}

/** One that cannot be looked at is put off, so that it holds up no other. */
async function lookAt(dependencies: CaptureWindowDependencies, window: CaptureWindow): Promise<void> {
  const { clock } = dependencies;
  try {
    const transaction = await dependencies.store.findAny(window.transactionId);
    if (!transaction) return await forget(dependencies, window);
    const until = await captureUntil(dependencies, transaction);
    if (until === 'over') return await forget(dependencies, window);
    if (until === 'unknown') return await putOff(dependencies, window, clock.now() + HOUR_MS);
    const now = clock.now();
    if (window.merchantId !== undefined || now < until - TOLD_BEFORE_MS) {
      const next = window.merchantId === undefined ? until - TOLD_BEFORE_MS : nextLookUntil(until, now);
      return await putOff(dependencies, window, Math.min(next, now + LONGEST_LOOK_MS));
    }
    await tell(dependencies, { window, transaction, until });
  } catch (error) {
    dependencies.onError(error);
    await putOff(dependencies, window, clock.now() + HOUR_MS);
  }
}

/** What was told is looked at now and then: it may be captured, or its time may have passed. */
function nextLookUntil(until: number, now: number): number {
  return Math.min(until + 1, now + HOUR_MS);
}

async function captureUntil(
  { optionsOf }: CaptureWindowDependencies,
  transaction: Transaction,
): Promise<number | 'over' | 'unknown'> {
  if (transaction.result.status !== Status.authorized) return 'over';
  const { capture } = await optionsOf(transaction);
  if (capture.kind === 'possible') return capture.until ?? 'over';
  return capture.reason === 'window_passed' || capture.reason === 'movement_unsupported' ? 'over' : 'unknown';
}

/** In one commit with the mark that it was told: of two instances one tells it. */
async function tell(
  { store, clock, time }: CaptureWindowDependencies,
  { window, transaction, until }: { window: CaptureWindow; transaction: Transaction; until: number },
): Promise<void> {
  const now = clock.now();
  await store.change({
    transaction,
    at: now,
    news: { type: 'capture_window', amount: String(transaction.amount), captureUntil: time.iso(until) },
    rowBeside: {
      writer: markTold,
      row: { ...window, merchantId: transaction.merchantId, nextAt: nextLookUntil(until, now) },
    },
    events: [{ kind: 'capture_window', origin: { kind: 'recovery' }, details: { until: time.iso(until) } }],
  });
}

async function markTold(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  for (const { reference, merchantId, nextAt } of rows as readonly CaptureWindow[]) {
    await write
      .tables<CaptureWindowTables>()
      .updateTable('capture_windows')
      .set({ merchant_id: merchantId ?? null, next_at: nextAt })
      .where('reference', '=', reference)
      .execute();
  }
}

async function putOff(
  { database }: CaptureWindowDependencies,
  { reference }: CaptureWindow,
  nextAt: number,
): Promise<void> {
  await database.write((write) =>
    write
      .tables<CaptureWindowTables>()
      .updateTable('capture_windows')
      .set({ next_at: Math.ceil(nextAt) })
      .where('reference', '=', reference)
      .execute(),
  );
}

async function forget({ database }: CaptureWindowDependencies, { reference }: CaptureWindow): Promise<void> {
  await database.write((write) =>
    write
      .tables<CaptureWindowTables>()
      .deleteFrom('capture_windows')
      .where('reference', '=', reference)
      .execute(),
  );
}
