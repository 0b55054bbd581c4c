import type { Written } from '../../../accounts/options.ts';
import { type Database, nextId } from '../../../platform/database/index.ts';
import { Secret } from '../../../platform/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { findKeyed, rememberKeyed } from '../../interface/request-keys.ts';
import type { TechnicalPasswords } from '../../technical-passwords/index.ts';
import { findTerminal, type TerminalTables } from '../../terminals/index.ts';
import {
  type ExternalPayment,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type SaleWaits,
} from '../record/external-payment.ts';
import { invalid } from '../record/refusals.ts';
import { INSTALLMENT_KIND } from '../record/sale.ts';
import { findPayment, insertPayment } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';

interface AdministerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly waits: SaleWaits;
  readonly technicalPasswords: Pick<TechnicalPasswords, 'check'>;
}

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
  { database, clock, waits, technicalPasswords }: AdministerOptions,
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
