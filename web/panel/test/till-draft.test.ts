import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EMPTY_DRAFT, keepUnanswered, readUnanswered } from '../src/screens/till/till-draft.ts';

const PLACE = { userId: 3, personId: 1, terminalId: 9 };
const SALE = { key: 'k1', methodId: 41, draft: { ...EMPTY_DRAFT, value: 1_250 } };

/** What a browser keeps for a tab. */
function inTab(t: { after(end: () => void): void }, storage: object): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', { value: storage, configurable: true });
  t.after(() => {
    if (before) Object.defineProperty(globalThis, 'sessionStorage', before);
    else Reflect.deleteProperty(globalThis, 'sessionStorage');
  });
}

function tabStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

describe('a sale of a till whose outcome is not known', () => {
  test('outlasts a reload, for its user, shop and terminal alone, until its outcome is known', (t) => {
    inTab(t, tabStorage());
    keepUnanswered(PLACE, SALE);
    assert.deepEqual(readUnanswered(PLACE), SALE);
    for (const other of [{ userId: 4 }, { personId: 2 }, { terminalId: 8 }]) {
      assert.equal(readUnanswered({ ...PLACE, ...other }), undefined);
    }
    keepUnanswered(PLACE, undefined);
    assert.equal(readUnanswered(PLACE), undefined);
  });

  test('of an older panel gets the fields that it lacks', (t) => {
    const storage = tabStorage();
    inTab(t, storage);
    keepUnanswered(PLACE, { ...SALE, draft: { value: 1_250 } as typeof EMPTY_DRAFT });
    assert.deepEqual(readUnanswered(PLACE), SALE);
  });

  test('is forgotten, without an error, where the browser keeps nothing or something else', (t) => {
    const refuse = () => {
      throw new Error('denied');
    };
    inTab(t, { getItem: refuse, setItem: refuse, removeItem: refuse });
    keepUnanswered(PLACE, SALE);
    assert.equal(readUnanswered(PLACE), undefined);
    inTab(t, { ...tabStorage(), getItem: () => '{broken' });
    assert.equal(readUnanswered(PLACE), undefined);
  });
});
