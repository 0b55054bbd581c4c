import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { followAnswer } from './answering.ts';

/** A request over a connection of its own, which the test may break; answered only by `raw`. */
async function openRequest(context: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const caller = request({ host: '127.0.0.1', port: address.port, agent: false });
  context.after(() => {
    caller.destroy();
    server.close();
  });
  caller.on('error', () => undefined);
  const answered = once(caller, 'response').catch(() => undefined);
  caller.end();
  const [, raw] = (await once(server, 'request')) as [unknown, ServerResponse];
  const hangUp = async () => {
    const closed = once(raw, 'close');
    caller.destroy();
    await closed;
  };
  const steps: string[] = [];
  return {
    raw,
    steps,
    hangUp,
    answered,
    follow: (meanwhile: () => Promise<void> = async () => undefined) =>
      followAnswer(
        { raw },
        {
          handing: async () => {
            steps.push('handing');
            await meanwhile();
          },
          cut: () => {
            steps.push('cut');
          },
        },
      ),
  };
}

const end = async (raw: ServerResponse): Promise<void> => {
  const closed = raw.closed ? undefined : once(raw, 'close');
  raw.end('{}');
  await closed;
};

test('an answer that the connection took whole was not cut', async (context) => {
  const { raw, steps, follow, answered } = await openRequest(context);
  await follow()();
  await end(raw);
  await answered;
  assert.deepEqual(steps, ['handing']);
});

test('a caller that has hung up is handed nothing', async (context) => {
  const during = await openRequest(context);
  const hand = during.follow();
  await during.hangUp();
  await hand();
  await end(during.raw);
  const before = await openRequest(context);
  await before.hangUp();
  await before.follow()();
  await end(before.raw);
  assert.deepEqual([during.steps, before.steps], [[], []]);
});

test('an answer is cut when the caller hangs up while it is handed over, or before it went', async (context) => {
  const during = await openRequest(context);
  await during.follow(during.hangUp)();
  await end(during.raw);
  const after = await openRequest(context);
  await after.follow()();
  await after.hangUp();
  await end(after.raw);
  assert.deepEqual(
    [during.steps, after.steps],
    [
      ['handing', 'cut'],
      ['handing', 'cut'],
    ],
  );
});

test('an answer is cut when an error is answered in its place', async (context) => {
  const { raw, steps, follow } = await openRequest(context);
  await follow()();
  raw.statusCode = 500;
  await end(raw);
  assert.deepEqual(steps, ['handing', 'cut']);
});
