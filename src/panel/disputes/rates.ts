import { type Disputes, ratesOfMonths } from '../../gateway/disputes/index.ts';
import type { SalesDependencies } from '../sales/show-sale.ts';
import type { DisputeRateRow } from './schema.ts';

const MONTHS_BEFORE = 2;

/** How much is contested of what was sold, of this month and the two before it; the newest first. */
export async function showRates(
  {
    accounts,
    sales,
    disputes: { reader },
  }: Pick<SalesDependencies, 'accounts' | 'sales'> & { readonly disputes: Pick<Disputes, 'reader'> },
  personId: number | undefined,
  today: string,
): Promise<{ items: readonly DisputeRateRow[] }> {
  const to = today.slice(0, 7);
  const rates = await ratesOfMonths({ sales, reader }, personId, { from: monthBefore(to), to });
  const names = await accounts.namesOfPersons([...new Set(rates.map(({ merchantId }) => merchantId))]);
  return {
    items: rates
      .toSorted((one, other) => other.month.localeCompare(one.month) || other.hundredths - one.hundredths)
      .map(({ merchantId, ...rate }) => ({
        ...rate,
        personId: merchantId,
        personName: names.get(merchantId) ?? '',
      })),
  };
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - MONTHS_BEFORE, 1)).toISOString().slice(0, 7);
}
