import type { Money } from '../../../gateway/money/index.ts';

const AT_ONCE = 500;

/** All payouts that acquirers say they paid on some days. */
export function paidPayouts({ statements }: Pick<Money, 'statements'>) {
  return async (merchantId: number, days: { readonly from: string; readonly to: string }) => {
    const all = [];
    let after: Awaited<ReturnType<typeof statements.payouts.list>>[number] | undefined;
    do {
      const page = await statements.payouts.list({ merchantId, ...days }, { limit: AT_ONCE, after });
      all.push(...page);
      after = page.length === AT_ONCE ? page.at(-1) : undefined;
    } while (after);
    return all.filter(({ state }) => state === 'paid');
  };
}
