import { PAYMENT_KINDS } from '../../gateway/kinds/index.ts';
import { lastTryOf, readStatus, retryCases, settleByOperator } from '../../gateway/transactions/index.ts';
import type { StuckSales } from '../../operations/index.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { statusWord } from '../sales/status-words.ts';
import { AttentionQuery, SettleBody } from './schema.ts';
import { type AttentionDependencies, showCases } from './show-case.ts';
import { mayActivate, summarizeAttention } from './summary.ts';

const CASES_PER_PAGE = 20;

/** Sales that only a person can settle: list, retry, or settle with the acquirer's answer. */
export function attentionRoutes(
  dependencies: AttentionDependencies & { readonly stuckSales: StuckSales },
): readonly AnyPanelRoute[] {
  const { transactions: store, cases, clock } = dependencies;
  const originOf = (call: PanelCall<unknown, unknown>, reason?: string) =>
    ({ kind: 'panel', requestId: call.requestId, userId: call.visitor.user.id, reason }) as const;
  const subjectOf = async (id: string) => ({
    record: `transaction:${id}`,
    forPersonId: (await store.findAny(id))?.merchantId,
  });
  const idOf = ({ params }: PanelCall<unknown, unknown>) => (params.id ?? '').toLowerCase();
  return [
    panelRoute({
      method: 'GET',
      path: '/attention',
      access: 'platform.attention.read',
      passive: true,
      query: AttentionQuery,
      run: async ({ personId, query }) => {
        const [nextAt, subject] = query.cursor?.split('.') ?? [];
        const after = nextAt && subject ? { nextAt: Number(nextAt), subject } : undefined;
        const rows = await cases.manual(CASES_PER_PAGE + 1, personId, after);
        const shown = rows.slice(0, CASES_PER_PAGE);
        const last = shown.at(-1);
        return {
          items: await showCases(dependencies, shown),
          total: await cases.manualTransactions(personId),
          next: rows.length > shown.length && last ? `${last.nextAt}.${last.subject}` : null,
        };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/attention/summary',
      access: 'platform.attention.read',
      passive: true,
      run: async (call) =>
        summarizeAttention(dependencies, { personId: call.personId, mayActivate: mayActivate(call) }),
    }),
    panelRoute({
      method: 'POST',
      path: '/attention/:id/retry',
      access: 'platform.attention.settle',
      run: async (call) => {
        const id = idOf(call);
        await call.auditAround(await subjectOf(id), () =>
          retryCases({ store, cases, clock }, id, originOf(call)),
        );
        return null;
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/attention/:id/settle',
      access: 'platform.attention.settle',
      stepUp: true,
      body: SettleBody,
      run: async (call) => {
        const { status: wanted, subject: settled, moved = false, reason: given = '' } = call.body;
        const reason = given.trim();
        if (reason === '') throw refusePanel('settle_reason_missing', { field: 'reason' });
        const status = readStatus(wanted);
        if (status === undefined) throw refusePanel('field_invalid', { field: 'status' });
        const transactionId = idOf(call);
        const subject = { ...(await subjectOf(transactionId)), detail: `${status}: ${reason}` };
        const { result } = await call.auditAround(subject, () =>
          settleByOperator(
            { kinds: PAYMENT_KINDS, store, cases, clock },
            { transactionId, subject: settled, status, moved, reason },
            originOf(call, reason),
          ),
        );
        return {
          status: result.status,
          statusWord: statusWord({
            status: result.status,
            lastTry: lastTryOf(result) ?? null,
            capturedAmount: result.capturedAmount ?? 0,
            refundedAmount: result.refundedAmount ?? 0,
          }),
        };
      },
    }),
  ];
}
