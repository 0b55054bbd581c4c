import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DatabaseUnavailable } from '../database.ts';
import { CannotConnect } from '../faults/postgres-errors.ts';
import { createOutage } from './outage.ts';

const away = () => Promise.reject(new CannotConnect(new Error('refused')));

describe('an outage of the database', () => {
  test('is retried when it is short', async () => {
    const backAt = performance.now() + 300;
    const outage = createOutage();
    const run = () => (performance.now() < backAt ? away() : Promise.resolve('answer'));
    assert.equal(await outage.retry(run), 'answer');
  });

  test('is reported after some seconds when it lasts, and then at once to all later callers', async () => {
    const outage = createOutage();
    const begunAt = performance.now();
    await assert.rejects(outage.retry(away), DatabaseUnavailable);
    const waitedMs = performance.now() - begunAt;
    assert.ok(waitedMs > 3_900, `${waitedMs} ms`);
    const laterAt = performance.now();
    await assert.rejects(outage.retry(away), DatabaseUnavailable);
    assert.ok(performance.now() - laterAt < waitedMs / 2);
    assert.equal(await outage.retry(async () => 'answer'), 'answer');
    const runs: number[] = [];
    await outage.retry(() => (runs.push(1) < 3 ? away() : Promise.resolve()));
    assert.equal(runs.length, 3);
  });

  test('is not a reason to retry what failed for another reason', async () => {
    let runs = 0;
    const fail = async () => {
      runs += 1;
      throw new Error('a bug');
    };
    await assert.rejects(createOutage().retry(fail), /a bug/);
    assert.equal(runs, 1);
  });
});
