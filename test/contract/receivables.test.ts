import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBankingDays, bankingDayFrom } from '../../src/platform/time/banking-days.ts';
import { localTime } from '../../src/platform/time/clock.ts';
import { daysAfter } from '../../src/platform/time/local-days.ts';
import { assertRefused } from '../support/gateway-answers.ts';
import { getAs, postJson, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onSqliteByDay, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
const FEES = {
  credit: { '*': { 1: { percent: '2.50' }, '2-6': { percent: '3.50', fixed: '10' } } },
  pix: { fixed: '99' },
};

interface Line {
  readonly transactionId: string;
  readonly referenceId?: string;
  readonly kind: string;
  readonly installment: number;
  readonly installments: number;
  readonly captureDate: string;
  readonly dueDate: string;
  readonly gross: string;
  readonly fee: string;
  readonly net: string;
  readonly status: string;
  readonly feeUnknown?: true;
}

interface Page {
  readonly items: readonly Line[];
  readonly cursor?: string;
}

onSqliteByDay('What is to come of sales', { GUICHE_SIM_TIME_SCALE: '20' }, (service) => {
  const today = () => localTime('America/Sao_Paulo').day(service.clock.now());
  const due = (day: string, installment: number) => bankingDayFrom(daysAfter(day, 30 * installment));

  test('stands in a list by day, one line for each installment, with the fee that was agreed', async () => {
    const { api, personId } = await addMerchant(service);
    await service.rooms().money.fees.set({
      personId: Number(personId),
      provider: 'REDE',
      firstDay: '2020-01-01',
      content: JSON.stringify(FEES),
    });
    const day = today();
    const sold = await sell(
      service,
      {
        top: { amount: '10001', referenceId: 'pedido-1' },
        card: { capture: true, installments: '3', provider: 'REDE' },
      },
      api,
    );
    const lines = await linesOf(service, api, 3);
    assert.deepEqual(
      lines.map(({ installment, dueDate, gross, fee, net }) => [installment, dueDate, gross, fee, net]),
      [
        [1, due(day, 1), '3335', '127', '3208'],
        [2, due(day, 2), '3333', '117', '3216'],
        [3, due(day, 3), '3333', '117', '3216'],
      ],
    );
    const [first] = lines;
    assert.deepEqual(
      { ...first, captureDate: '', dueDate: '' },
      {
        transactionId: (sold.json() as Line).transactionId,
        referenceId: 'pedido-1',
        kind: 'card',
        provider: 'REDE',
        brand: 'VISA',
        installment: 1,
        installments: 3,
        captureDate: '',
        dueDate: '',
        gross: '3335',
        fee: '127',
        net: '3208',
        status: 'expected',
      },
    );
    const list = (query: string) => pageOf(service, api, query);
    assert.equal((await list(`?from=${due(day, 2)}&to=${due(day, 2)}`)).items.length, 1);
    assert.equal((await list(`?to=${day}`)).items.length, 0);
    assert.equal((await list('?status=expected,late')).items.length, 3);
    assert.equal((await list('?status=paid')).items.length, 0);
    service.clock.advance(DAY_MS * 45);
    const late = await list('?status=late');
    assert.equal(late.items.length, 1);
    assert.ok(addBankingDays(late.items[0]?.dueDate ?? '', 3) < today());
  });

  test('becomes less with a refund, and a Pix is received at once', async () => {
    const { api } = await addMerchant(service, '22333444000181');
    const sold = await sell(service, { top: { amount: '1000' }, card: { capture: true } }, api);
    const { transactionId } = sold.json() as Line;
    const [line] = await linesOf(service, api, 1);
    assert.deepEqual([line?.gross, line?.fee, line?.feeUnknown], ['1000', '0', true]);
    const path = `/v1/transactions/${transactionId}/void?amount=300`;
    assert.equal((await service.send({ method: 'PUT', path, headers: api })).status, 200);
    await until('the smaller line', async () => (await pageOf(service, api)).items[0]?.gross === '700');
    const pix = await postJson(service, { amount: '1001', payment: { pix: {} } }, api);
    assert.equal(pix.status, 201);
    const [received] = await until('the Pix', async () => {
      const { items } = await pageOf(service, api, '?status=paid');
      return items.length > 0 && items;
    });
    assert.deepEqual([received?.kind, received?.gross, received?.dueDate], ['pix', '1001', today()]);
  });

  test('is shown to its merchant alone, page by page, and wrong questions are refused', async () => {
    const { api } = await addMerchant(service, '33444555000181');
    const { api: other } = await addMerchant(service, '44555666000181');
    const many = { card: { capture: true, installments: '12' }, top: { amount: '12000' } };
    for (let sales = 0; sales < 9; sales += 1) await sell(service, many, api);
    const first = await until('all lines', async () => {
      const page = await pageOf(service, api);
      return page.cursor !== undefined && page;
    });
    const rest = await until('the rest', async () => {
      const page = await pageOf(service, api, `?cursor=${first.cursor}`);
      return page.items.length === 8 && page;
    });
    const keys = [...first.items, ...rest.items].map((one) => `${one.transactionId} ${one.installment}`);
    assert.deepEqual([first.items.length, new Set(keys).size, rest.cursor], [100, 108, undefined]);
    assert.deepEqual((await pageOf(service, other)).items, []);
    const refused = async (query: string) => await getAs(service, `/v1/receivables${query}`, api);
    assertRefused(await refused('?from=amanha'), 400, 'day_invalid', 'from');
    assertRefused(await refused('?status=6'), 400, 'receivable_status_invalid', 'status');
    assertRefused(await refused('?cursor=x'), 400, 'cursor_invalid', 'cursor');
  });
});

async function pageOf(service: TestService, api: ApiPair, query = ''): Promise<Page> {
  const answer = await getAs(service, `/v1/receivables${query}`, api);
  assert.equal(answer.status, 200, answer.text);
  return answer.json() as Page;
}

function linesOf(service: TestService, api: ApiPair, count: number): Promise<readonly Line[]> {
  return until('the lines of the sale', async () => {
    const { items } = await pageOf(service, api);
    return items.length === count && items;
  });
}
