import { randomBytes } from 'node:crypto';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openDatabase, openVault, Secret, systemClock } from '../platform/index.ts';
import { type Accounts, createAccounts } from './accounts.ts';

type Call = 'createDemoAccounts' | 'activatePerson' | 'addPerson';

interface Order {
  readonly url: string | undefined;
  readonly dataDir: string;
  readonly masterKey: string;
  readonly call: Call;
  readonly argument?: unknown;
}

export type Outcome = { readonly value: unknown } | { readonly code: unknown };

/**
 * Calls one method of the room in a thread of its own, as another process would: two writers of one SQLite file
 * block each other's thread, so that one thread cannot play both.
 */
export function callElsewhere(order: Order): Promise<Outcome> {
  const worker = new Worker(new URL(import.meta.url), { workerData: order });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (parentPort) {
  const order = workerData as Order;
  const database = openDatabase({ url: order.url, dataDir: order.dataDir });
  const masterKeys = [new Secret(order.masterKey)];
  const vault = await openVault({ database, masterKeys, clock: systemClock });
  const accounts = createAccounts({
    database,
    vault,
    clock: systemClock,
    randomBytes,
    mode: 'sandbox',
    checkDocuments: true,
    publicUrl: 'https://loja.example',
  });
  const method = accounts[order.call] as (argument: unknown) => ReturnType<Accounts[Call]>;
  const outcome: Outcome = await method(order.argument).then(
    (value) => ({ value: value && { ...value, url: undefined } }),
    (error) => ({ code: error.code ?? String(error) }),
  );
  await database.close();
  parentPort.postMessage(outcome);
}
