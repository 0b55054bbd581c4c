import assert from 'node:assert/strict';
import { test } from 'node:test';

interface Told {
  readonly status?: string;
  readonly again: number;
}
interface Stands {
  watchStand(page: { readonly dataset: { readonly ask: string; readonly stand: string } }): void;
}

test('a page that is told no status stays as it is and asks again when it was told to', async (t) => {
  const { watchStand } = (await import(new URL('./stand.js', import.meta.url).href)) as Stands;
  const answers: Told[] = [
    { again: 30_000 },
    { status: 'waiting', again: 2_000 },
    { status: 'paid', again: 2_000 },
  ];
  const shownAnew: string[] = [];
  const given = globalThis as Record<string, unknown>;
  const put = (name: string, value: unknown): void => {
    const before = Object.getOwnPropertyDescriptor(given, name);
    Object.defineProperty(given, name, { value, configurable: true, writable: true });
    t.after(() => (before ? Object.defineProperty(given, name, before) : delete given[name]));
  };
  put('document', { hidden: false, addEventListener: () => undefined });
  put('addEventListener', () => undefined);
  put('location', { pathname: '/v1/url-payment/t', replace: (path: string) => shownAnew.push(path) });
  put('fetch', async () => ({ ok: true, json: async () => answers.shift() }));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pass = async (milliseconds: number): Promise<void> => {
    t.mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
  };
  watchStand({ dataset: { ask: '/v1/url-payment/t/status', stand: 'waiting' } });
  await pass(2_000);
  assert.deepEqual([answers.length, shownAnew], [2, []]);
  await pass(29_999);
  assert.equal(answers.length, 2);
  await pass(1);
  assert.deepEqual([answers.length, shownAnew], [1, []]);
  await pass(2_000);
  assert.deepEqual(shownAnew, ['/v1/url-payment/t']);
});
