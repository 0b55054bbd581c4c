import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PollsHeld, PollsToHold } from './start-polls.ts';

// A process of its own, started by start-polls.ts: holds many long polls open, each repeated when it ends, and tells twice
// a second how it stands. It ends with the IPC channel.

const OPENED_AT_ONCE = 40;
const OPENED_EVERY_MS = 100;
const TOLD_EVERY_MS = 500;
/** What the protocol of payment clients recommends. */
const WAIT_SECONDS = 25;
const PATH = `/payment-client/v1/work?wait=${WAIT_SECONDS}`;
const NO_WORK = 204;
const AFTER_FAILURE_MS = 1_000;

/** Any answer will do. */
const PROBE_PATH = '/health/live';

const refused: Record<string, number> = {};
let open = 0;
let repeated = 0;
let ready = false;

process.once('disconnect', () => process.exit());
process.once('message', async ({ address, keys }: PollsToHold) => {
  setInterval(() => process.send?.({ open, repeated, refused, ready } satisfies PollsHeld), TOLD_EVERY_MS);
  for (const [number, key] of keys.entries()) {
    void keepPolling(new URL(PATH, address), key);
    if (number % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await sleep(OPENED_EVERY_MS);
  }
  // Connections are accepted in their order: once this one is answered, the service has all of them.
  await poll(new URL(PROBE_PATH, address), '', false);
  ready = true;
});

async function keepPolling(url: URL, key: string): Promise<void> {
  // Each client keeps its one connection. A shared agent would open another for nearly every request.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    open += 1;
    const status = await poll(url, key, agent);
    open -= 1;
    repeated += 1;
    if (status === NO_WORK) continue;
    refused[status] = (refused[status] ?? 0) + 1;
    await sleep(AFTER_FAILURE_MS);
  }
}

/** The answer's status, or how the connection was lost. */
function poll(url: URL, key: string, agent: Agent | false): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const sent = request(url, { method: 'POST', agent, headers });
    sent.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', () => resolve('lost'));
    });
    sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'lost'));
    sent.end('{}');
  });
}
