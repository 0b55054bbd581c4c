import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerParts, type ListPage, longList } from './long-list.ts';

/** Rows with gaps between their ids, as the rows of one person have. */
function rowsOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({ id: 3 * index + 1 }));
  const pages: ListPage[] = [];
  const read = async (page: ListPage) => {
    pages.push(page);
    return all.filter(({ id }) => id > page.afterId).slice(0, page.limit);
  };
  return { all, pages, read };
}

async function answered(answer: object): Promise<unknown> {
  const parts = answerParts(answer);
  let text = '';
  for (;;) {
    const { value, done } = await parts.next();
    text += value;
    if (done) return JSON.parse(text);
  }
}

test('every row of a list is written once and in order, whatever the number of pages', async () => {
  for (const count of [0, 1, 249, 250, 251, 500, 1_234]) {
    const { all, pages, read } = rowsOf(count);
    const answer = { data: 'agora', lista: longList(read, ({ id }) => ({ id })), fim: null };
    assert.deepEqual(await answered(answer), { data: 'agora', lista: all, fim: null }, `${count}`);
    assert.equal(pages.length, Math.floor(count / 250) + 1);
  }
});

test('a page is read only after the previous one was consumed', async () => {
  const { pages, read } = rowsOf(1_000);
  const parts = answerParts({ lista: longList(read, ({ id }) => ({ id })) });
  for (const expected of [1, 2, 3]) {
    await parts.next();
    assert.equal(pages.length, expected);
  }
});

test('answers without lists are plain JSON', async () => {
  for (const answer of [{}, { a: 1 }, { pessoa: { nome: 'É', lista: [1, null] } }]) {
    assert.deepEqual(await answered(answer), answer);
  }
});
