import type { Accounts } from '../../accounts/accounts.ts';
import type { StuckSales } from '../../operations/index.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { SettleTillBody, TillAttentionQuery } from './schema.ts';
import { showTillCases } from './show-till-case.ts';

const SALES_PER_PAGE = 20;

interface TillAttentionDependencies {
  readonly accounts: Pick<Accounts, 'namesOfPersons'>;
  readonly stuckSales: StuckSales;
}

/** Sales of tills whose payment client fell silent: for the platform's team, which settles them for any shop. */
export function tillAttentionRoutes(dependencies: TillAttentionDependencies): readonly AnyPanelRoute[] {
  const { accounts, stuckSales } = dependencies;
  return [
    panelRoute({
      method: 'GET',
      path: '/attention/till',
      access: 'platform.attention.read',
      passive: true,
      query: TillAttentionQuery,
      run: async ({ personId, query }) => {
        const afterPaymentId = Number(query.cursor ?? 0);
        const found = await stuckSales.list({ personId, afterPaymentId, limit: SALES_PER_PAGE + 1 });
        const shown = found.slice(0, SALES_PER_PAGE);
        return {
          items: await showTillCases(accounts, shown),
          total: await stuckSales.count(personId),
          next: found.length > shown.length ? String(shown.at(-1)?.payment.id) : null,
        };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/attention/till/:id/settle',
      access: 'platform.attention.settle',
      stepUp: true,
      body: SettleTillBody,
      run: (call) => settleTillSale(stuckSales, call, call.personId),
    }),
  ];
}

/** Refusals: settle_reason_missing, record_unknown, those of StuckSales.settle. */
export async function settleTillSale(
  stuckSales: StuckSales,
  call: PanelCall<SettleTillBody, unknown>,
  personId: number | undefined,
): Promise<{ readonly status: number }> {
  const saleId = /^[1-9]\d{0,14}$/.test(call.params.id ?? '') ? Number(call.params.id) : undefined;
  if (saleId === undefined) throw refusePanel('record_unknown');
  const { status, subject: seen, reason: given = '' } = call.body;
  const reason = given.trim();
  if (reason === '') throw refusePanel('settle_reason_missing', { field: 'reason' });
  const answer = { personId, saleId, status, seen, reason, origin: `user ${call.visitor.user.id}` };
  const sale = await stuckSales.settle(answer, (transaction, settled) =>
    call.audit(transaction, `intencaoVenda:${saleId}`, {
      detail: `${status}: ${reason}`,
      forPersonId: settled.personId,
    }),
  );
  return { status: sale.status };
}
