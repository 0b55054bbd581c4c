import { brandTitle } from '../../gateway/card-data/index.ts';
import { isCardPayment, last4Of } from '../../gateway/kinds/card/index.ts';
import { isSlipPayment } from '../../gateway/kinds/slip/index.ts';
import { type ListedSale, lastTryOf } from '../../gateway/transactions/index.ts';
import type { ListedTillSale } from '../../operations/index.ts';
import { moment } from '../interface/moment.ts';
import { saleValueOf } from './sale-value.ts';
import type { SaleRow } from './schema.ts';

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  REDE: 'Rede',
  CIELO: 'Cielo',
  SIMULADOR: 'Simulador',
  C6BANK: 'C6 Bank',
  ITAU: 'Itaú',
  BB: 'Banco do Brasil',
  BRADESCO: 'Bradesco',
  INTER: 'Inter',
  SICREDI: 'Sicredi',
  SICOOB: 'Sicoob',
  EFI: 'Efí',
};

const NO_CARD = { card: undefined, installments: 1 } as const;

/** The card, or what else it is paid with. */
function paidWith(payment: ListedSale['order']['payment']) {
  if (isCardPayment(payment)) return payment;
  return { ...NO_CARD, type: isSlipPayment(payment) ? ('bankSlip' as const) : ('pix' as const) };
}

export function providerName(provider: string): string {
  return PROVIDER_NAMES[provider] ?? provider;
}

/**
 * A transaction as a line of the list. `personName` is its shop, `ofTill` the sale of a till that it charges, which knows
 * the terminal and the client.
 */
export function saleRowOf(
  sale: ListedSale,
  personName: string,
  ofTill: Pick<ListedTillSale, 'sale' | 'terminalName' | 'client'> | undefined,
): SaleRow {
  const { order, result } = sale;
  const { card, installments, type } = paidWith(order.payment);
  const customer = order.customer ?? ofTill?.client;
  const capturedAmount = result.capturedAmount ?? 0;
  return {
    id: sale.id,
    createdAt: moment(sale.createdAt),
    amount: sale.amount,
    value: saleValueOf(sale.amount, result),
    status: result.status,
    lastTry: lastTryOf(result) ?? null,
    brand: card?.brand === undefined ? null : brandTitle(card.brand),
    last4: card ? last4Of(card) : null,
    kind: type,
    method: null,
    tillSaleId: ofTill?.sale.id ?? null,
    terminalName: ofTill?.terminalName ?? null,
    installments,
    referenceId: sale.referenceId ?? null,
    customerName: customer?.name ?? null,
    customerDocument: customer?.document ?? null,
    provider: providerName(order.provider),
    nsu: sale.nsu ?? null,
    providerReference: result.providerReference ?? null,
    authorizationCode: result.authorizationCode ?? null,
    capturedAmount,
    // An amount released before the capture was never taken, so it is not a refund.
    refundedAmount: capturedAmount > 0 ? (result.refundedAmount ?? 0) : 0,
    disputedAmount: result.disputedAmount ?? 0,
    movementOpen: sale.openMovement !== undefined,
    needsAttention: sale.needsAttention,
    personId: sale.merchantId,
    personName,
    demo: sale.demo === 1,
  };
}
