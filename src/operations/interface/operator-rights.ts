import type { KeyHolder } from '../../accounts/credentials/index.ts';
import type { Operation } from './operation.ts';
import { operationRefuse } from './refusals.ts';

const AT_THE_TILL = [
  'Venda/Vender',
  'Venda/CancelarVenda',
  'Pedido/Insert',
  'Pedido/Cancelar',
  'Cliente/Insert',
  'ClienteCartao/Insert',
  'IntencaoImpressao/Insert',
  'PagamentoExterno/InsertPagamentoExternoTipoAdmin',
] as const;

/** What operators of each profile may change; reading is open to all. The profiles follow the roles of the panel. */
const MAY_CHANGE: Readonly<Record<string, 'everything' | readonly string[]>> = {
  administrador: 'everything',
  financeiro: ['Venda/CancelarVenda', 'Pedido/Cancelar', 'PagamentoRecorrente/Cancelar'],
  caixa: AT_THE_TILL,
  leitura: [],
};
const OF_EVERYBODY = 'Login/LogOut';

/** Throws operator_forbidden for a key of an operator whose profile does not include the operation. */
export function refuseByProfile(
  { set, method, audited }: Pick<Operation, 'set' | 'method' | 'audited'>,
  holder: Pick<KeyHolder, 'operator'> | undefined,
): void {
  if (!holder?.operator || !audited) return;
  const name = `${set}/${method}`;
  const allowed = MAY_CHANGE[holder.operator.profile] ?? [];
  if (allowed === 'everything' || allowed.includes(name) || name === OF_EVERYBODY) return;
  throw operationRefuse('operator_forbidden');
}

/** Whether an operator may give money back: at the till a sale can only be given up. */
export function mayRefund(holder: Pick<KeyHolder, 'operator'> | undefined): boolean {
  return holder?.operator?.profile !== 'caixa';
}
