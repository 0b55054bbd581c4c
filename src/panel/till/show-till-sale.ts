import {
  type ExternalPayment,
  flowOfSale,
  isAwaitingPayment,
  methodWords,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  paymentResultOf,
  SALE_STATUS,
  type SaleDetails,
  type SaleEvent,
  type StuckSale,
  stuckCase,
  stuckCause,
  stuckSince,
} from '../../operations/index.ts';
import { tillOptions } from '../attention/show-till-case.ts';
import { tillStatusWord } from '../sales/till-rows.ts';
import type { TillPayment, TillSale, TillSaleRow } from './schema.ts';

export function tillSaleRow({ sale, terminalName }: SaleDetails): TillSaleRow {
  return {
    id: sale.id,
    createdAt: new Date(sale.createdAt).toISOString(),
    terminalId: sale.terminalId,
    terminalName,
    methodId: sale.methodId,
    methodName: methodWords(sale.methodId).label,
    status: sale.status,
    statusName: tillStatusWord(sale.status, { wasPaid: sale.creditedAt !== undefined }),
    reference: sale.reference ?? null,
    orderId: sale.orderId ?? null,
    originalValue: sale.originalValue,
    discount: sale.discount,
    surcharge: sale.surcharge,
    finalValue: sale.finalValue,
    installments: sale.installments,
  };
}

export interface TillSaleFacts {
  readonly stuck: StuckSale | undefined;
  /** Names of the panel's users, by id. */
  readonly users: ReadonlyMap<number, string>;
}

/** The ids of the panel's users who changed something. */
export function usersOf(events: readonly Pick<SaleEvent, 'origin'>[]): readonly number[] {
  const ids = events.flatMap(({ origin }) => {
    const [, id] = /^user (\d+)$/.exec(origin) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(ids)];
}

export function tillSale(
  details: SaleDetails,
  events: readonly SaleEvent[],
  { stuck, users }: TillSaleFacts,
): TillSale {
  const { sale, items, payments, charge } = details;
  return {
    ...tillSaleRow(details),
    token: sale.token,
    operatorName: details.operatorName ?? null,
    items: items.map(({ name, quantity, price }) => ({ name, quantity, price })),
    payments: payments.map((payment) => tillPayment(payment, flowOfSale(sale) === 'pix')),
    history: events.map(({ at, status, origin, reason }) => ({
      at: new Date(at).toISOString(),
      status,
      statusName: tillStatusWord(status, { wasPaid: sale.creditedAt !== undefined }),
      by: originText(origin, users),
      reason: reason ?? null,
    })),
    isPix: flowOfSale(sale) === 'pix',
    paymentUrl: charge?.pageUrl ?? null,
    transactionId: charge?.transactionId ?? null,
    stuck: stuck
      ? {
          cause: stuckCause(stuck),
          subject: stuckCase(stuck),
          since: new Date(stuckSince(stuck)).toISOString(),
          options: tillOptions(stuck),
        }
      : null,
    mayGiveUp: isAwaitingPayment(sale.status),
    cancel: {
      possible: sale.status === SALE_STATUS.credited,
      technicalPassword: flowOfSale(sale) === 'terminal',
    },
  };
}

const STATES = {
  [PAYMENT_STATUS.pending]: 'waiting',
  [PAYMENT_STATUS.underWay]: 'underWay',
  [PAYMENT_STATUS.finished]: 'finished',
} as const;

function tillPayment(payment: ExternalPayment, isPix: boolean): TillPayment {
  const result = paymentResultOf(payment);
  return {
    id: payment.id,
    type: payment.type === PAYMENT_TYPE.cancel ? 'cancel' : 'payment',
    state: STATES[payment.status],
    message: result.message || null,
    authorization: result.authorization || null,
    nsu: result.nsu || null,
    pixId: (isPix && result.paymentId) || null,
    acquirer: result.acquirer || null,
    brand: result.brand || null,
    buyerReceipt: result.buyerReceipt || null,
    merchantReceipt: result.merchantReceipt || null,
    updatedAt: new Date(payment.updatedAt).toISOString(),
  };
}

/**
 * Who made a change, in Portuguese; stored as `key 12`, `operator 5`, `user 3`, `payment client 3`, `expiry`, `late refund`,
 * `second refund`, `late approval`, `late approval undone`, `late refusal`, `command`.
 */
function originText(origin: string, users: ReadonlyMap<number, string>): string {
  const [, kind = origin, number = ''] = /^(.*?)(?: (\d+))?$/.exec(origin) ?? [];
  const names: Readonly<Record<string, string>> = {
    key: `pela integração (chave ${number})`,
    operator: `pelo operador ${number} da loja`,
    user: kind === 'user' && users.has(Number(number)) ? `por ${users.get(Number(number))}` : 'pelo painel',
    'payment client': number === '0' ? 'pela maquininha simulada' : `pela maquininha (programa ${number})`,
    expiry: 'tempo esgotado',
    command: 'pela linha de comando',
    'second refund':
      'Dois cancelamentos aprovados na maquininha: confira na adquirente se o valor voltou duas vezes',
    'late approval':
      'A maquininha cobrou depois do fim da venda: o valor está na adquirente e precisa voltar ao comprador',
    'late approval undone':
      'A maquininha tinha cobrado depois do fim da venda, e desfez a cobrança na adquirente',
    'late refusal': 'A maquininha diz o contrário de como a venda foi encerrada: confira na adquirente',
    'late refund': 'Pagamento recebido depois do fim da venda: estorno recusado, tentamos de novo',
  };
  return names[kind] ?? origin;
}
