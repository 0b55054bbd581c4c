import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commitPlace, MOST_ROWS_HERE, SLOW_COMMIT_MS } from './commit-place.ts';

describe('the place of a commit on SQLite', () => {
  test('is the event loop for a few rows, and the thread for more', () => {
    assert.equal(commitPlace(MOST_ROWS_HERE, 0), 'here');
    assert.equal(commitPlace(MOST_ROWS_HERE + 1, 0), 'thread');
  });

  test('is the thread after a slow commit, until one was quick', () => {
    assert.equal(commitPlace(1, SLOW_COMMIT_MS), 'thread');
    assert.equal(commitPlace(1, SLOW_COMMIT_MS / 2), 'here');
  });
});
