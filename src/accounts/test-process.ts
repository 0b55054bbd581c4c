import { randomBytes } from 'node:crypto';
import { MessageChannel, type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { TEST_PASSWORD_COST } from '../../test/support/password-cost.ts';
import { openDatabase } from '../platform/database/index.ts';
import { Secret } from '../platform/secret.ts';
import { systemClock } from '../platform/time/clock.ts';
import { openVault } from '../platform/vault/index.ts';
import { createAccounts } from './accounts.ts';

type Call = 'createDemoAccounts' | 'activatePerson' | 'addPerson' | 'editPerson' | 'setPassword' | 'logIn';

interface Order {
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly masterKey: string;
  readonly call: Call;
  readonly argument?: unknown;
}

export type Outcome = { readonly value: unknown } | { readonly code: unknown };

const threads = new Map<number, Worker>();

/**
 * Calls one method of the room in a thread of its own, as another process would: two writers of one SQLite file
 * block each other's thread, so that one thread cannot play both. To load the room takes a thread half a second, so its
 * threads stay for the tests that follow.
 */
export async function callElsewhere(order: Order, thread: number): Promise<Outcome> {
  const worker = threads.get(thread) ?? new Worker(new URL(import.meta.url), { execArgv: [] });
  threads.set(thread, worker);
  const { port1: here, port2: there } = new MessageChannel();
  worker.ref();
  worker.postMessage({ order, port: there }, [there]);
  try {
    return await new Promise((resolve, reject) => {
      here.once('message', resolve);
      worker.once('error', reject);
    });
  } finally {
    here.close();
    worker.removeAllListeners('error').unref();
  }
}

/** No secret passes between threads: they are made here of the texts that stand for them. */
function withSecrets(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null) return argument;
  return Object.fromEntries(
    Object.entries(argument).map(([name, value]) => [
      name,
      name === 'password' || name === 'token' ? new Secret(value) : value,
    ]),
  );
}

parentPort?.on('message', async ({ order, port }: { order: Order; port: MessagePort }) => {
  const database = openDatabase({ url: order.url, dataDir: order.dataDir });
  const masterKeys = [new Secret(order.masterKey)];
  const vault = await openVault({ database, masterKeys, clock: systemClock });
  const accounts = createAccounts({
    database,
    vault,
    clock: systemClock,
    randomBytes,
    passwordCost: TEST_PASSWORD_COST,
    mode: 'sandbox',
    checkDocuments: true,
    publicUrl: 'https://loja.example',
  });
  const method = accounts[order.call] as (argument: unknown) => Promise<object | number | undefined>;
  const outcome: Outcome = await method(withSecrets(order.argument)).then(
    (value) => ({ value: typeof value === 'object' ? { ...value, url: undefined, key: undefined } : value }),
    (error) => ({ code: error.code ?? String(error) }),
  );
  await database.close();
  port.postMessage(outcome);
});
