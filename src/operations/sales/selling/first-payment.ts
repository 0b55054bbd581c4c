import {
  type ExternalPayment,
  PAYMENT_ORIGIN,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
} from '../record/external-payment.ts';
import type { SaleFlow } from '../record/flow.ts';
import type { Sale } from '../record/sale.ts';

export function firstPayment(
  id: number,
  sale: Sale,
  autoStart: boolean,
  flow: SaleFlow,
  waits: { readonly pushedMs: number; readonly pendingMs: number },
): ExternalPayment {
  const waitMs = autoStart ? waits.pushedMs : waits.pendingMs;
  return {
    id,
    personId: sale.personId,
    terminalId: sale.terminalId,
    saleId: sale.id,
    type: PAYMENT_TYPE.payment,
    status: flow === 'recorded' ? PAYMENT_STATUS.finished : PAYMENT_STATUS.pending,
    origin: flow === 'recorded' || flow === 'terminal' ? PAYMENT_ORIGIN.terminal : PAYMENT_ORIGIN.gateway,
    installmentKind: sale.installmentKind,
    createdAt: sale.createdAt,
    updatedAt: sale.createdAt,
    autoStart: autoStart ? 1 : 0,
    takeUntil: flow === 'terminal' ? sale.createdAt + waitMs : undefined,
    clientId: undefined,
    heardAt: undefined,
    unsettled: undefined,
    result: '{}',
  };
}
