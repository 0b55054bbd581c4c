import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DatabasePlace, SQLITE_BY_DAY, type TestEngine } from '../support/databases.ts';
import { CARD } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import type { HttpAnswer } from '../support/http-exchange.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';
import { killStarted, startService, THROUGH_NPM } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { openStoredRows } from '../support/stored-rows.ts';
import { startInTerminal, type Terminal } from '../support/terminal.ts';
import { SLOW_CARD } from './load.ts';

const SALES = 4;
const POLL_MS = 10;
/** The acquirer's answer to the slow card takes 2.5 s. */
const TIME_SCALE = { GUICHE_SIM_TIME_SCALE: '2' };
/** For sales that are cut off: 25 s, so that no answer comes first. */
const SLOW_MOTION = { GUICHE_SIM_TIME_SCALE: '0.2' };
interface Sale {
  readonly status: number;
}

/** Npm hands a signal on to its shell, and some shells let the service take their place: it then gets it twice. */
const WAYS: readonly { name: string; stop(terminal: Terminal): void }[] = [
  { name: 'Ctrl-C in the terminal of npm start', stop: (terminal) => terminal.pressCtrlC() },
  { name: 'SIGTERM to the process group of npm start', stop: (terminal) => terminal.signalGroup('SIGTERM') },
];

describe('sales in flight', () => {
  for (const engine of SQLITE_BY_DAY) {
    for (const { name, stop } of WAYS) {
      test(`are all answered after ${name} (${engine})`, async (context) => {
        const place = await newPlace(context, engine);
        const terminal = await startInTerminal(place, TIME_SCALE);
        place.closeFirst(terminal.close);
        const { answers } = await sellSlowly(place, terminal.address);
        stop(terminal);
        await assertApproved(answers);
        await portIsClosed(terminal.address);
        context.diagnostic(`npm start ended with ${await terminal.ended}`);
      });
    }
  }

  test('are all answered after SIGTERM to npm alone, which may end before the service', async (context) => {
    const place = await newPlace(context, 'sqlite');
    const service = await startService(place, TIME_SCALE, THROUGH_NPM);
    const { answers } = await sellSlowly(place, service.address);
    await service.end('SIGTERM');
    await assertApproved(answers);
    await portIsClosed(service.address);
  });

  test('are all answered after a second signal', async (context) => {
    const { service, answers } = await sellThenStop(context);
    const { code } = await service.end('SIGTERM');
    await assertApproved(answers);
    assert.equal(code, 0);
  });

  test('are dropped by a third signal, which ends the service at once', async (context) => {
    const { service, answers } = await sellThenStop(context, SLOW_MOTION);
    // Two of one name in a moment would arrive as one.
    const [{ code }] = await Promise.all([service.end('SIGINT'), service.end('SIGTERM')]);
    assert.deepEqual(await answers, Array(SALES).fill(undefined));
    assert.equal(code, 1);
  });
});

interface Place extends DatabasePlace {
  /** Before the place is removed, and before what was opened earlier. */
  closeFirst(close: () => unknown): void;
}

async function newPlace(context: TestContext, engine: TestEngine): Promise<Place> {
  const place = await newStartedPlace(engine);
  const closing: (() => unknown)[] = [place.remove, killStarted];
  context.after(async () => {
    for (const close of closing.reverse()) await close();
  });
  return { ...place, closeFirst: (close) => closing.push(close) };
}

/** A service with sales in flight that was told to stop and has begun to. */
async function sellThenStop(context: TestContext, settings = TIME_SCALE) {
  const place = await newPlace(context, 'sqlite');
  const service = await startService(place, settings);
  const { answers } = await sellSlowly(place, service.address);
  void service.end('SIGTERM');
  await portIsClosed(service.address);
  return { service, answers };
}

/** Resolves once the acquirer has all of them. An answer is undefined when its connection was cut. */
async function sellSlowly(place: Place, address: string) {
  const client = createClient(address, SALES);
  place.closeFirst(client.close);
  const stored = await openStoredRows(place);
  place.closeFirst(stored.close);
  const call = saleCall(saleOf({ cardInfo: { ...CARD, number: SLOW_CARD } }));
  const answers = Promise.all(Array.from({ length: SALES }, () => client.send(call).catch(() => undefined)));
  while ((await stored.counts(['transactions'])).transactions !== SALES) await sleep(POLL_MS);
  return { answers };
}

async function assertApproved(answers: Promise<readonly (HttpAnswer | undefined)[]>): Promise<void> {
  const outcomes = (await answers).map((answer) => [
    answer?.status,
    (answer?.json() as Sale | undefined)?.status,
  ]);
  assert.deepEqual(outcomes, Array(SALES).fill([201, 6]));
}

async function portIsClosed(address: string): Promise<void> {
  const { hostname, port } = new URL(address);
  for (;;) {
    const socket = connect({ host: hostname, port: Number(port) });
    const isClosed = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    });
    socket.destroy();
    if (isClosed) return;
    await sleep(POLL_MS);
  }
}
