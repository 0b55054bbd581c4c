import { sql } from 'kysely';
import type { Job } from '../../platform/jobs/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type PrintingTables, type PrintJob, selectOpenPrintJobs } from '../printing/index.ts';
import {
  type ExternalPayment,
  findSaleValue,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type SaleTables,
  selectOpenWork,
  type WorkOptions,
} from '../sales/index.ts';
import { type ClientWorkOptions, finishClientWork, takeClientWork } from './client-work.ts';
import { simulatedResult } from './simulated-result.ts';
import { hasNoClient } from './store.ts';

const EVERY_MS = 500;
/** Time between taking a piece of work and its result. */
const WORKS_MS = 500;
const MAX_AT_ONCE = 200;
/** The amount that the original service's sandbox refuses, in centavos. */
const REFUSED_AMOUNT = 100_001;

/** Nobody has taken it, or this simulated client has. Sent and pending have the same number. */
const IS_MINE = sql<boolean>`(status = ${sql.lit(PAYMENT_STATUS.pending)} or client_id = 0)`;

/**
 * Sandbox: plays the payment client, with an imaginary pin pad and printer, for every terminal without one. The work of
 * terminals that have one is not read: it may wait for a day, and must not use up the places of a round.
 */
export function simulatedPaymentClient(options: ClientWorkOptions): Job {
  const { database } = options;
  return {
    name: 'simulated payment client',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      const payments = sql<boolean>`${IS_MINE} and ${hasNoClient('external_payments')}`;
      const open = await selectOpenWork(database.read<SaleTables>(), payments, MAX_AT_ONCE);
      const prints = sql<boolean>`${IS_MINE} and ${hasNoClient('print_jobs')}`;
      const jobs = await selectOpenPrintJobs(database.read<PrintingTables>(), prints, MAX_AT_ONCE);
      for (const work of [...open, ...jobs]) {
        if (signal.aborted) return;
        await playStep(options, work);
      }
    },
  };
}

/** Takes a piece of work, or ends what it has. */
async function playStep(options: ClientWorkOptions, work: ExternalPayment | PrintJob): Promise<void> {
  const worker = { id: 0, terminalId: work.terminalId };
  if (work.status === PAYMENT_STATUS.pending) {
    try {
      await takeClientWork(options, work.id, worker);
    } catch (error) {
      // Work of a seller whose access was taken away expires; that of others goes on.
      if (!(error instanceof Refusal)) throw error;
    }
  } else if (work.clientId === 0 && options.clock.now() - (work.heardAt ?? 0) >= WORKS_MS) {
    const said = 'content' in work ? PRINTED : await resultFor(options, work);
    await finishClientWork(options, work.id, worker, said);
  }
}

const PRINTED = { approved: true, result: {} };

async function resultFor({ database, clock }: WorkOptions, { id, saleId, type }: ExternalPayment) {
  const amount = await findSaleValue(database.read<SaleTables>(), saleId ?? 0);
  const approved = type === PAYMENT_TYPE.cancel || amount !== REFUSED_AMOUNT;
  if (type === PAYMENT_TYPE.administrative) return { approved, result: { message: 'OPERACAO CONCLUIDA' } };
  return { approved, result: simulatedResult({ id, type, amount: amount ?? 0, approved }, clock.now()) };
}
