import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListPage, pageWithRows } from '../src/ui/lists/page-with-rows.ts';

test('a list goes on by itself past pages without rows, until one has some or there are no more', async () => {
  const pages: Readonly<Record<string, ListPage<string>>> = {
    first: { items: [], next: 'b' },
    b: { items: [], next: 'c' },
    c: { items: ['boleto'], next: 'd' },
    d: { items: [], next: 'e' },
    e: { items: [], next: null },
  };
  const asked: string[] = [];
  const read = async ({ cursor = 'first' }: { readonly cursor?: string }) => {
    asked.push(cursor);
    return pages[cursor] ?? assert.fail(cursor);
  };
  assert.deepEqual(await pageWithRows(read, ''), { items: ['boleto'], next: 'd' });
  assert.deepEqual(await pageWithRows(read, 'd'), { items: [], next: null });
  assert.deepEqual(asked, ['first', 'b', 'c', 'd', 'e']);
});
