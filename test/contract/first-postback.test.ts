import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { addMerchant } from '../support/merchants.ts';
import { put } from '../support/movements.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DEFAULT_WAIT_MS = 3_000;
const DENIED = '4000000000090516';

interface Arrived {
  readonly status: number;
  readonly at: number;
}

onSqliteByDay('The postback of a first result', {}, (service) => {
  let receiver: Receiver;
  const arrivals = new Map<string, Arrived[]>();
  before(async () => {
    receiver = await startReceiver((response, { body }) => {
      const { transactionId, status } = JSON.parse(body);
      arrivals.set(transactionId, [
        ...(arrivals.get(transactionId) ?? []),
        { status, at: performance.now() },
      ]);
      response.end();
    });
  });
  after(() => receiver.close());

  const arrivedOf = (id: unknown): readonly Arrived[] => arrivals.get(String(id)) ?? [];
  const sellTold = async (
    more: { card?: Fields; cardInfo?: Fields } = {},
    headers?: Record<string, string>,
  ) => {
    const answer = await sell(service, { ...more, top: { postBackUrl: receiver.address } }, headers);
    return recordOf(answer).top;
  };

  test('is sent three seconds after the answer, and the postbacks of later changes follow it in order', async () => {
    const askedAt = performance.now();
    const sold = await sellTold();
    const denied = await sellTold({ cardInfo: { number: DENIED } });
    assert.equal((await put(service, sold.transactionId, 'capture')).status, 200);
    assert.equal((await put(service, sold.transactionId, 'void')).status, 200);
    for (const { transactionId } of [sold, denied]) {
      const [first] = await until('the postback arrives', () => {
        const arrived = arrivedOf(transactionId);
        return arrived.length > 0 && arrived;
      });
      assert.ok(first && first.at - askedAt >= DEFAULT_WAIT_MS, `after ${(first?.at ?? 0) - askedAt} ms`);
    }
    await until('all postbacks arrive', () => arrivedOf(sold.transactionId).at(-1)?.status === 9);
    assert.deepEqual(
      arrivedOf(sold.transactionId)
        .map(({ status }) => status)
        .filter((status) => status !== 8),
      [5, 6, 9],
    );
    assert.deepEqual(
      arrivedOf(denied.transactionId).map(({ status }) => status),
      [7],
    );
  });

  test('is sent after the delay set for the person; with 0, right after the answer', async () => {
    const { personId, api } = await addMerchant(service);
    await service.command('person', 'set', personId, '--postback-delay', '0');
    const answered = new Set<unknown>();
    const early: unknown[] = [];
    receiver.answerWith((response, { body }) => {
      const { transactionId, status } = JSON.parse(body);
      if (!answered.has(transactionId)) early.push(transactionId);
      arrivals.set(transactionId, [{ status, at: performance.now() }]);
      response.end();
    });
    for (let count = 0; count < 10; count += 1) {
      const { transactionId } = await sellTold({}, api);
      answered.add(transactionId);
      await until('the postback arrives', () => arrivedOf(transactionId).length === 1);
    }
    assert.deepEqual(early, []);
  });
});
