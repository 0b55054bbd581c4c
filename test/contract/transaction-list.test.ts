import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { getAs, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onEachEngine, type TestService } from '../support/service.ts';

const DAY_MS = 24 * 60 * 60_000;
const PAGE = 100;

interface Page {
  readonly transactions: readonly {
    readonly transactionId: string;
    readonly amount: string;
    readonly status: number;
    readonly dtTransaction: string;
    readonly referenceId?: string;
    readonly capturedAmount?: string;
    readonly refundedAmount?: string;
  }[];
  readonly cursor?: string;
}

onEachEngine('The list of a period', {}, (service) => {
  test('has the sales of local days, newest first, with what was captured and refunded of each', async () => {
    const { api } = await addMerchant(service);
    const first = await soldBy(service, api, { top: { referenceId: 'ontem', amount: '700' } });
    service.clock.advance(DAY_MS);
    const captured = await soldBy(service, api, { top: { amount: '1000' }, card: { capture: true } });
    await service.send({
      method: 'PUT',
      path: `/v1/transactions/${captured.id}/void?amount=300`,
      headers: api,
    });
    const denied = await soldBy(service, api, { cardInfo: { number: '4035943194824415' } });
    const list = (query: string) => pageOf(service, api, query);
    const today = captured.day;
    const ids = async (query: string) => (await list(query)).transactions.map((one) => one.transactionId);
    assert.deepEqual(await ids(`from=${today}&to=${today}`), [denied.id, captured.id]);
    assert.deepEqual(await ids(`from=${first.day}`), [denied.id, captured.id, first.id]);
    assert.deepEqual(await ids(`to=${first.day}`), [first.id]);
    assert.deepEqual(await ids('status=5,6'), [captured.id, first.id]);
    assert.deepEqual(await ids(`from=${today}&status=7`), [denied.id]);
    assert.deepEqual(await ids('from=2001-01-01&to=2001-01-01'), []);
    const [refunded] = (await list('status=6')).transactions;
    assert.deepEqual(
      { ...refunded, dtTransaction: '' },
      {
        transactionId: captured.id,
        amount: '1000',
        status: 6,
        dtTransaction: '',
        capturedAmount: '1000',
        refundedAmount: '300',
      },
    );
    const [old] = (await list(`to=${first.day}`)).transactions;
    assert.equal(old?.referenceId, 'ontem');
    assert.ok(old && !('capturedAmount' in old) && !('refundedAmount' in old));
  });

  test('goes on from its cursor, a hundred at a time, without a gap when sales are made meanwhile', async () => {
    const { api } = await addMerchant(service, '11444777000161');
    const sold: string[] = [];
    for (let batch = 0; batch < 3; batch += 1) {
      const some = Array.from({ length: 35 }, () => soldBy(service, api));
      sold.push(...(await Promise.all(some)).map(({ id }) => id));
    }
    const first = await pageOf(service, api, 'from=2001-01-01');
    assert.equal(first.transactions.length, PAGE);
    await soldBy(service, api);
    const rest = await pageOf(service, api, `from=2001-01-01&cursor=${first.cursor}`);
    assert.ok(!('cursor' in rest));
    const listed = [...first.transactions, ...rest.transactions].map((one) => one.transactionId);
    assert.equal(listed.length, sold.length);
    assert.deepEqual(listed.toSorted(), sold.toSorted());
    const times = [...first.transactions, ...rest.transactions].map((one) => one.dtTransaction);
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  test("shows nothing of another merchant's, and refuses what is no day, status or cursor", async () => {
    const { api } = await addMerchant(service, '12345678000195');
    await sell(service);
    assert.deepEqual(await pageOf(service, api, 'from=2001-01-01'), { transactions: [] });
    const wrong = [
      ...[
        ['from=25/11/2026', 'day_invalid', 'from'] as const,
        ['to=2026-02-31', 'day_invalid', 'to'] as const,
      ],
      ...[
        ['status=paga', 'status_invalid', 'status'] as const,
        ['status=5,,6', 'status_invalid', 'status'] as const,
      ],
      ...[
        ['status=99', 'status_invalid', 'status'] as const,
        ['cursor=2', 'cursor_invalid', 'cursor'] as const,
      ],
      ...[
        ['', 'reference_id_required', 'referenceId'] as const,
        ['from=', 'reference_id_required', 'referenceId'] as const,
      ],
    ];
    for (const [query, code, field] of wrong) {
      assertRefused(await getAs(service, `/v1/transactions?${query}`, api), 400, code, field);
    }
    assert.equal((await getAs(service, '/v1/transactions?from=2026-11-25', {})).status, 401);
  });
});

async function soldBy(service: TestService, api: ApiPair, sale?: Parameters<typeof sell>[1]) {
  const { top } = recordOf(await sell(service, sale, api));
  return { id: String(top.transactionId), day: String(top.dtTransaction).slice(0, 10) };
}

async function pageOf(service: TestService, api: ApiPair, query: string): Promise<Page> {
  const answer = await getAs(service, `/v1/transactions?${query}`, api);
  assert.equal(answer.status, 200, answer.text);
  return answer.json() as Page;
}
