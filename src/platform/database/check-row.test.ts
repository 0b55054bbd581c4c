import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRow } from './check-row.ts';
import type { BulkTable } from './database.ts';

interface Row {
  name: string;
  amount: number | null;
}

const THINGS: BulkTable<Row> = {
  name: 'things',
  columns: { name: 'text', amount: 'bigint' },
  nullable: ['amount'],
};

test('accepts a row that both engines take', () => {
  checkRow(THINGS, { name: 'one', amount: 1 });
  checkRow(THINGS, { name: '', amount: null });
});

test('refuses a row that an engine would not take, naming the column and not the value', () => {
  const unfit: readonly (readonly [unknown, RegExp])[] = [
    [{ name: undefined, amount: 1 }, /^things\.name cannot be absent$/],
    [{ name: null, amount: 1 }, /^things\.name cannot be absent$/],
    [{ name: 'secret\0', amount: 1 }, /^things\.name cannot be [^\0]*$/],
    [{ name: 7, amount: 1 }, /^things\.name cannot be this number$/],
    [{ name: 'one', amount: 1.5 }, /^things\.amount cannot be this number$/],
    [{ name: 'one', amount: Number.NaN }, /^things\.amount/],
    [{ name: 'one', amount: 'secret' }, /^things\.amount cannot be a text/],
  ];
  for (const [row, message] of unfit) {
    assert.throws(() => checkRow(THINGS, row as Row), { name: 'TypeError', message });
  }
});

test('where a table does not say which columns may be null, none is missed', () => {
  const { nullable, ...unsaid } = THINGS;
  checkRow(unsaid, { name: null, amount: null } as unknown as Row);
});
