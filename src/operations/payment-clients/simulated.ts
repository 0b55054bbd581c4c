import type { Job } from '../../platform/index.ts';
import {
  type ExternalPayment,
  findSaleValue,
  finishWork,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type SaleTables,
  selectOpenWork,
  takeWork,
  type WorkOptions,
} from '../sales/index.ts';
import { findNewestClients, type PaymentClientTables } from './store.ts';

const EVERY_MS = 500;
/** Time between taking a piece of work and its result. */
const WORKS_MS = 500;
const MAX_AT_ONCE = 200;
/** The amount that the original service's sandbox refuses, in centavos. */
const REFUSED_AMOUNT = 100_001;

/** Sandbox: plays the payment client, with an imaginary pin pad, for every terminal without one. */
export function simulatedPaymentClient(options: WorkOptions): Job {
  const { database, clock } = options;
  return {
    name: 'simulated payment client',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      const open = await selectOpenWork(database.read<SaleTables>(), MAX_AT_ONCE);
      const terminals = [...new Set(open.map(({ terminalId }) => terminalId))];
      const clients = await findNewestClients(database.read<PaymentClientTables>(), terminals);
      for (const work of open) {
        if (signal.aborted) return;
        if (clients.has(work.terminalId)) continue;
        const worker = { clientId: 0, terminalId: work.terminalId };
        if (work.status === PAYMENT_STATUS.pending) await takeWork(options, work.id, worker);
        else if (work.clientId === 0 && clock.now() - (work.heardAt ?? 0) >= WORKS_MS) {
          await finishWork(options, work.id, worker, await resultFor(options, work));
        }
      }
    },
  };
}

async function resultFor({ database, clock }: WorkOptions, { id, saleId, type }: ExternalPayment) {
  const amount = await findSaleValue(database.read<SaleTables>(), saleId ?? 0);
  const approved = type === PAYMENT_TYPE.cancel || amount !== REFUSED_AMOUNT;
  const message = type === PAYMENT_TYPE.cancel ? 'CANCELAMENTO OK' : 'AUTORIZADA';
  if (!approved) return { approved, result: { message: 'NEGADA 01', acquirerCode: '01' } };
  const nsu = String(id).padStart(9, '0');
  const receipt = `COMPROVANTE SIMULADO\r\nNSU ${nsu}\r\n${message}`;
  return {
    approved,
    result: {
      terminalNsu: nsu,
      nsu,
      authorization: String(id % 1_000_000).padStart(6, '0'),
      acquirer: 'SIMULADOR',
      acquirerCode: '00',
      message,
      acquirerTime: clock.now(),
      acquirerReceipt: receipt,
      buyerReceipt: receipt,
      merchantReceipt: receipt,
    },
  };
}
