import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { ChargeTables, GatewayCharges } from '../charges/index.ts';
import {
  findNextPrintJob,
  findPrintJob,
  finishPrintJob,
  type PrintingTables,
  type PrintJob,
  type PrintOptions,
  recordPrintHeartbeat,
  takePrintJob,
} from '../printing/index.ts';
import {
  CLIENT_SILENT_MS,
  type ClientSaid,
  findNextWork,
  findPixAtTerminal,
  finishWork,
  isPixAtTerminal,
  recordHeartbeat,
  type SaleTables,
  takeWork,
  type WorkOptions,
} from '../sales/index.ts';
import type { PaymentClient } from './store.ts';
import { paymentTypesOf, type WorkKind } from './work-kind.ts';
import type { ClientWork } from './write-work.ts';

export interface ClientWorkOptions extends WorkOptions {
  readonly callbacks: WorkOptions['callbacks'] & PrintOptions['callbacks'];
  /** Called after a commit that took a print job. */
  printStarted(job: PrintJob): void;
}

export interface NextWorkOptions {
  readonly database: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly gateway: Pick<GatewayCharges, 'pixToShow'>;
}

type Client = Pick<PaymentClient, 'id' | 'terminalId'>;

/** The next work of the newest client of a terminal: payments, then print jobs, then the code of a Pix that it is to show. */
export async function nextClientWork(
  options: NextWorkOptions,
  { id: clientId, terminalId }: Client,
  { kinds, seen }: { readonly kinds: readonly WorkKind[]; readonly seen: number },
): Promise<ClientWork | undefined> {
  const { database, clock } = options;
  const now = clock.now();
  const types = paymentTypesOf(kinds);
  const payment =
    types.length > 0
      ? await findNextWork(database.read<SaleTables>(), { terminalId, clientId, types, seen, now })
      : undefined;
  if (payment) return { payment };
  const silentSince = now - CLIENT_SILENT_MS;
  const job = kinds.includes('print')
    ? await findNextPrintJob(database.read<PrintingTables>(), { terminalId, clientId, silentSince, now })
    : undefined;
  if (job) return { job };
  return kinds.includes('show') ? pixToShow(options, { terminalId, seen }) : undefined;
}

/** Undefined too until the bank has answered with a code. */
async function pixToShow(
  { database, gateway }: NextWorkOptions,
  asked: { readonly terminalId: number; readonly seen: number },
): Promise<ClientWork | undefined> {
  const found = await findPixAtTerminal(database.read<SaleTables & ChargeTables>(), asked);
  const pix = found && (await gateway.pixToShow(found.payment.personId, found.transactionId));
  return found && pix && { payment: found.payment, pix };
}

/** Undefined: it ended, or another client has it. */
export async function takeClientWork(
  options: ClientWorkOptions,
  id: number,
  { id: clientId, terminalId }: Client,
): Promise<ClientWork | undefined> {
  if (!(await findPrintJob(options.database.read<PrintingTables>(), id))) {
    const taken = await takeWork(options, id, { clientId, terminalId });
    return taken && { payment: taken.payment };
  }
  const silentSince = options.clock.now() - CLIENT_SILENT_MS;
  const job = await takePrintJob(options, id, { clientId, terminalId, silentSince });
  if (job) options.printStarted(job);
  return job && { job };
}

/** False: the work is no longer this client's, or the Pix that it shows waits for nobody any more. */
export async function recordProgress(
  { database, clock }: ClientWorkOptions,
  id: number,
  { id: clientId, terminalId }: Client,
): Promise<boolean> {
  if (await isPixAtTerminal(database.read<SaleTables>(), id, terminalId)) return true;
  const heard = { clientId, now: clock.now() };
  return database.write(
    async (transaction) =>
      (await recordHeartbeat(transaction.tables<SaleTables>(), id, heard)) ||
      (await recordPrintHeartbeat(transaction.tables<PrintingTables>(), id, heard)),
  );
}

export interface ClientResult {
  readonly accepted: boolean;
  /** It came too late: what was approved must be reversed. */
  readonly undo: boolean;
  /** Null: the work has no sale. */
  readonly intencaoVendaStatus: number | null;
}

/** Ends a piece of work with its client's result; for a print job, approved means printed. Undefined: it is not this client's. */
export async function finishClientWork(
  options: ClientWorkOptions,
  id: number,
  { id: clientId, terminalId }: Client,
  said: ClientSaid,
): Promise<ClientResult | undefined> {
  if (await findPrintJob(options.database.read<PrintingTables>(), id)) {
    const done = await finishPrintJob(options, id, { clientId, printed: said.approved });
    return done && { accepted: done.accepted, undo: false, intencaoVendaStatus: null };
  }
  const finished = await finishWork(options, id, { clientId, terminalId }, said);
  if (!finished) return undefined;
  const { sale, accepted, undo } = finished;
  return { accepted, undo, intencaoVendaStatus: sale?.status ?? null };
}
