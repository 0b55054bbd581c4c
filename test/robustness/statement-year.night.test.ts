import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import type { MoneyTables } from '../../src/gateway/money/expected/receivables-table.ts';
import type { StatementTables } from '../../src/gateway/money/statements/tables.ts';
import { familyCard } from '../../src/gateway/providers/issuer/scenarios/test-family-cards.ts';
import { localTime } from '../../src/platform/time/clock.ts';
import { daysAfter } from '../../src/platform/time/local-days.ts';
import { sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { testService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
const MONTHS = 13;
/** As the simulated Rede takes them. */
const FEES = {
  credit: { '*': { 1: { percent: '2.50' }, '2-6': { percent: '3.20' }, '7-99': { percent: '3.90' } } },
  debit: { '*': { 1: { percent: '1.50' } } },
};
const CARDS = ['4235647728025682', '5448280000000007', '5067230000009011', '371341553758128'] as const;
/** What was planted, and what is always there. */
const FOUND = [
  ...[
    'matched',
    'missing',
    'unknown_sale',
    'anticipated',
    'ceded',
    'suspended',
    'netted',
    'dispute',
    'duplicate',
  ],
  'tax',
] as const;
const INSTALLMENTS = ['1', '3', '12', '2', '7'] as const;

describe('Thirteen months of statements', () => {
  const service = testService('sqlite', { GUICHE_SIM_TIME_SCALE: '20' });
  let host: RedeHost;
  let api: ApiPair;
  let personId: string;
  let begun: string;
  let count = 0;
  const today = () => localTime('America/Sao_Paulo').day(service.clock.now());
  const advance = (days: number) => {
    host.control.advance({ advanceMs: days * DAY_MS });
    service.clock.advance(days * DAY_MS);
  };
  const reading = async () => {
    const all = await service.rooms().money.statements.readings.list();
    return all.find(({ merchantId }) => merchantId === Number(personId));
  };
  /** The job has read until yesterday. */
  const untilRead = () =>
    until('the statements of the last days', async () => {
      const read = await reading();
      return read?.readUntil === daysAfter(today(), -1) && read.progress === undefined;
    });
  before(async () => {
    await service.start();
    host = await startRedeHost({ timeScale: 1 });
    begun = today();
    ({ api, personId } = await addMerchant(service));
    const settings = Object.entries({ ...host.settings(), statement: 'on' }).flatMap(([name, value]) => [
      ...['--setting', `${name}=${value}`],
    ]);
    await service.command('acquirer', 'add', '--person', personId, '--provider', 'REDE', ...settings);
    const content = JSON.stringify(FEES);
    const { fees } = service.rooms().money;
    await fees.set({ personId: Number(personId), provider: 'REDE', firstDay: '2020-01-01', content });
  });
  after(async () => {
    await host.close();
    await service.stop();
    await service.remove();
  });

  const sale = async (number: string = CARDS[count % CARDS.length] ?? CARDS[0]) => {
    count += 1;
    const installments = INSTALLMENTS[count % INSTALLMENTS.length] ?? '1';
    const sold = await sell(
      service,
      {
        top: { amount: String(10_000 + count * 777), referenceId: `venda-${count}` },
        card: { capture: true, installments, provider: 'REDE' },
        cardInfo: { number },
      },
      api,
    );
    const { transactionId } = sold.json() as { transactionId: string };
    await until(
      'its lines',
      async () => (await service.rooms().money.reader.ofSale(transactionId)).length > 0,
    );
    return transactionId;
  };
  const refund = async (id: string, amount: number) => {
    const path = `/v1/transactions/${id}/void?amount=${amount}`;
    assert.equal((await service.send({ method: 'PUT', path, headers: api })).status, 200);
  };
  const plannedPayment = async (index: number) => {
    const { payments } = (await host.control.statement({})) as {
      payments: readonly { paymentId: string; status: string; type: string }[];
    };
    const planned = payments.filter(({ status, type }) => status === 'PENDING' && type !== 'ANTICIPATION');
    return planned[index]?.paymentId;
  };
  const table = async () => {
    const tables = service.rooms().database.read<StatementTables & MoneyTables>();
    const merchant = Number(personId);
    return {
      lines: await tables
        .selectFrom('statement_lines')
        .selectAll()
        .where('merchant_id', '=', merchant)
        .orderBy('id')
        .execute(),
      payouts: await tables
        .selectFrom('statement_payouts')
        .selectAll()
        .where('merchant_id', '=', merchant)
        .orderBy('payout_id')
        .execute(),
      expected: await tables
        .selectFrom('receivables')
        .selectAll()
        .where('merchant_id', '=', merchant)
        .orderBy('transaction_id')
        .orderBy('line')
        .execute(),
    };
  };

  /** What is unusual in the month, by the payments that are to come. */
  const plantIn = async (month: number) => {
    const plants: Readonly<Record<number, object>> = {
      1: { fault: 'foreign', amount: 4_321 },
      2: { fault: 'rent', amount: 9_900 },
      4: { suspend: await plannedPayment(2) },
      5: { cede: await plannedPayment(3) },
      6: { anticipate: await plannedPayment(4) },
      7: { missing: await plannedPayment(2) },
      8: { duplicate: await plannedPayment(2) },
      9: { correct: await plannedPayment(1), amount: 150 },
    };
    const plant = plants[month];
    if (plant) host.control.plant({ ...plant });
  };
  const playMonth = async (month: number) => {
    const first = await sale();
    const second = await sale(month === 3 ? familyCard('VISA', '623') : undefined);
    await plantIn(month);
    if (month % 3 === 0) await refund(first, 1_234);
    // The job reads what was missed: here nine days, there three weeks.
    advance(9);
    await untilRead();
    advance(month % 2 === 0 ? 7 : 21);
    if (month % 4 === 1) await refund(second, 2_345);
    await untilRead();
  };
  const readAll = () =>
    service.command(
      ...['statement', 'run', '--person', personId, '--provider', 'REDE', '--from', begun, '--to', today()],
    );

  test('every line is in one class, and the sums are right to the centavo', {
    timeout: 900_000,
  }, async () => {
    for (let month = 0; month < MONTHS; month += 1) await playMonth(month);
    advance(400);
    await untilRead();
    await readAll();
    const { lines, payouts, expected } = await table();
    assert.ok(lines.every((line) => line.class !== null && line.pending === 0));
    const due = expected.filter(({ gross }) => gross !== 0);
    assert.ok(due.every((line) => line.class !== null));
    const money = lines.filter(({ kind }) => kind === 'part' || kind === 'debit');
    const answered = due.filter((line) => line.class !== 'missing');
    assert.equal(
      sum(money, ({ net }) => net),
      sum(answered, ({ net }) => net) + sum(money, ({ difference }) => difference),
    );
    assert.ok(payouts.every(({ difference, payout_id: id }) => difference === 0 || isTwice(lines, id)));
    const told = (await host.control.statement({})) as {
      payments: readonly { paymentId: string; net: number; status: string }[];
    };
    assert.deepEqual(
      payouts.map((payout) => [payout.payout_id, payout.net]),
      told.payments
        .filter(({ status }) => status !== 'PENDING')
        .map((payment) => [payment.paymentId, payment.net])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
    );
    const classes = new Set([...lines, ...due].map((line) => line.class));
    assert.deepEqual(
      FOUND.filter((found) => !classes.has(found)),
      [],
    );
    await readAll();
    assert.deepEqual(await table(), { lines, payouts, expected });
  });
});

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((all, row) => all + of(row), 0);
}

/** What is told twice is counted twice in its payout. */
function isTwice(
  lines: readonly { readonly payout_id: string | null; readonly class: string | null }[],
  id: string,
): boolean {
  return lines.some((line) => line.payout_id === id && line.class === 'duplicate');
}
