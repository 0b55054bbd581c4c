import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RedeHost, startRedeHost } from '../../../simulators/rede-host/rede-host.ts';
import { familyCard } from '../../../src/gateway/providers/issuer/scenarios/test-family-cards.ts';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import type { ClassSums, ReconciledLine } from '../../../src/panel/reconciliation/schema.ts';
import { localTime } from '../../../src/platform/time/clock.ts';
import { sell } from '../../support/gateway-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

const DAY_MS = 24 * 60 * 60_000;
const SELLER = '1';
/** As the simulated Rede takes them. */
const FEES = { credit: { '*': { 1: { percent: '2.50' }, '2-6': { percent: '3.20' } } } };
const CARDS = {
  fee: '4235647728025682',
  missing: '5448280000000007',
  swapped: '5067230000009011',
  twice: '371341553758128',
  disputed: familyCard('VISA', '623'),
};

interface Page {
  readonly items: readonly ReconciledLine[];
}

onSqliteByDay('Differences of statements, in the panel', {}, (service) => {
  let host: RedeHost;
  const tids = new Map<keyof typeof CARDS, string>();
  const today = () => localTime('America/Sao_Paulo').day(service.clock.now());
  let begun: string;
  const read = () =>
    service.command(
      ...['statement', 'run', '--person', SELLER, '--provider', 'REDE', '--from', begun, '--to', today()],
    );
  before(async () => {
    host = await startRedeHost({ timeScale: 1 });
    begun = today();
    const settings = Object.entries({ ...host.settings(), statement: 'on' }).flatMap(([name, value]) => [
      ...['--setting', `${name}=${value}`],
    ]);
    await service.command('acquirer', 'add', '--person', SELLER, '--provider', 'REDE', ...settings);
    const content = JSON.stringify(FEES);
    const { money } = service.rooms();
    await money.fees.set({ personId: Number(SELLER), provider: 'REDE', firstDay: '2020-01-01', content });
    for (const [name, number] of Object.entries(CARDS)) {
      const card = { capture: true, provider: 'REDE' };
      const sold = await sell(service, {
        top: { amount: '12345', referenceId: name },
        card,
        cardInfo: { number },
      });
      const { transactionId } = sold.json() as { transactionId: string };
      await until(`the lines of ${name}`, async () => (await money.reader.ofSale(transactionId)).length > 0);
      const [newest] = await host.book();
      tids.set(name as keyof typeof CARDS, newest?.tid ?? '');
    }
    host.control.plant({ fault: 'fee', points: 0.3, tid: tids.get('fee') });
    host.control.plant({ fault: 'swapped', tid: tids.get('swapped') });
    host.control.plant({ fault: 'foreign', amount: 5_000 });
    host.control.plant({ fault: 'unknown', amount: 700 });
    const paymentOf = async (name: keyof typeof CARDS) => {
      const { payments } = (await host.control.statement({})) as {
        payments: readonly { paymentId: string; tids: readonly string[] }[];
      };
      return payments.find((one) => one.tids.includes(tids.get(name) ?? ''))?.paymentId;
    };
    host.control.plant({ missing: await paymentOf('missing') });
    host.control.plant({ duplicate: await paymentOf('twice') });
    host.control.advance({ advanceMs: 45 * DAY_MS });
    service.clock.advance(45 * DAY_MS);
    await read();
  });
  after(() => host.close());

  const seller = async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    return browser;
  };
  const linesOf = async (name: string) =>
    okJson<Page>(await (await seller()).call('GET', `/reconciliation?class=${name}`)).items;

  /** What the audit has of an operation, the newest first. */
  const auditedAs = async (operation: string) => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { items } = okJson<{ items: readonly AuditRow[] }>(
      await operator.call('GET', `/audit?operation=${encodeURIComponent(operation)}`),
    );
    return items.map(({ result, record, detail }) => `${result} ${record} ${detail}`);
  };

  test('what was planted is found, each in its class, in words and with its amount', async () => {
    const [fee] = (await linesOf('fee_differs')).filter(({ what }) => what.startsWith('Parcela'));
    assert.match(
      fee?.explanation ?? '',
      /^Taxa acima do contrato: R\$\s3,46 em vez de R\$\s3,09, R\$\s0,37 a mais\.$/,
    );
    assert.equal(fee?.difference, -37);
    const [missing] = await linesOf('missing');
    assert.match(missing?.explanation ?? '', /^R\$\s120,36 que deveriam ter caído em /);
    assert.deepEqual(
      (await linesOf('amount_differs')).map(({ explanation }) => explanation.replaceAll(/\s/g, ' ')),
      ['A adquirente diz R$ 120,45: R$ 0,09 a mais que o esperado.'],
    );
    assert.equal((await linesOf('duplicate')).length, 1);
    const unknown = (await linesOf('unknown_sale')).map(({ what, net }) => `${what}: ${net}`).toSorted();
    assert.equal(unknown.length, 2);
    assert.match(unknown.join(', '), /^Parcela 1\/1( · NSU \d+)?: 4875, Venda( · NSU \d+)?: 4875$/);
    const [tax] = await linesOf('tax');
    assert.match(tax?.explanation ?? '', /^R\$\s7,00 descontados: AJUSTE DE CONVENIO\.$/);
    const disputes = await linesOf('dispute');
    assert.ok(
      disputes.some(({ explanation }) => /descontados por contestação \(motivo 10\.4\)/.test(explanation)),
    );
  });

  test('sums by class have what is missing, and the file has every line', async () => {
    const browser = await seller();
    const { items } = okJson<{ items: readonly ClassSums[] }>(
      await browser.call('GET', '/reconciliation/sums'),
    );
    const missing = items.find((one) => one.class === 'missing');
    assert.deepEqual([missing?.count, missing?.net, missing?.difference], [1, 12_036, -12_036]);
    const file = await browser.call('GET', '/reconciliation.csv');
    assert.match(file.text, /Taxa acima do contrato/);
    assert.match(file.text, /AJUSTE DE CONVENIO/);
    assert.match(file.text, /Não foi pago/);
    assert.deepEqual(await auditedAs('painel GET /reconciliation.csv'), ['ok null null']);
    const inFile = new Map<string, { net: number; difference: number }>();
    for (const row of file.text.trim().split('\r\n').slice(1)) {
      const [, title = '', , , , , net = '', difference = ''] = row.split(';');
      const cents = (cell: string) =>
        Math.round(Number(cell.replaceAll(/[".]/g, '').replace(',', '.')) * 100);
      const before = inFile.get(title) ?? { net: 0, difference: 0 };
      inFile.set(title, {
        net: before.net + cents(net),
        difference: before.difference + cents(difference),
      });
    }
    for (const { title, net, difference } of items)
      assert.deepEqual(inFile.get(title), { net, difference }, title);
  });

  test('a correction takes the place of what was told, and is told', async () => {
    const before = await linesOf('matched');
    const again = await read();
    assert.equal(again.corrections, 0);
    assert.deepEqual(await linesOf('matched'), before);
    host.control.plant({ fault: 'fee', points: 0, tid: tids.get('fee') });
    const corrected = await read();
    assert.ok(Number(corrected.corrections) > 0);
    const [run] = await auditedAs('statement run');
    assert.equal(run, `ok null provider=REDE from=${begun} to=${today()}`);
    await service.command('statement', 'list', '--person', SELLER);
    assert.deepEqual(await auditedAs('statement list'), []);
    assert.deepEqual((await linesOf('fee_differs')).length, 0);
    const now = (await linesOf('matched')).find(
      ({ revision, what }) => revision > 0 && what.startsWith('Parcela'),
    );
    assert.equal(now?.difference, 0);
  });

  test('a payment opens into its sales, and a line takes a note', async () => {
    const browser = await seller();
    const [line] = await linesOf('amount_differs');
    const opened = okJson<{ lines: readonly ReconciledLine[] }>(
      await browser.call('GET', `/payouts/${line?.payoutId}`),
    );
    assert.ok(opened.lines.some(({ id }) => id === line?.id));
    okJson(await browser.call('POST', `/reconciliation/${line?.id}/note`, { note: 'Perguntei à Rede' }));
    assert.equal((await linesOf('amount_differs'))[0]?.note, 'Perguntei à Rede');
    assert.deepEqual(await auditedAs('painel POST /reconciliation/:id/note'), [
      `ok statement_line:${line?.id} null`,
    ]);
    assertRefused(
      await browser.call('POST', `/reconciliation/${line?.id}/confirm`),
      409,
      'statement_line_decided',
    );
    type Payouts = { items: readonly { payoutId: string; accountId: number }[]; next: string | null };
    const all = okJson<Payouts>(await browser.call('GET', '/payouts?limit=200'));
    const first = okJson<Payouts>(await browser.call('GET', '/payouts?limit=1'));
    const second = okJson<Payouts>(
      await browser.call('GET', `/payouts?limit=200&cursor=${encodeURIComponent(first.next ?? '')}`),
    );
    assert.ok(all.items.length > 1);
    assert.deepEqual([...first.items, ...second.items], all.items);
    const [newest] = all.items;
    const ofAccount = (account: number | undefined) =>
      browser.call('GET', `/payouts/${newest?.payoutId}?account=${account}`);
    okJson(await ofAccount(newest?.accountId));
    assertRefused(await ofAccount(9_999), 404, 'statement_payout_unknown');
    assertRefused(await browser.call('GET', '/payouts?cursor=x'), 400, 'field_invalid');
    assertRefused(await browser.call('GET', '/payouts/1'), 404, 'statement_payout_unknown');
    assertRefused(await browser.call('GET', '/reconciliation?class=x'), 400, 'field_invalid');
  });
});
