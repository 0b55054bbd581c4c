import type { Written } from '../../accounts/options.ts';
import { nextId } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { findKeyed, rememberKeyed } from '../interface/request-keys.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { type ExternalPayment, PAYMENT_ORIGIN, PAYMENT_STATUS, PAYMENT_TYPE } from './external-payment.ts';
import { invalid } from './refusals.ts';
import type { SaleRooms } from './rooms.ts';
import { INSTALLMENT_KIND } from './sale.ts';
import { findPayment, insertPayment } from './store.ts';
import type { SaleTables } from './tables.ts';

export interface AdministrativeRequest {
  readonly personId: number;
  readonly terminalId: number;
  readonly technicalPassword: string;
  /** Push it to the payment client now. */
  readonly autoStart: boolean;
  /** The Idempotency-Key header. */
  readonly key: string | undefined;
}

/**
 * Opens the administrative menu of a terminal's pin pad: work for its payment client, without a sale. Refusals:
 * field_invalid, key_reused, those of TechnicalPasswords.check.
 */
export async function administer(
  { database, clock, waits, technicalPasswords }: SaleRooms,
  { personId, terminalId, technicalPassword, autoStart, key }: AdministrativeRequest,
  written: Written<ExternalPayment>,
): Promise<ExternalPayment> {
  await technicalPasswords.check(personId, new Secret(technicalPassword));
  const request = {
    personId,
    operation: 'PagamentoExterno/InsertPagamentoExternoTipoAdmin',
    key,
    contents: { terminalId, autoStart },
  };
  return database.write(async (transaction) => {
    const id = await nextId(transaction, 'external_payment');
    const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
    if (!terminal) throw invalid('terminalId', `Terminal ${terminalId} não encontrado.`);
    const at = clock.now();
    const knownId = await findKeyed(transaction, request);
    const known = knownId && (await findPayment(transaction.tables<SaleTables>(), knownId));
    if (known) {
      await written(transaction, known);
      return known;
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
      unsettled: undefined,
      result: '{}',
    };
    await insertPayment(transaction.tables<SaleTables>(), payment);
    await rememberKeyed(transaction, request, { recordId: id, at });
    await written(transaction, payment);
    return payment;
  });
}
