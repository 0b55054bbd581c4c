import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RedeHost, startRedeHost } from '../../simulators/rede-host/rede-host.ts';
import { checkStatements } from '../../src/commands/checks/check-statements.ts';
import { localTime } from '../../src/platform/time/clock.ts';
import { daysAfter } from '../../src/platform/time/local-days.ts';
import { assertRefused } from '../support/gateway-answers.ts';
import { getAs, sell } from '../support/gateway-client.ts';
import { type ApiPair, addMerchant } from '../support/merchants.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After so long disputes are looked for in what was read. */
const DISPUTES_MS = 10_000;
/** As the simulated Rede takes them. */
const FEES = {
  credit: { '*': { 1: { percent: '2.50' }, '2-6': { percent: '3.20' }, '7-99': { percent: '3.90' } } },
};

interface Line {
  readonly transactionId: string;
  readonly installment: number;
  readonly net: string;
  readonly status: string;
  readonly class?: string;
  readonly payoutId?: string;
}

interface Payout {
  readonly payoutId: string;
  readonly account: number;
  readonly payDate: string;
  readonly net: string;
  readonly status: string;
  readonly count: number;
  readonly parts?: readonly {
    readonly transactionId?: string;
    readonly net: string;
    readonly class?: string;
  }[];
}

onSqliteByDay('What an acquirer says that it paid', {}, (service) => {
  let host: RedeHost;
  let api: ApiPair;
  let personId: string;
  before(async () => {
    host = await startRedeHost({ timeScale: 1 });
    const merchant = await addMerchant(service);
    ({ api, personId } = merchant);
    const settings = Object.entries({ ...host.settings(), statement: 'on' }).flatMap(([name, value]) => [
      ...['--setting', `${name}=${value}`],
    ]);
    await service.command('acquirer', 'add', '--person', personId, '--provider', 'REDE', ...settings);
    await service.rooms().money.fees.set({
      personId: Number(personId),
      provider: 'REDE',
      firstDay: '2020-01-01',
      content: JSON.stringify(FEES),
    });
  });
  after(() => host.close());

  const advance = (days: number) => {
    host.control.advance({ advanceMs: days * DAY_MS });
    service.clock.advance(days * DAY_MS);
  };
  const today = () => localTime('America/Sao_Paulo').day(service.clock.now());
  const read = (from: string, to = today()) =>
    service.command(
      'statement',
      'run',
      '--person',
      personId,
      '--provider',
      'REDE',
      '--from',
      from,
      '--to',
      to,
    );
  const soldThere = async (amount: string) => {
    const card = { capture: true, provider: 'REDE' };
    const sold = (await sell(service, { top: { amount }, card }, api)).json() as Line;
    const isListed = ({ transactionId }: Line) => transactionId === sold.transactionId;
    await until('its lines', async () => (await lines()).some(isListed));
    return sold;
  };
  /** Some days go by, and the job has read the sales of weeks before too. */
  const untilRead = async (days: number) => {
    advance(days);
    const { readings } = service.rooms().money.statements;
    await until('the job has read', async () => {
      const [reading] = await readings.list();
      return reading?.slot?.startsWith(today()) === true;
    });
    service.clock.advance(DISPUTES_MS);
  };
  const disputesOf = async (transactionId: string, amount: string) => {
    const path = `/v1/disputes?transactionId=${transactionId}`;
    const list = async () =>
      ((await getAs(service, path, api)).json() as { items: readonly Record<string, string>[] }).items;
    // Told by the debit, with its net, and by the sale.
    await until('its dispute', async () => {
      const [first] = await list();
      return first?.process !== undefined && first.amount === amount;
    });
    return list();
  };
  const lines = async () =>
    ((await getAs(service, '/v1/receivables', api)).json() as { items: readonly Line[] }).items;
  const payouts = async (query = '') =>
    ((await getAs(service, `/v1/payouts${query}`, api)).json() as { items: readonly Payout[] }).items;

  test('is read, matched to the installment, and found by its payout', async () => {
    const begun = today();
    const sold = await sell(
      service,
      { top: { amount: '10001' }, card: { capture: true, installments: '3', provider: 'REDE' } },
      api,
    );
    const { transactionId } = sold.json() as Line;
    await until('its lines', async () => (await lines()).length === 3);
    advance(34);
    await read(begun);
    const [first, second] = await lines();
    assert.deepEqual([first?.status, first?.class, second?.status], ['paid', 'matched', 'expected']);
    const [payout] = await payouts();
    assert.deepEqual([payout?.net, payout?.status, payout?.count], [first?.net, 'paid', 1]);
    assert.equal(payout?.payoutId, first?.payoutId);
    const one = await getAs(service, `/v1/payouts/${payout?.payoutId}`, api);
    assert.deepEqual(
      (one.json() as Payout).parts?.map((part) => [part.transactionId, part.net, part.class]),
      [[transactionId, first?.net, 'matched']],
    );
    const before = await lines();
    const again = await read(begun);
    assert.deepEqual([again.corrections, await lines()], [0, before]);
    assert.equal((await payouts(`?to=${daysAfter(begun, 1)}`)).length, 0);
  });

  test('has a line in no class only where somebody else wrote: the doctor names it, and it is judged by hand', async () => {
    const { database } = service.rooms();
    const findings = () => checkStatements(service.rooms(), localTime('America/Sao_Paulo'));
    assert.deepEqual(
      (await findings()).map(({ title, state }) => [title, state]),
      [['Extratos de adquirentes', 'good']],
    );
    const before = await lines();
    await database.write(async (write) => {
      const tables = write.tables<{ statement_lines: { class: string; kind: string } }>();
      await tables.updateTable('statement_lines').set({ class: 'paga' }).where('kind', '=', 'part').execute();
    });
    const lost = (await findings()).find(({ title }) => title === 'Linhas de extratos');
    assert.match(`${lost?.state}: ${lost?.text}`, new RegExp(`^bad: .*pessoa ${personId}, REDE: 1 linha$`));
    await read(today());
    assert.equal((await findings()).length, 1);
    assert.deepEqual(await lines(), before);
  });

  test('opens a dispute of a sale of long ago, and ends it, once with the debit of it', async () => {
    const { transactionId } = await soldThere('20000');
    const other = await soldThere('30000');
    const [lostTid, wonTid] = (await host.book()).map(({ tid }) => tid);
    await untilRead(40);
    host.control.plant({ dispute: wonTid });
    host.control.plant({ dispute: lostTid, amount: 10_000 });
    await untilRead(2);
    const [won] = await disputesOf(transactionId, '20000');
    const [lost] = await disputesOf(other.transactionId, '10000');
    const open = {
      source: 'rede',
      kind: 'chargeback',
      reasonCode: '10.4',
      state: 'open',
    };
    const answerBy = daysAfter(won?.notifiedDate ?? '', 10);
    assert.partialDeepStrictEqual(won, { ...open, amount: '20000', answerBy, money: 'debited' });
    assert.partialDeepStrictEqual(lost, { ...open, amount: '10000', answerBy, money: 'debited' });

    host.control.plant({ dispute: wonTid, outcome: 'won' });
    host.control.plant({ dispute: lostTid, outcome: 'lost' });
    await untilRead(2);
    const ended = async (id: string, amount: string) =>
      (await disputesOf(id, amount)).map(({ state, money }) => [state, money]);
    const isAs = async (id: string, amount: string, how: string) => (await ended(id, amount)).join() === how;
    await until('one is won', () => isAs(transactionId, '20000', 'won,credited'));
    await until('one is lost', () => isAs(other.transactionId, '10000', 'lost,debited'));
    const back = await service.command('statement', 'list', '--person', personId, '--class', 'dispute');
    assert.equal(JSON.stringify(back).includes('REVERSAO DE DEBITO DE CHARGEBACK'), true);
  });

  test('is shown to its merchant alone, and wrong questions are refused', async () => {
    const { api: other } = await addMerchant(service, '22333444000181');
    const [payout] = await payouts();
    const refused = await getAs(service, `/v1/payouts/${payout?.payoutId}`, other);
    assertRefused(refused, 404, 'payout_unknown');
    const of = (account: unknown) =>
      getAs(service, `/v1/payouts/${payout?.payoutId}?account=${account}`, api);
    assert.deepEqual((await of(payout?.account)).status, 200);
    assertRefused(await of(9_999), 404, 'payout_unknown');
    assertRefused(await of('x'), 400, 'account_invalid', 'account');
    assertRefused(await getAs(service, '/v1/payouts?from=ontem', api), 400, 'day_invalid', 'from');
    assertRefused(await getAs(service, '/v1/payouts?cursor=x', api), 400, 'cursor_invalid', 'cursor');
  });
});
