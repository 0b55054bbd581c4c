import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SQLITE_FILE_NAME } from '../src/platform/index.ts';
import { newPlace, startService } from './place.ts';
import { DEMO } from './scenarios.ts';

// Measures the cost of open long polls of payment clients: `node bench/hold-polls.ts [POLLS]`. It reports the times of card
// payments, sent over four connections, and the memory of the service, before and while the polls are open.

const POLLS = Number(process.argv[2] ?? 10_000);
const OPENED_AT_ONCE = 40;
const CONNECTIONS = 4;
const MEASURED_MS = 20_000;
const FIRST_ID = 1_000_000;
const keyOf = (number: number) => `key-of-client-${number}`;
const SALE = JSON.stringify({
  referenceId: 'bench',
  amount: '1000',
  payment: {
    card: {
      type: 1,
      capture: true,
      cardInfo: { number: '4235647728025682', expirationMonth: '12', expirationYear: '2035', cvv: '123' },
    },
  },
});

let open = 0;
let ended = false;
let over = 0;
const failures = new Map<number, number>();
const agent = new Agent({ keepAlive: true });
const cleanup = new AsyncDisposableStack();
cleanup.defer(() => agent.destroy());
let address = '';
try {
  await run();
} finally {
  await cleanup.disposeAsync();
}

async function run(): Promise<void> {
  const place = await newPlace(cleanup, 'sqlite');
  const service = await startService(cleanup, place);
  address = service.address.replace('localhost', '127.0.0.1');
  const memoryMb = () => service.familyRssMb() ?? 0;
  insertClients(join(place.dataDir, SQLITE_FILE_NAME));
  await measure();
  report('without polls', await measure(), memoryMb());
  for (let number = 0; number < POLLS; number += 1) {
    void keepPolling(number);
    if (number % OPENED_AT_ONCE === 0) await sleep(100);
  }
  await sleep(5_000);
  report(`${open} polls open`, await measure(), memoryMb());
  ended = true;
  process.stdout.write(`${over} polls ended and were repeated; refused: ${JSON.stringify([...failures])}\n`);
}

function insertClients(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma busy_timeout = 10000; begin immediate');
  const { person_id } = database.prepare('select person_id from physical_terminals limit 1').get() ?? {
    person_id: 1,
  };
  const physical = database.prepare(
    "insert into physical_terminals (id, person_id, name, installation_id) values (?, ?, ?, '')",
  );
  const terminal = database.prepare(
    "insert into terminals (id, person_id, name, physical_terminal_id, settings) values (?, ?, ?, ?, '{}')",
  );
  const client = database.prepare(
    'insert into payment_clients (id, person_id, terminal_id, key_hash, created_at) values (?, ?, ?, ?, 0)',
  );
  for (let number = 0; number < POLLS; number += 1) {
    const id = FIRST_ID + number;
    const hash = createHash('sha256')
      .update(`payment client ${keyOf(number)}`)
      .digest('base64url');
    physical.run(id, person_id as number, `Caixa ${number}`);
    terminal.run(id, person_id as number, `Caixa ${number}`, id);
    client.run(id, person_id as number, id, hash);
  }
  database.exec('commit');
  database.close();
}

async function keepPolling(number: number): Promise<void> {
  const own = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!ended) {
    open += 1;
    const status = await post('/payment-client/v1/work?wait=25', '{}', {
      agent: own,
      headers: { authorization: `Bearer ${keyOf(number)}` },
    });
    open -= 1;
    over += 1;
    if (status !== 204) failures.set(status, (failures.get(status) ?? 0) + 1);
  }
  own.destroy();
}

async function measure(): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + MEASURED_MS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const start = performance.now();
        const status = await post('/v1/transactions', SALE, { agent, headers: DEMO.api });
        if (status !== 201) throw new Error(`a sale was answered ${status}`);
        times.push(performance.now() - start);
      }
    }),
  );
  return times.toSorted((one, other) => one - other);
}

function report(title: string, times: readonly number[], memoryMb: number): void {
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  const rate = Math.round((times.length * 1_000) / MEASURED_MS);
  process.stdout.write(
    `${title}: ${rate} payments/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, memory ${Math.round(memoryMb)} MB\n`,
  );
}

function post(
  path: string,
  body: string,
  { agent, headers }: { agent: Agent; headers: Readonly<Record<string, string>> },
): Promise<number> {
  return new Promise((resolve) => {
    const sent = request(`${address}${path}`, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    });
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', () => resolve(0));
    sent.end(body);
  });
}
