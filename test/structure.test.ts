import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';

const MAX_LINES = 300;
const MAX_MEDIAN_LINES = 90;
const SAYS_NOTHING = /^(utils?|helpers?|common|misc|shared|lib|manager|handler)$/;

const files = ['src', 'simulators']
  .flatMap((floor) =>
    readdirSync(join(import.meta.dirname, '..', floor), { recursive: true, withFileTypes: true }),
  )
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name));
const sources = files.filter((file) => !file.endsWith('.test.ts'));
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

describe('the house', () => {
  test('has no file longer than a reader can hold', () => {
    assert.deepEqual(
      sources.filter((file) => linesOf(file) > MAX_LINES),
      [],
    );
  });

  test('has short files for the most part', () => {
    const lengths = sources.map(linesOf).toSorted((one, other) => one - other);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    assert.ok(median <= MAX_MEDIAN_LINES, `the median file has ${median} lines`);
  });

  test('has no room or file whose name says nothing', () => {
    const vague = files.filter((file) =>
      file.split('/').some((part) => SAYS_NOTHING.test(basename(part, '.ts'))),
    );
    assert.deepEqual(vague, []);
  });

  test('asks for the address of a client in one way, which holds after the client has gone', () => {
    const inAnotherWay = sources.filter(
      (file) =>
        !file.endsWith('client-address.ts') &&
        /\brequest\.ips?\b|\.remoteAddress\b/.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(inAnotherWay, []);
  });

  test('leaves no work behind without an owner', () => {
    const marked = files.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(file, 'utf8')));
    assert.deepEqual(marked, []);
  });
});
