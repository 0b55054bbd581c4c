import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MIGRATIONS } from '../../../src/composition/migrations.ts';
import type { AttentionCase, AttentionTillSale } from '../../../src/panel/attention/schema.ts';
import { newDatabasePlace, SQLITE_BY_DAY } from '../../support/databases.ts';
import { giveUpNewestSale } from '../../support/manual-case.ts';
import { answered, DEMO_KEY, type Members, objectIn, post } from '../../support/operations-client.ts';
import { saleCall } from '../../support/sale-calls.ts';
import { saleOf } from '../../support/sales.ts';
import { serviceAt } from '../../support/service.ts';
import { advanceToMorning } from '../../support/time-of-day.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const STEP_UP_MS = 10 * 60_000;

for (const engine of SQLITE_BY_DAY) {
  test(`a sale that needs a decision is listed, and settled with the effect that was shown (${engine})`, async (t) => {
    const place = await newDatabasePlace(engine, MIGRATIONS);
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
    assert.match(found.lastAnswer ?? '', /^355 Transação já cancelada/);
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

const SILENT_MS = 15 * 60_000;
const CREDIT = 21;

for (const engine of SQLITE_BY_DAY) {
  test(`a sale whose payment client fell silent is listed, counted and ended as a person says (${engine})`, async (t) => {
    const place = await newDatabasePlace(engine, MIGRATIONS);
    const service = serviceAt(
      async () => place,
      { GUICHE_SIM_PINPAD: 'off' },
      { remove: () => place.remove() },
    );
    t.after(async () => {
      await service.stop();
      await service.remove();
    });
    // A payment client cancels on the day of the sale only.
    advanceToMorning(service.clock);
    await service.start();
    const insert = async (path: string, body: object, name: string) =>
      objectIn(answered(await post(service, path, body, DEMO_KEY)), name);
    const terminal = await insert('/Terminal/Insert', { nome: 'Caixa' }, 'terminal');
    const client = await insert('/ClientePagamento/Insert', { terminalId: terminal.id }, 'clientePagamento');
    const asClient = async (path: string, body: object = {}) =>
      (
        await service.send({
          method: 'POST',
          path: `/payment-client/v1/work${path}`,
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${client.chave}` },
          body: JSON.stringify(body),
        })
      ).json() as Members;
    const sellTaken = async () => {
      const body = { formaPagamentoId: CREDIT, terminalId: terminal.id, valorTotalVendido: '40,00' };
      const sale = await insert('/Venda/Vender', body, 'intencaoVenda');
      const [payment] = sale.pagamentosExternos as [Members];
      await asClient(`/${payment.id}/take`);
      return { id: Number(sale.id), workId: payment.id };
    };
    const [operator, seller] = [browserOf(service), browserOf(service)];
    /** The payment clients fall silent, and the sessions of the panel end too. */
    const fallSilent = async () => {
      service.clock.advance(SILENT_MS + 1);
      okJson(await operator.logIn(OPERATOR));
      okJson(await seller.logIn(SELLER));
    };
    okJson(await operator.logIn(OPERATOR));
    const list = () =>
      operator.call('GET', '/attention/till').then(okJson<{ items: AttentionTillSale[]; total: number }>);
    const metric = async () =>
      /^guiche_till_sales_need_attention (\d+)$/m.exec((await service.send({ path: '/metrics' })).text)?.[1];

    const [paid, unpaid, alive] = [await sellTaken(), await sellTaken(), await sellTaken()];
    assert.equal((await list()).total, 0);
    await fallSilent();
    await asClient(`/${alive.workId}/progress`);
    const { items, total } = await list();
    assert.deepEqual([items.map(({ id }) => id), total, await metric()], [[paid.id, unpaid.id], 2, '2']);
    assert.deepEqual(
      items[0]?.options.map(({ status }) => status),
      [10, 25],
    );
    assertRefused(await seller.call('GET', '/attention/till'), 403, 'not_allowed');

    okJson(await operator.call('POST', '/session/step-up', { password: OPERATOR.password }));
    const settle = (id: number, body: object) => operator.call('POST', `/attention/till/${id}/settle`, body);
    const subjects = items.map(({ subject }) => subject);
    assert.deepEqual(subjects, [`${paid.workId}.silent`, `${unpaid.workId}.silent`]);
    const [subject] = subjects;
    assertRefused(await settle(paid.id, { subject, status: 10 }), 400, 'settle_reason_missing');
    assertRefused(await settle(paid.id, { subject, status: 20, reason: 'x' }), 400, 'field_invalid');
    assertRefused(await settle(alive.id, { subject, status: 10, reason: 'x' }), 409, 'sale_not_stuck');
    assertRefused(await settle(unpaid.id, { subject, status: 10, reason: 'x' }), 409, 'case_changed');
    assertRefused(await settle(99, { subject, status: 10, reason: 'x' }), 404, 'not_found');
    const reason = 'Comprovante 000123, Ana';
    assert.deepEqual(okJson(await settle(paid.id, { subject, status: 10, reason })), { status: 10 });
    assertRefused(await settle(paid.id, { subject, status: 25, reason }), 409, 'sale_not_stuck');
    assert.deepEqual(await asClient(`/${paid.workId}/result`, { approved: true }), {
      accepted: true,
      undo: false,
      intencaoVendaStatus: 10,
    });

    type Shown = {
      stuck: { subject: string; options: object[] } | null;
      history: { by: string; reason: string | null }[];
    };
    const shown = (id: number) => seller.call('GET', `/till/sales/${id}`).then(okJson<Shown>);
    const { stuck: seen } = await shown(unpaid.id);
    assert.equal(seen?.options.length, 2);
    okJson(await seller.call('POST', '/session/step-up', { password: SELLER.password }));
    const said = { subject: seen?.subject, status: 25, reason };
    okJson(await seller.call('POST', `/till/sales/${unpaid.id}/settle`, said));
    const after = await shown(unpaid.id);
    assert.deepEqual([after.stuck, after.history.at(-1)?.reason], [null, reason]);
    assert.match(String(after.history.at(-1)?.by), /^por Vendedor de Demonstração$/);
    const late = await asClient(`/${unpaid.workId}/result`, { approved: true });
    assert.deepEqual([late.accepted, late.undo], [false, true], 'what was charged after all is undone');
    const [charged] = (await list()).items;
    assert.deepEqual(
      [charged?.id, charged?.cause, charged?.options.map(({ status }) => status), await metric()],
      [unpaid.id, 'charged', [25], '1'],
      'until it says that it is',
    );
    assertRefused(await settle(unpaid.id, said), 409, 'case_changed');
    const shownLate = await shown(unpaid.id);
    assert.match(String(shownLate.history.at(-1)?.by), /cobrou depois do fim da venda/);
    await asClient(`/${unpaid.workId}/result`, { approved: true, undone: true });
    assert.deepEqual([(await list()).total, await metric()], [0, '0']);

    const canceled = { intencaoVendaId: paid.id, terminalId: terminal.id, senhaTecnica: '314159' };
    const canceling = await insert('/Venda/CancelarVenda', canceled, 'intencaoVenda');
    const work = (canceling.pagamentosExternos as Members[]).at(-1);
    await asClient(`/${work?.id}/take`);
    await fallSilent();
    const stuck = (await list()).items.find(({ id }) => id === paid.id);
    assert.deepEqual(
      [stuck?.isCancel, stuck?.status, stuck?.options.map(({ status }) => status)],
      [true, 19, [20, 10]],
    );
    const listed = await service.command('sale', 'list');
    assert.deepEqual(
      (listed.sales as { id: number }[]).map(({ id }) => id),
      [alive.id, paid.id],
    );
    await service.command('sale', 'settle', String(paid.id), '--status', '20', '--reason', reason);
    assert.deepEqual(
      (await list()).items.map(({ id }) => id),
      [alive.id],
    );
    const audit = okJson<{ items: { operation: string; detail: string | null }[] }>(
      await operator.call('GET', '/audit'),
    );
    const texts = JSON.stringify(audit);
    for (const operation of ['Encerrou uma venda do caixa que parou', 'sale settle'])
      assert.ok(texts.includes(operation), texts);
  });
}
