import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cannotJudgeUntil } from './liveness.ts';

const LIMITS = { deadAfterMs: 8_000, gapMs: 6_000, jumpMs: 2_000 };
const last = { databaseMs: 1_000_000, ownMs: 500 };

describe('whether others may be taken for dead', () => {
  test('not for a while after the first beat', () => {
    assert.equal(cannotJudgeUntil(undefined, last, LIMITS), 8_500);
  });

  test('nothing changes with beats that come as they should', () => {
    assert.equal(cannotJudgeUntil(last, { databaseMs: 1_002_010, ownMs: 2_500 }, LIMITS), undefined);
  });

  test('not for a while after beats that could not be written: the others could not write either', () => {
    assert.equal(cannotJudgeUntil(last, { databaseMs: 1_007_000, ownMs: 7_500 }, LIMITS), 15_500);
  });

  test('not for a while after a jump of the clock of the database, forwards and backwards', () => {
    assert.equal(cannotJudgeUntil(last, { databaseMs: 1_012_000, ownMs: 2_500 }, LIMITS), 10_500);
    assert.equal(cannotJudgeUntil(last, { databaseMs: 990_000, ownMs: 2_500 }, LIMITS), 10_500);
  });
});
