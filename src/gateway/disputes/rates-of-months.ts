import type { SalesReader } from '../transactions/index.ts';
import { type DisputeRate, type DisputesOfMonth, disputeRate } from './rules/rates.ts';
import type { DisputeReader } from './store/dispute-reader.ts';

export interface RateOfMonth extends DisputesOfMonth, DisputeRate {
  /** Settled sales by card of the month. */
  readonly sales: number;
}

const BY_CARD: ReadonlySet<string> = new Set(['credit', 'debit']);
/** Of all merchants together: those with most cases come first. */
const MOST_MERCHANTS = 50;

/** Of months `yyyy-MM` from one to another, both inclusive: those without a case are left out. */
export async function ratesOfMonths(
  {
    sales,
    reader,
  }: { readonly sales: Pick<SalesReader, 'days'>; readonly reader: Pick<DisputeReader, 'months'> },
  merchantId: number | undefined,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly RateOfMonth[]> {
  const months = await reader.months(merchantId, { from, to });
  const cases = ({ alerts, disputes }: DisputesOfMonth) => alerts + disputes;
  const most = months.toSorted((one, other) => cases(other) - cases(one)).slice(0, MOST_MERCHANTS);
  return Promise.all(
    most.map(async (one) => {
      const days = await sales.days({
        merchantId: one.merchantId,
        from: `${one.month}-01`,
        to: `${one.month}-31`,
      });
      const settled = days
        .filter(({ kind }) => BY_CARD.has(kind))
        .reduce((sum, { captured }) => sum + captured, 0);
      return { ...one, sales: settled, ...disputeRate(cases(one), settled) };
    }),
  );
}
