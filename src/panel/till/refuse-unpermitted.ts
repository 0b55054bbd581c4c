import type { ListedTerminal } from '../../operations/index.ts';
import { refusePanel } from '../refusals.ts';
import type { TillSaleBody } from './schema.ts';

type TerminalSettings = ListedTerminal['terminal']['settings'];

/**
 * Checks what the terminal permits; discount and surcharge are checked by the sale itself. Refusal: till_not_permitted,
 * with the field.
 */
export function refuseUnpermitted(
  settings: TerminalSettings,
  body: TillSaleBody,
  /** The shop has operators that may be chosen. */
  hasOperators: boolean,
): void {
  const byProduct = (body.items ?? []).length > 0;
  const refuse = (field: keyof TillSaleBody, message: string) => {
    throw refusePanel('till_not_permitted', { field, message });
  };
  if (!settings.pointOfSale) refuse('terminalId', 'Este terminal não vende pelo Caixa.');
  if (byProduct && !settings.sellsByProduct) refuse('items', 'Este terminal não vende por produto.');
  if (!byProduct && !settings.sellsByValue) refuse('total', 'Este terminal não vende por valor.');
  if ((body.installments ?? 1) > 1 && !settings.allowsInstallments) {
    refuse('installments', 'Este terminal não permite venda parcelada.');
  }
  if (settings.asksReference && (body.reference ?? '').trim() === '') {
    refuse('reference', 'Informe a referência: este terminal a exige.');
  }
  if (settings.asksClient && body.clientId === undefined) {
    refuse('clientId', 'Escolha o cliente: este terminal o exige.');
  }
  if (settings.asksOperator && hasOperators && body.operatorId === undefined) {
    refuse('operatorId', 'Escolha o operador: este terminal o exige.');
  }
  if (body.orderId !== undefined && !settings.orders) {
    refuse('orderId', 'Este terminal não recebe pedidos.');
  }
}
