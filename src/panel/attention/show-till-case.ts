import type { Accounts } from '../../accounts/index.ts';
import {
  PAYMENT_TYPE,
  SALE_STATUS,
  type StuckSale,
  saleStatusName,
  settledStatuses,
} from '../../operations/index.ts';
import { moneyText } from '../../platform/index.ts';
import type { AttentionTillSale, TillOption } from './schema.ts';

/** Sales of tills that need a person, with their shops' names. */
export async function showTillCases(
  { namesOfPersons }: Pick<Accounts, 'namesOfPersons'>,
  found: readonly StuckSale[],
): Promise<readonly AttentionTillSale[]> {
  const names = await namesOfPersons([...new Set(found.map(({ sale }) => sale.personId))]);
  return found.map((stuck) => {
    const { sale, payment } = stuck;
    return {
      id: sale.id,
      isCancel: payment.type === PAYMENT_TYPE.cancel,
      amount: sale.finalValue,
      status: sale.status,
      statusName: saleStatusName(sale.status),
      person: { id: sale.personId, name: names.get(sale.personId) ?? '' },
      terminalId: sale.terminalId,
      reference: sale.reference ?? null,
      since: new Date(payment.heardAt ?? payment.updatedAt).toISOString(),
      options: tillOptions(stuck),
    };
  });
}

/** Ways to settle it, and their effects. Settling moves no money, it only records what happened. */
export function tillOptions({ sale, payment }: StuckSale): readonly TillOption[] {
  return settledStatuses(payment).map((status) => ({
    status,
    ...wordsOf(status, payment.type, sale.finalValue),
  }));
}

function wordsOf(status: number, type: number, amount: number): Pick<TillOption, 'label' | 'effect'> {
  const value = moneyText(amount);
  if (status === SALE_STATUS.canceled) {
    return {
      label: 'O valor voltou ao comprador',
      effect: `A venda vira Cancelada (20): ${value} devolvidos.`,
    };
  }
  if (status === SALE_STATUS.refused) {
    return { label: 'Nada foi cobrado', effect: 'A venda vira Recusada (25).' };
  }
  return type === PAYMENT_TYPE.cancel
    ? { label: 'O valor não voltou ao comprador', effect: `A venda volta a Creditada (10): ${value}.` }
    : { label: 'O comprador pagou', effect: `A venda vira Creditada (10): ${value}.` };
}
