import type { Written } from '../../accounts/index.ts';
import { nextId, Secret } from '../../platform/index.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { type ExternalPayment, PAYMENT_ORIGIN, PAYMENT_STATUS, PAYMENT_TYPE } from './external-payment.ts';
import { invalid } from './refusals.ts';
import type { SaleRooms } from './rooms.ts';
import { INSTALLMENT_KIND } from './sale.ts';
import { insertPayment } from './store.ts';
import type { SaleTables } from './tables.ts';
import { findWaitingAdministration } from './work-store.ts';

export interface AdministrativeRequest {
  readonly personId: number;
  readonly terminalId: number;
  readonly technicalPassword: string;
  /** Push it to the payment client now. */
  readonly autoStart: boolean;
}

/**
 * Opens the administrative menu of a terminal's pin pad: work for its payment client, without a sale. While one waits to
 * be taken, it is returned instead: clients time out and send again. Refusals: field_invalid, those of
 * TechnicalPasswords.check.
 */
export async function administer(
  { database, clock, waits, technicalPasswords }: SaleRooms,
  { personId, terminalId, technicalPassword, autoStart }: AdministrativeRequest,
  written: Written<ExternalPayment>,
): Promise<ExternalPayment> {
  await technicalPasswords.check(personId, new Secret(technicalPassword));
  return database.write(async (transaction) => {
    const id = await nextId(transaction, 'external_payment');
    const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
    if (!terminal) throw invalid('terminalId', `Terminal ${terminalId} não encontrado.`);
    const at = clock.now();
    const waiting = await findWaitingAdministration(transaction.tables<SaleTables>(), terminalId, at);
    if (waiting) {
      await written(transaction, waiting);
      return waiting;
    }
    const payment: ExternalPayment = {
      id,
      personId,
      terminalId,
      saleId: undefined,
      type: PAYMENT_TYPE.administrative,
      status: PAYMENT_STATUS.pending,
      origin: PAYMENT_ORIGIN.administrative,
      installmentKind: INSTALLMENT_KIND.store,
      createdAt: at,
      updatedAt: at,
      autoStart: autoStart ? 1 : 0,
      takeUntil: at + (autoStart ? waits.pushedMs : waits.pendingMs),
      clientId: undefined,
      heardAt: undefined,
      result: '{}',
    };
    await insertPayment(transaction.tables<SaleTables>(), payment);
    await written(transaction, payment);
    return payment;
  });
}
