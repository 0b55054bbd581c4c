import type { Accounts } from '../../accounts/accounts.ts';
import {
  PAYMENT_TYPE,
  SALE_STATUS,
  type StuckCause,
  type StuckSale,
  settledStatuses,
  stuckCase,
  stuckCause,
  stuckSince,
} from '../../operations/index.ts';
import { moneyText } from '../../platform/text/number-text.ts';
import { tillStatusWord } from '../sales/till-rows.ts';
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
      cause: stuckCause(stuck),
      subject: stuckCase(stuck),
      amount: sale.finalValue,
      status: sale.status,
      statusName: wordOf(sale),
      person: { id: sale.personId, name: names.get(sale.personId) ?? '' },
      terminalId: sale.terminalId,
      reference: sale.reference ?? null,
      since: new Date(stuckSince(stuck)).toISOString(),
      options: tillOptions(stuck),
    };
  });
}

/** Ways to settle it, and their effects. Settling moves no money, it only records what happened. */
export function tillOptions(stuck: StuckSale): readonly TillOption[] {
  const { sale, payment } = stuck;
  return settledStatuses(stuck).map((status) => ({
    status,
    ...(status === sale.status
      ? { label: STAYING[stuckCause(stuck)], effect: stays(stuck) }
      : wordsOf(status, payment.type, sale.finalValue)),
  }));
}

/** What a person says of a sale whose status stays. */
const STAYING: Readonly<Record<StuckCause, string>> = {
  silent: 'Está certo assim',
  untold: 'Conferi na adquirente: está certo assim',
  charged: 'O valor voltou ao comprador',
  notCharged: 'O comprador pagou',
  notRefunded: 'O valor voltou ao comprador',
  refundedTwice: 'Conferi na adquirente: o valor não voltou duas vezes, ou já foi acertado',
};

function wordOf({ status, creditedAt }: StuckSale['sale']): string {
  return tillStatusWord(status, { wasPaid: creditedAt !== undefined });
}

function stays({ sale }: StuckSale): string {
  return `A venda continua ${wordOf(sale)} (${sale.status}).`;
}

function wordsOf(status: number, type: number, amount: number): Pick<TillOption, 'label' | 'effect'> {
  const value = moneyText(amount);
  if (status === SALE_STATUS.canceled && type === PAYMENT_TYPE.payment) {
    return { label: 'Nada foi cobrado', effect: 'A venda vira Cancelada (20).' };
  }
  if (status === SALE_STATUS.canceled) {
    return {
      label: 'O valor voltou ao comprador',
      effect: `A venda vira Cancelada (20): ${value} devolvidos.`,
    };
  }
  if (status === SALE_STATUS.refused) {
    return { label: 'Nada foi cobrado', effect: 'A venda vira Negada (25).' };
  }
  return type === PAYMENT_TYPE.cancel
    ? { label: 'O valor não voltou ao comprador', effect: `A venda volta a Confirmada (10): ${value}.` }
    : { label: 'O comprador pagou', effect: `A venda vira Confirmada (10): ${value}.` };
}
