import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { hang, startReceiver } from '../../../test/support/receiver.ts';
import { collectedSpans } from '../../../test/support/trace-collector.ts';
import { until } from '../../../test/support/waiting.ts';
import { Secret } from '../secret.ts';
import { openTracing } from './open-tracing.ts';
import type { TraceSettings } from './trace-settings.ts';

const MOST_KEPT = 2_048 + 512;
const span = (name: string) =>
  ({ name, kind: 'internal', attributes: {}, startedAt: performance.now() }) as const;

async function open(context: TestContext, settings: Partial<TraceSettings> = {}) {
  const collector = await startReceiver();
  context.after(collector.close);
  const warnings: string[] = [];
  const tracing = openTracing(
    {
      url: `${collector.address}/v1/traces`,
      headers: new Secret('x-key=a%20b, other=2'),
      serviceName: undefined,
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...settings,
    },
    {
      version: '1.2.3',
      instanceId: Promise.resolve('here'),
      log: { warn: (_, text) => warnings.push(text) },
    },
  );
  return { collector, tracing, warnings };
}

describe('tracing', () => {
  test('keeps a bounded number of spans while nobody takes them, and says so once', async (context) => {
    const { collector, tracing, warnings } = await open(context);
    collector.answerWith(400);
    for (let count = 0; count < 10_000; count += 1) tracing.add(span('commit'));
    await tracing.close();
    const spans = collectedSpans(collector.received);
    assert.ok(spans.length > 0 && spans.length <= MOST_KEPT, `${spans.length} spans`);
    assert.deepEqual(warnings, ['traces are not taken by their receiver']);
    assert.equal(collector.received[0]?.headers['x-key'], 'a b');
  });

  test('takes what begins after the answer to be no part of the request', async (context) => {
    const { collector, tracing } = await open(context);
    const request = tracing.startRequest({});
    await new Promise<void>((resolve) => {
      request.within(() => {
        tracing.add(span('within'));
        assert.ok(tracing.current());
        request.end({ name: 'GET /x', attributes: {}, fault: undefined });
        assert.equal(tracing.current(), undefined);
        setImmediate(() => {
          tracing.add(span('later'));
          resolve();
        });
      });
    });
    await tracing.close();
    const byName = Object.fromEntries(collectedSpans(collector.received).map((one) => [one.name, one]));
    assert.equal(byName.within?.parentSpanId, byName['GET /x']?.spanId);
    assert.equal(byName.later?.parentSpanId, undefined);
    assert.notEqual(byName.later?.traceId, request.traceId);
  });

  test('follows the sampler, and the decision of a caller where it is parent based', async (context) => {
    const { collector, tracing } = await open(context, { sampler: 'parentbased_traceidratio', ratio: 0 });
    tracing.add(span('unsampled'));
    const flags = (sampled: '00' | '01') => ({
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${sampled}`,
    });
    tracing.startRequest(flags('00')).end({ name: 'unsampled', attributes: {} });
    tracing.startRequest(flags('01')).end({ name: 'sampled', attributes: {} });
    await tracing.close();
    assert.deepEqual(
      collectedSpans(collector.received).map(({ name }) => name),
      ['sampled'],
    );
  });

  test('a receiver that never answers is given up when the service ends', async (context) => {
    const { collector, tracing } = await open(context);
    collector.answerWith(hang);
    tracing.add(span('commit'));
    const closed = tracing.close();
    await until('the batch is on its way', () => collector.open() === 1);
    await closed;
    await until('its connection is closed', () => collector.open() === 0);
  });

  test('a failed call is told as such, and its fault goes on', async (context) => {
    const { collector, tracing } = await open(context);
    const fails = tracing.call('postback', undefined, () => Promise.reject(new Error('no')));
    await assert.rejects(fails, /no/);
    await tracing.close();
    assert.equal(collectedSpans(collector.received)[0]?.attributes['error.type'], 'failed');
  });
});
