import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerBytes, longList, type Page } from './long-list.ts';

/** Rows with gaps between their ids, as a person's among everybody's. */
function rowsOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({ id: 3 * index + 1 }));
  const pages: Page[] = [];
  const read = async (page: Page) => {
    pages.push(page);
    return all.filter(({ id }) => id > page.afterId).slice(0, page.limit);
  };
  return { all, pages, read };
}

async function answered(answer: object): Promise<unknown> {
  return JSON.parse((await answerBytes(answer)).toString());
}

test('every row of a list is written once and in order, whatever the number of pages', async () => {
  for (const count of [0, 1, 249, 250, 251, 500, 1_234]) {
    const { all, pages, read } = rowsOf(count);
    const answer = { data: 'agora', lista: longList(read, ({ id }) => ({ id })), fim: null };
    assert.deepEqual(await answered(answer), { data: 'agora', lista: all, fim: null }, `${count}`);
    assert.equal(pages.length, Math.floor(count / 250) + 1);
  }
});

test('other requests get their turn while a long list is made', async () => {
  const { read } = rowsOf(2_500);
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 0);
  await answerBytes({
    lista: longList(read, ({ id }) => {
      const until = performance.now() + 0.02;
      while (performance.now() < until);
      return { id };
    }),
  });
  clearInterval(ticking);
  assert.ok(turns >= 5, `${turns}`);
});

test('answers without lists are plain JSON', async () => {
  for (const answer of [{}, { a: 1 }, { pessoa: { nome: 'É', lista: [1, null] } }]) {
    assert.deepEqual(await answered(answer), answer);
  }
});
