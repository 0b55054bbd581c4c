import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttentionCase } from '../../../src/panel/attention/schema.ts';
import { ENGINES, newDatabasePlace } from '../../support/databases.ts';
import { giveUpNewestSale } from '../../support/manual-case.ts';
import { saleCall } from '../../support/sale-calls.ts';
import { saleOf } from '../../support/sales.ts';
import { serviceAt } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const STEP_UP_MS = 10 * 60_000;

for (const engine of ENGINES) {
  test(`a sale that needs a decision is listed, and settled with the effect that was shown (${engine})`, async (t) => {
    const place = await newDatabasePlace(engine);
    const service = serviceAt(async () => place, {}, { remove: () => place.remove() });
    t.after(async () => {
      await service.stop();
      await service.remove();
    });
    await service.start();
    const sold = await service.send(saleCall(saleOf({ referenceId: 'pedido-9' })));
    assert.equal(sold.status, 201, sold.text);
    await giveUpNewestSale(place);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const list = () =>
      operator.call('GET', '/attention').then(okJson<{ items: AttentionCase[]; total: number }>);

    const { items, total } = await list();
    const [found] = items;
    assert.ok(found);
    assert.equal(total, 1);
    assert.equal(found.title, 'REDE não encontra a cobrança');
    assert.equal(found.lastAnswer, '355 Transação já cancelada');
    assert.deepEqual(
      found.options.map(({ status }) => status),
      [5, 6, 7, 9, 11],
    );
    const seller = browserOf(service);
    okJson(await seller.logIn(SELLER));
    assertRefused(await seller.call('GET', '/attention'), 403, 'not_allowed');

    const settle = (body: object) => operator.call('POST', `/attention/${found.id}/settle`, body);
    assertRefused(await settle({ status: 6 }), 400, 'settle_reason_missing');
    assertRefused(await settle({ status: 3, reason: 'x' }), 400, 'field_invalid');
    assertRefused(await settle({ status: 8, reason: 'x' }), 409, 'status_conflict');
    service.clock.advance(STEP_UP_MS);
    assertRefused(await settle({ status: 6, reason: 'x' }), 403, 'second_factor_needed');
    okJson(await operator.call('POST', '/session/step-up', { password: OPERATOR.password }));
    const settled = okJson<{ status: number }>(
      await settle({ status: 6, moved: false, reason: 'Rede, protocolo 77' }),
    );
    assert.equal(settled.status, 6);
    assert.deepEqual(await list(), { items: [], total: 0, next: null });
    assertRefused(await settle({ status: 6, reason: 'x' }), 409, 'nothing_to_resolve');
    const sale = okJson<{ timeline: { by: string | null; reason: string | null }[] }>(
      await operator.call('GET', `/sales/${found.id}`),
    );
    assert.ok(
      sale.timeline.some(({ by, reason }) => by !== null && reason === 'Rede, protocolo 77'),
      JSON.stringify(sale.timeline),
    );
  });
}
