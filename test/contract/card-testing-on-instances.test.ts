import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOn, locationOf, onceKnown, openBrowser } from '../support/buyer.ts';
import { createLink, pageAt, submit } from '../support/hosted-page.ts';
import { onTwoInstances } from '../support/service.ts';

const NO_FUNDS = '4000000000090516';
const CHALLENGED = '4000000000001091';
const TRIES = 26;
const MOST = 20;

/** A buyer has half a minute at the bank, of the quarter of an hour: enough on a busy machine. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '30', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };

onTwoInstances(
  'Card testing on hosted pages of two instances',
  SETTINGS,
  (first, second) => {
    const serviceFor = (index: number) => (index % 2 === 0 ? first : second);

    /** Each attempt at a link of its own, from one address. */
    const flood = async (fields: Record<string, string>, address: string) => {
      const links = await Promise.all(Array.from({ length: TRIES }, () => createLink(first)));
      const answers = await Promise.all(
        links.map(({ path }, index) => submit(serviceFor(index), path, fields, address)),
      );
      const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
      assert.deepEqual([countOf(303), countOf(429)], [MOST, TRIES - MOST]);
      return links.filter((_, index) => answers[index]?.status === 303);
    };

    const statusAt = async (index: number, fields: Record<string, string>, address: string) =>
      (await submit(serviceFor(index), (await createLink(first)).path, fields, address)).status;

    test('of refused cards from one address, tried at both, no more are sent than the limit; others go on paying', async () => {
      await flood({ numero: NO_FUNDS }, '203.0.113.24');
      for (const index of [0, 1]) {
        assert.equal(await statusAt(index, {}, '203.0.113.24'), 429);
        assert.equal(await statusAt(index, {}, '203.0.113.25'), 303);
      }
    });

    test('an attempt at the bank counts at both until it is paid, and that is known at both', async (t) => {
      const browser = openBrowser();
      t.after(() => browser.close());
      const debit = { tipo: 'debito', numero: CHALLENGED };
      const [link] = await flood(debit, '203.0.113.26');
      assert.ok(link);
      const question = await browser.go(locationOf(await pageAt(second, link.path)));
      const paid = await onceKnown(browser, await browser.submit(question, { codigo: codeOn(question) }));
      assert.match(paid.text, /Pagamento aprovado/);
      assert.match((await pageAt(second, link.path)).text, /Pagamento aprovado/);
      assert.equal(await statusAt(0, debit, '203.0.113.26'), 303);
      assert.equal(await statusAt(1, debit, '203.0.113.26'), 429);
    });
  },
  { limitsTries: true },
);
