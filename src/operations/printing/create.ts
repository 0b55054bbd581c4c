import type { Written } from '../../accounts/options.ts';
import { type Database, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findTerminal, findTerminalOfPrinter, type TerminalTables } from '../terminals/index.ts';
import { PRINT_LIFE_MS, PRINT_STATUS, type PrintJob } from './print-job.ts';
import { findPrinter, insertPrintJob } from './store.ts';
import type { PrintingTables } from './tables.ts';

export interface PrintRequest {
  readonly personId: number;
  /** At least one of the two is given. */
  readonly terminalId: number | undefined;
  readonly printerId: number | undefined;
  readonly reference: string | undefined;
  readonly content: string;
}

/**
 * Creates a print job for the payment client of the terminal or, without one, of the terminal that names the printer.
 * Refusal: value_invalid.
 */
export function createPrintJob(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  request: PrintRequest,
  written: Written<PrintJob>,
): Promise<PrintJob> {
  const { personId, reference, content } = request;
  return database.write(async (transaction) => {
    const id = await nextId(transaction, 'external_payment');
    const { terminalId, printerId } = await placeOf(transaction, request);
    const at = clock.now();
    const job: PrintJob = {
      id,
      personId,
      terminalId,
      printerId,
      reference,
      content,
      status: PRINT_STATUS.sent,
      version: 1,
      createdAt: at,
      updatedAt: at,
      expiresAt: at + PRINT_LIFE_MS,
      clientId: undefined,
      heardAt: undefined,
    };
    await insertPrintJob(transaction.tables<PrintingTables>(), job);
    await written(transaction, job);
    return job;
  });
}

/** Where it is printed. A terminal may name a printer that no longer exists: its payment client then uses its own. */
async function placeOf(
  transaction: WriteTransaction,
  { personId, terminalId, printerId }: PrintRequest,
): Promise<{ readonly terminalId: number; readonly printerId: number | undefined }> {
  const terminals = transaction.tables<TerminalTables>();
  const printers = transaction.tables<PrintingTables>();
  if (printerId !== undefined && !(await findPrinter(printers, personId, printerId)))
    throw invalid('printerId', `Impressora ${printerId} não encontrada.`);
  if (terminalId !== undefined) {
    const terminal = await findTerminal(terminals, personId, terminalId);
    if (!terminal) throw invalid('terminalId', `Terminal ${terminalId} não encontrado.`);
    const own = printerId ?? terminal.printerId;
    const printer = own === undefined ? undefined : await findPrinter(printers, personId, own);
    return { terminalId, printerId: printer?.id };
  }
  const found = await findTerminalOfPrinter(terminals, personId, printerId ?? 0);
  if (found === undefined)
    throw invalid('printerId', 'Nenhum terminal usa esta impressora: envie também o {terminalId}.');
  return { terminalId: found, printerId };
}

function invalid(field: string, message: string) {
  return operationRefuse('value_invalid', { field, message });
}
