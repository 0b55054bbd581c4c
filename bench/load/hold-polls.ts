import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldPoll, PollsHeld, PollsToHold } from './start-polls.ts';
import { percentile } from './statistics.ts';

// A process of its own, started by start-polls.ts: holds many polls open, each repeated when it ends, and tells twice a
// second how they stand. It ends with the IPC channel.

const OPENED_AT_ONCE = 40;
const OPENED_EVERY_MS = 100;
const TOLD_EVERY_MS = 500;
const AFTER_FAILURE_MS = 1_000;
const NEWEST = 10_000;

/** Any answer will do. */
const PROBE: HeldPoll = { method: 'POST', path: '/health/live', headers: {} };

const refused: Record<string, number> = {};
const newest = new Float64Array(NEWEST);
let open = 0;
let repeated = 0;
let putOff = 0;
let ready = false;

process.once('disconnect', () => process.exit());
process.once('message', async ({ address, polls, status, pauseMs }: PollsToHold) => {
  setInterval(tell, TOLD_EVERY_MS);
  for (const [number, one] of polls.entries()) {
    void keepPolling(address, one, status, pauseMs);
    if (number % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await sleep(OPENED_EVERY_MS);
  }
  // Connections are accepted in their order: once this one is answered, the service has all of them.
  await poll(address, PROBE, false);
  ready = true;
});

function tell(): void {
  const times = newest.slice(0, Math.min(repeated, NEWEST)).sort();
  const [p50Ms, p99Ms] = times.length > 0 ? [percentile(times, 0.5), percentile(times, 0.99)] : [0, 0];
  process.send?.({ open, repeated, putOff, refused, p50Ms, p99Ms, ready } satisfies PollsHeld);
}

async function keepPolling(address: string, one: HeldPoll, usual: number, pauseMs: number): Promise<void> {
  // Each client keeps its one connection. A shared agent would open another for nearly every request.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  open += 1;
  for (;;) {
    const askedAt = performance.now();
    const { status, text } = await poll(address, one, agent);
    newest[repeated % NEWEST] = performance.now() - askedAt;
    repeated += 1;
    if (status === usual) {
      if (pauseMs === 0) continue;
      const { again = 0, status: stand } = JSON.parse(text) as {
        readonly again?: number;
        readonly status?: string;
      };
      if (stand === undefined) putOff += 1;
      // When the service lets this client ask again, where it says so.
      await sleep(Math.max(pauseMs, again));
      continue;
    }
    refused[status] = (refused[status] ?? 0) + 1;
    open -= 1;
    await sleep(AFTER_FAILURE_MS);
    open += 1;
  }
}

interface Answer {
  /** Or how the connection was lost. */
  readonly status: number | string;
  readonly text: string;
}

function poll(address: string, { method, path, headers }: HeldPoll, agent: Agent | false): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(new URL(path, address), { method, agent, headers });
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', () => resolve({ status: 'lost', text }));
    });
    sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve({ status: code ?? 'lost', text: '' }));
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}
