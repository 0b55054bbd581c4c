import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { groupTestFiles } from './groups.ts';

const FOLDERS = ['src', 'test'];
const groups = groupTestFiles(FOLDERS);

test('every test file below the folders is in one group', () => {
  const found = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`));
  assert.deepEqual(groups.flatMap(({ files }) => files).toSorted(), found.toSorted());
});

test('files that start processes share theirs with few, small ones with many, and tests of the runner with none', () => {
  const sizeOf = (file: string) => Number(groups.find(({ files }) => files.includes(file))?.files.length);
  assert.equal(sizeOf('test/broken.night.test.ts'), 1);
  for (const file of ['test/command-line/help.test.ts', 'test/crash/kill-test-sqlite.test.ts']) {
    assert.ok(sizeOf(file) > 1 && sizeOf(file) <= 7, file);
  }
  assert.ok(sizeOf('src/platform/time/clock.test.ts') > 20);
  assert.ok(sizeOf('src/commands/payments/acquirer.test.ts') > 10, 'a small room has others beside it');
});

test('what waits and what computes begin by turns', () => {
  const names = groups.slice(0, 8).map(({ name }) => name);
  const waits = names.map((name) => /^(bench|test\/(backup|browser|conformance|crash|faults))\b/.test(name));
  assert.deepEqual(waits, [true, false, true, false, true, false, true, false], names.join());
});
