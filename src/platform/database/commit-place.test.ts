import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createCommitPlaces,
  LOADED_MS,
  MOST_HERE_IN_A_ROW,
  MOST_ROWS_HERE,
  SLOW_COMMIT_MS,
} from './commit-place.ts';

describe('the place of a commit on SQLite', () => {
  test('is the event loop for a few rows, and the thread for more and a moment longer', () => {
    let now = 0;
    const places = createCommitPlaces(() => now);
    assert.equal(places.placeOf(MOST_ROWS_HERE), 'here');
    assert.equal(places.placeOf(MOST_ROWS_HERE + 1), 'thread');
    now += LOADED_MS - 1;
    assert.equal(places.placeOf(1), 'thread');
    now += 1;
    assert.equal(places.placeOf(1), 'here');
  });

  test('is the thread while small commits are slow, and the event loop again once they are quick', () => {
    const places = createCommitPlaces();
    places.took('here', 5, SLOW_COMMIT_MS * 100);
    assert.equal(places.placeOf(5), 'thread');
    places.took('thread', 5, SLOW_COMMIT_MS / 10);
    assert.equal(places.placeOf(5), 'thread');
    for (let commit = 0; commit < 40; commit += 1) places.took('thread', 5, SLOW_COMMIT_MS / 10);
    assert.equal(places.placeOf(5), 'here');
  });

  test('does not depend on the time of large commits', () => {
    const places = createCommitPlaces();
    places.took('thread', MOST_ROWS_HERE + 1, SLOW_COMMIT_MS * 100);
    assert.equal(places.placeOf(5), 'here');
  });

  test('is the thread once in a while, which writes the log back', () => {
    const places = createCommitPlaces();
    for (let commit = 0; commit < MOST_HERE_IN_A_ROW; commit += 1) {
      assert.equal(places.placeOf(5), 'here');
      places.took('here', 5, 0);
    }
    assert.equal(places.placeOf(5), 'thread');
    places.took('thread', 5, 0);
    assert.equal(places.placeOf(5), 'here');
  });
});
