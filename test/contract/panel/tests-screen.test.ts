import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf } from '../../support/gateway-answers.ts';
import { sell } from '../../support/gateway-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, okJson } from './panel-client.ts';

const SALE = { brand: 'VISA', amount: 2_500, installments: 2 };

onSqliteByDay('Test sales in the panel', { GUICHE_SIM_TIME_SCALE: '100' }, (service) => {
  test('a sale has the selected outcome, and its history names its author', async () => {
    const browser = browserOf(service);
    const { me } = okJson<{ me: { user: { id: number } } }>(await browser.logIn());
    const statusOf = async (body: object) => {
      const { id } = okJson<{ id: string }>(await browser.call('POST', '/tests/sales', { ...SALE, ...body }));
      return okJson<{ status: number; card: { mask: string } }>(await browser.call('GET', `/sales/${id}`))
        .status;
    };
    assert.equal(await statusOf({ scenario: '000' }), 6);
    assert.equal(await statusOf({ scenario: '000', capture: false }), 5);
    assert.equal(await statusOf({ scenario: '051', brand: 'AMEX' }), 7);
    assert.equal(await statusOf({ scenario: '606', brand: 'ELO' }), 11);
    assert.ok(me.user.id > 0);
  });

  test('an invalid outcome, brand or amount is refused', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    for (const wrong of [
      { scenario: '999' },
      { scenario: '000', brand: 'X' },
      { scenario: '000', amount: 0 },
    ]) {
      assertRefused(await browser.call('POST', '/tests/sales', { ...SALE, ...wrong }), 400, 'field_invalid');
    }
  });

  test('every outcome is listed with a card of each brand', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { groups } = okJson<{ groups: { outcomes: { cards: Record<string, string> }[] }[] }>(
      await browser.call('GET', '/tests/outcomes'),
    );
    const cards = groups.flatMap(({ outcomes }) => outcomes.flatMap((one) => Object.values(one.cards)));
    assert.equal(cards.length % 5, 0);
    assert.ok(cards.includes('4000000000090516'));
  });

  test("the simulator sells the issuer's installments as the store's where the shop says so, without an account", async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const settings = async () => okJson(await browser.call('GET', '/tests/settings'));
    const sale = () => sell(service, { top: { amount: '3000' }, card: { interestType: 4, installments: 3 } });
    assert.deepEqual(await settings(), { issuerAsStore: false });
    const refused = await sale();
    assert.equal(refused.status, 400);
    assert.match(refused.text, /issuerInstallments=store/, 'the refusal names the setting');
    okJson(await browser.call('PATCH', '/tests/settings', { issuerAsStore: true }));
    assert.deepEqual(await settings(), { issuerAsStore: true });
    const sold = recordOf(await sale());
    assert.deepEqual([sold.top.status, sold.card.interestType], [5, 4]);
    okJson(await browser.call('PATCH', '/tests/settings', { issuerAsStore: false }));
    assert.equal((await sale()).status, 400);
  });
});
