import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fc } from '../../../test/support/property.ts';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to. */
function pendingWork(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    log.push(`${name} began`);
    return promise.finally(() => log.push(`${name} ended`));
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

describe('turns', { timeout: 10_000 }, () => {
  test('work that may run beside its like does, and gets its own result', async () => {
    const log: string[] = [];
    const turns = createTurns();
    const [a, b] = [pendingWork(log, 'a'), pendingWork(log, 'b')];
    const results = [turns.together(a.run), turns.together(b.run)];
    await turn();
    assert.deepEqual(log, ['a began', 'b began']);
    b.end();
    a.end();
    assert.deepEqual(await Promise.all(results), ['a', 'b']);
  });

  test('work that must run alone waits for all before it, and all after it wait for it', async () => {
    const log: string[] = [];
    const turns = createTurns();
    const [a, b, alone, later] = ['a', 'b', 'alone', 'later'].map((name) => pendingWork(log, name));
    assert.ok(a && b && alone && later);
    const results = [
      turns.together(a.run),
      turns.together(b.run),
      turns.alone(alone.run),
      turns.together(later.run),
    ];
    b.end();
    await turn();
    assert.deepEqual(log, ['a began', 'b began', 'b ended']);
    a.end();
    await turn();
    assert.deepEqual(log.slice(3), ['a ended', 'alone began']);
    alone.end();
    later.end();
    await Promise.all(results);
    assert.deepEqual(log.slice(5, 7), ['alone ended', 'later began']);
  });

  test('failed work passes its turn on', async () => {
    const turns = createTurns();
    const log: string[] = [];
    const [a, b] = [pendingWork(log, 'a'), pendingWork(log, 'b')];
    const failed = [assert.rejects(turns.together(a.run)), assert.rejects(turns.alone(b.run))];
    const last = turns.together(async () => 'last');
    b.fail();
    a.fail();
    await Promise.all(failed);
    assert.equal(await last, 'last');
    await turns.ended();
  });

  test('keep nothing of what has ended, however much runs with nothing alone in between', async () => {
    const turns = createTurns();
    for (let index = 0; index < 100; index += 1) await turns.together(async () => ({ index }));
    assert.equal(await turns.ended(), undefined);
  });

  test('whatever comes in whatever order, nothing runs beside what must run alone, and nothing is passed over', async () => {
    const kinds = fc.array(fc.constantFrom('alone', 'together'), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.infiniteStream(fc.nat({ max: 3 })), async (asked, laps) => {
        const turns = createTurns();
        const running = new Set<number>();
        const begun: number[] = [];
        await Promise.all(
          asked.map((kind, index) =>
            turns[kind](async () => {
              begun.push(index);
              running.add(index);
              const others = [...running].filter((other) => other !== index);
              assert.ok(
                others.every((other) => kind === 'together' && asked[other] === 'together'),
                `${index} runs beside ${others}`,
              );
              for (let lap = laps.next().value; lap > 0; lap -= 1) await turn();
              running.delete(index);
            }),
          ),
        );
        assert.deepEqual(begun, [...asked.keys()]);
      }),
    );
  });
});
