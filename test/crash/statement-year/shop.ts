import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localTime } from '../../../src/platform/time/clock.ts';
import { daysAfter } from '../../../src/platform/time/local-days.ts';
import { runGuiche } from '../../support/command-line.ts';
import type { TestEngine } from '../../support/databases.ts';
import { API_PAIR, saleBody } from '../../support/gateway-client.ts';
import { type Client, createClient } from '../../support/http-client.ts';
import { saleCall } from '../../support/sale-calls.ts';
import { type ServiceProcess, startService } from '../../support/service-process.ts';
import { newStartedPlace } from '../../support/started-place.ts';
import { openStoredRows, type Row } from '../../support/stored-rows.ts';
import { until } from '../../support/waiting.ts';
import { type AskedHost, startAskedHost } from './asked-host.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A job whose lease a killed process held is tried again after so long. */
const JOB_MS = 11 * 60_000;
const PATIENCE_MS = 5_000;
const SELLER = '1';
/** As the simulated Rede takes them. */
const FEES = {
  credit: { '*': { 1: { percent: '2.50' }, '2-6': { percent: '3.20' }, '7-99': { percent: '3.90' } } },
  debit: { '*': { 1: { percent: '1.50' } } },
};
const CARDS = ['4235647728025682', '5448280000000007', '5067230000009011', '371341553758128'] as const;
const INSTALLMENTS = ['1', '3', '12', '2', '7'] as const;
/** What came of it all, each in a fixed order. */
export interface StatementRows {
  readonly lines: readonly Row[];
  readonly payouts: readonly Row[];
  readonly expected: readonly Row[];
}

/** A shop with an account at Rede's host, whose service is a process that may be killed. */
export interface StatementShop {
  readonly host: AskedHost;
  /** Sells by the next card, or this one, in the next number of installments. */
  sell(number?: string): Promise<string>;
  refund(transactionId: string, amount: number): Promise<void>;
  /** Moves the clocks of the host and of the service. */
  advance(days: number): Promise<void>;
  /** Moves the clocks, and kills the service at the question of this number. True: it came to that. */
  killWhileReading(days: number, question: number, isHeld: boolean): Promise<boolean>;
  /** Starts it again; meanwhile some days went by. */
  startAgain(daysMissed: number): Promise<void>;
  /** The job has read until yesterday. */
  untilRead(): Promise<void>;
  /** Reads everything since the first day, by hand. */
  readAll(): Promise<void>;
  tables(): Promise<StatementRows>;
  close(): Promise<void>;
}

export async function openStatementShop(engine: TestEngine): Promise<StatementShop> {
  const place = await newStartedPlace(engine);
  const host = await startAskedHost();
  const command = async (...words: readonly string[]) => {
    const { code, error } = await runGuiche(place, words);
    assert.equal(code, 0, error);
  };
  const settings = Object.entries({ ...host.settings(), statement: 'on' });
  const account = ['--person', SELLER, '--provider', 'REDE'];
  await command(
    'acquirer',
    'add',
    ...account,
    ...settings.flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
  );
  const file = join(place.dataDir, 'taxas.json');
  await writeFile(file, JSON.stringify(FEES));
  await command('fees', 'set', ...account, '--from', '2020-01-01', '--file', file);

  let service: ServiceProcess = await startService(place);
  let client: Client = createClient(service.address, 2);
  const stored = await openStoredRows(place);
  let aheadMs = 0;
  let count = 0;
  const today = () => localTime('America/Sao_Paulo').day(Date.now() + aheadMs);
  const begun = today();

  const moveService = async (ms: number) => {
    const moved = await client.send({
      method: 'POST',
      path: '/__sim/clock',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ advanceMs: ms }),
    });
    assert.equal(moved.status, 200, moved.text);
  };
  const move = async (ms: number) => {
    host.control.advance({ advanceMs: ms });
    aheadMs += ms;
    await moveService(ms);
  };
  const sorted = async (table: string, key: (row: Row) => string) =>
    (await stored.rows(table)).toSorted((one, other) => key(one).localeCompare(key(other)));
  const isRead = async () => {
    const [reading] = await stored.rows('statement_readings');
    return reading?.read_until === daysAfter(today(), -1) && reading.progress === null;
  };
  const untilRead = async () => {
    let waitedSince = performance.now();
    await until('the statements of the last days', async () => {
      if (await isRead()) return true;
      if (performance.now() - waitedSince < PATIENCE_MS) return false;
      await move(JOB_MS);
      waitedSince = performance.now();
      return false;
    });
  };

  return {
    host,
    sell: async (number = CARDS[count % CARDS.length] ?? CARDS[0]) => {
      count += 1;
      const sale = saleBody({
        top: { amount: String(10_000 + count * 777), referenceId: `venda-${count}` },
        card: { capture: true, installments: INSTALLMENTS[count % INSTALLMENTS.length], provider: 'REDE' },
        cardInfo: { number },
      });
      const sold = await client.send(saleCall(sale));
      const { transactionId } = sold.json() as { transactionId: string };
      const isOfSale = `transaction_id = '${transactionId}'`;
      await until('its lines', async () => (await stored.count('receivables', isOfSale)) > 0);
      return transactionId;
    },
    refund: async (id, amount) => {
      const path = `/v1/transactions/${id}/void?amount=${amount}`;
      const refunded = await client.send({ method: 'PUT', path, headers: API_PAIR });
      assert.equal(refunded.status, 200, refunded.text);
    },
    advance: (days) => move(days * DAY_MS),
    killWhileReading: async (days, question, isHeld) => {
      let isKilled = false;
      const running = service;
      const cancel = host.atQuestion(question, isHeld, () => {
        isKilled = true;
        void running.end('SIGKILL');
      });
      await move(days * DAY_MS);
      await until('it is killed, or has read', async () => isKilled || isRead());
      cancel();
      client.close();
      await running.end('SIGKILL');
      return isKilled;
    },
    startAgain: async (daysMissed) => {
      service = await startService(place);
      client = createClient(service.address, 2);
      if (daysMissed > 0) await move(daysMissed * DAY_MS);
    },
    untilRead,
    readAll: () => command('statement', 'run', ...account, '--from', begun, '--to', today()),
    tables: async () => {
      const lines = await sorted('statement_lines', ({ id }) => String(id));
      const payouts = await sorted('statement_payouts', ({ payout_id: id }) => String(id));
      const expected = await sorted('receivables', ({ transaction_id: id, line }) => `${id} ${line}`);
      return { lines, payouts, expected };
    },
    close: async () => {
      client.close();
      await service.end('SIGKILL');
      await stored.close();
      await host.close();
      await place.remove();
    },
  };
}
