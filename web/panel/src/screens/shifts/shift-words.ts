import type { Shift, ShiftTakings } from '../../../../../src/panel/shifts/schema.ts';
import type { ReceiptShop } from '../../session/receipt-shop.ts';
import { documentLine } from '../../ui/text/document-line.ts';
import { money, some } from '../../ui/text/format.ts';

/** `Sobraram R$ 2,00`, `Faltaram R$ 1,00`, `Conferiu` */
export function differenceText(difference: number): string {
  if (difference === 0) return 'Conferiu';
  return difference > 0 ? `Sobraram ${money(difference)}` : `Faltaram ${money(-difference)}`;
}

/** What a means of payment took, less what was given back. */
export function netOf({ sales, refunds }: ShiftTakings): number {
  return sales.amount - refunds.amount;
}

export function salesText({ sales, refunds }: ShiftTakings): string {
  const sold = some(sales.count, 'venda', 'vendas');
  return refunds.count === 0
    ? sold
    : `${sold}, ${some(refunds.count, 'cancelamento', 'cancelamentos')} de ${money(refunds.amount)}`;
}

/** Who was at the till. */
export function cashierOf({ operatorName, openedBy }: Pick<Shift, 'operatorName' | 'openedBy'>): string {
  return operatorName ?? openedBy ?? 'Alguém da equipe';
}

/** How the cash comes about, in the order in which it is added up; lines of nothing are left out. */
export function cashLines(shift: Shift): readonly (readonly [string, number])[] {
  const lines: readonly (readonly [string, number])[] = [
    ['Abertura', shift.openingCash],
    ['Vendas em dinheiro', shift.cash.sales],
    ['Cancelamentos em dinheiro', -shift.cash.refunds],
    ['Suprimentos', shift.supplies.amount],
    ['Sangrias', -shift.withdrawals.amount],
  ];
  return lines.filter(([, cents], index) => index === 0 || cents !== 0);
}

/** The report as a message. `at` writes a time. */
export function shiftText(shift: Shift, shop: ReceiptShop, at: (iso: string) => string): string {
  const lines = [
    `${shift.closedAt === null ? 'Caixa aberto' : 'Fechamento de caixa'} · ${shop.name}`,
    shop.document && documentLine(shop.document),
    shop.isTest && 'TESTE: sem valor',
    `${shift.terminalName} · ${cashierOf(shift)}`,
    `Aberto em ${at(shift.openedAt)}`,
    shift.closedAt !== null && `Fechado em ${at(shift.closedAt)}`,
    ...shift.methods.map((method) => `${method.name}: ${money(netOf(method))} (${salesText(method)})`),
    ...cashLines(shift).map(([label, cents]) => `${label}: ${money(cents)}`),
    `Esperado em dinheiro: ${money(shift.expectedCash)}`,
    shift.countedCash !== null && `Contado: ${money(shift.countedCash)}`,
    shift.difference !== null && differenceText(shift.difference),
    shift.note,
  ];
  return lines.filter((line) => typeof line === 'string' && line !== '').join('\n');
}
