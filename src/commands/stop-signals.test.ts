import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import { stopRequested } from './stop-signals.ts';

describe('a signal to stop', () => {
  const listen = () => {
    const signals = new EventEmitter();
    const seen = { nowMs: 1_000, endedAtOnce: 0 };
    const stopped = stopRequested({
      signals,
      nowMs: () => seen.nowMs,
      endAtOnce: () => {
        seen.endedAtOnce += 1;
      },
    });
    return { signals, seen, stopped };
  };

  for (const first of ['SIGTERM', 'SIGINT']) {
    test(`is ${first}; a second one of either kind within 10 s means the same`, async () => {
      for (const second of ['SIGTERM', 'SIGINT']) {
        const { signals, seen, stopped } = listen();
        signals.emit(first);
        await stopped;
        seen.nowMs += 10_000;
        signals.emit(second);
        assert.equal(seen.endedAtOnce, 0);
      }
    });
  }

  test('ends the process at once when it is the third', async () => {
    const { signals, seen } = listen();
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM']) signals.emit(signal);
    assert.equal(seen.endedAtOnce, 1);
  });

  test('ends the process at once when it is the second, after more than 10 s', async () => {
    const { signals, seen } = listen();
    signals.emit('SIGTERM');
    seen.nowMs += 10_001;
    signals.emit('SIGTERM');
    assert.equal(seen.endedAtOnce, 1);
  });
});
