import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, okJson, SELLER } from './panel-client.ts';

const MINUTE_MS = 60_000;
/** Longer than the caches of other instances. */
const SOON_MS = 5_000;
const PASSWORD = 'capivara roxa 64';

interface Settings {
  readonly shop: { name: string; tradeName: string | null; colour: string | null; photoUrl: string | null };
  readonly sales: { statementName: string | null; postBackUrl: string | null; postbackDelaySeconds: number };
  readonly security: { idleMinutes: number; refundLimit: number | null; teamSecondFactor: boolean };
}

const NAME = 'Vendedor de Demonstração';
const SALES = { postbackDelaySeconds: 3, lateApproval: 'accept' };
const SECURITY = { idleMinutes: 60 };

onSqliteByDay('The settings of a shop in the panel', {}, (service) => {
  const seller = async (): Promise<Browser> => {
    const browser = browserOf(service);
    okJson(await browser.logIn(SELLER));
    return browser;
  };

  test('shop data and colour are saved, and cleared by empty fields', async () => {
    const browser = await seller();
    const saved = okJson<Settings>(
      await browser.call('PATCH', '/settings/shop', {
        name: NAME,
        tradeName: 'Padaria Bom Pão',
        colour: '#AA3300',
        address: { city: 'Campinas' },
      }),
    );
    assert.equal(saved.shop.tradeName, 'Padaria Bom Pão');
    assert.equal(saved.shop.colour, '#aa3300');
    const wrong = { name: NAME, tradeName: 'Outra', colour: 'red' };
    assertRefused(await browser.call('PATCH', '/settings/shop', wrong), 400, 'shop_setting_invalid');
    assert.equal(okJson<Settings>(await browser.call('GET', '/settings')).shop.tradeName, 'Padaria Bom Pão');
    const emptied = okJson<Settings>(await browser.call('PATCH', '/settings/shop', { name: NAME }));
    assert.deepEqual([emptied.shop.tradeName, emptied.shop.colour], [null, null]);
  });

  test("a sale without soft descriptor and postback address uses the shop's", async (t) => {
    const browser = await seller();
    const postBackUrl = 'http://127.0.0.1:9/avisos';
    okJson(
      await browser.call('PATCH', '/settings/sales', {
        ...SALES,
        statementName: 'PADARIA BOM PAO',
        postBackUrl,
      }),
    );
    t.after(() => browser.call('PATCH', '/settings/sales', SALES));
    service.clock.advance(SOON_MS);
    const sold = await service.send({
      method: 'POST',
      path: '/v1/transactions',
      headers: {
        'Content-Type': 'application/json',
        authenticationApi: 'demo',
        authenticationKey: '0123456789ABCDEF0123',
      },
      body: JSON.stringify({
        amount: '1500',
        payment: {
          card: {
            type: 1,
            capture: true,
            installments: 1,
            cardInfo: {
              number: '4111111111111111',
              expirationMonth: '12',
              expirationYear: '2031',
              cvv: '123',
              holderName: 'ANA',
            },
          },
        },
      }),
    });
    assert.equal(sold.status, 201, sold.text);
    const record = sold.json() as { postBackUrl: string; payment: { card: { softDescriptor: string } } };
    assert.equal(record.payment.card.softDescriptor, 'PADARIA BOM PAO');
    assert.equal(record.postBackUrl, postBackUrl);
    for (const [field, value] of [
      ['statementName', 'NOME MUITO COMPRIDO DA LOJA'],
      ['statementName', 'pão <b>'],
      ['postBackUrl', 'javascript:alert(1)'],
      ['postbackDelaySeconds', 61],
    ] as const) {
      const answer = await browser.call('PATCH', '/settings/sales', { ...SALES, [field]: value });
      assert.equal(answer.status, 400, answer.text);
      assert.equal((answer.json() as { error: { field: string } }).error.field, field);
    }
  });

  test('what a change leaves out of discount and accountant stays as it is', async (t) => {
    const browser = await seller();
    const change = async (part: string, body: object) =>
      okJson<{
        sales: { pixDiscount: number };
        mails: { accountantEmail: string | null };
      }>(await browser.call('PATCH', `/settings/${part}`, body));
    t.after(() => change('sales', { ...SALES, pixDiscount: 0 }));
    await change('sales', { ...SALES, pixDiscount: 500 });
    assert.equal((await change('sales', SALES)).sales.pixDiscount, 500);
    const accountantEmail = 'contas@contador.example';
    await change('mails', { mails: [], accountantEmail });
    assert.equal((await change('mails', { mails: ['refund'] })).mails.accountantEmail, accountantEmail);
    for (const none of ['', null]) {
      await change('mails', { mails: [], accountantEmail });
      assert.equal((await change('mails', { mails: [], accountantEmail: none })).mails.accountantEmail, null);
    }
  });

  test('a second acquirer is turned off and on as by the command, and other changes leave it', async (t) => {
    const browser = await seller();
    const change = async (failover?: 'on' | 'off') => {
      const body = { ...SALES, ...(failover && { failover }) };
      return okJson<{ sales: { failover: string } }>(await browser.call('PATCH', '/settings/sales', body));
    };
    t.after(() => change('on'));
    assert.equal((await change()).sales.failover, 'on');
    assert.equal((await change('off')).sales.failover, 'off');
    assert.equal((await change()).sales.failover, 'off');
    assert.equal((await service.command('person', 'show', '1')).failover, 'off');
    await service.command('person', 'set', '1', '--failover', 'on');
    assert.equal(
      okJson<{ sales: { failover: string } }>(await browser.call('GET', '/settings')).sales.failover,
      'on',
    );
    const wrong = { ...SALES, failover: 'later' };
    assert.equal((await browser.call('PATCH', '/settings/sales', wrong)).status, 400);
  });

  test('sessions end after the minutes set by the shop', async (t) => {
    const browser = await seller();
    okJson(await browser.call('PATCH', '/settings/security', { ...SECURITY, idleMinutes: 10 }));
    t.after(async () => (await seller()).call('PATCH', '/settings/security', SECURITY));
    assert.equal(
      okJson<{ idleMinutes: number }>(await browser.call('POST', '/session/keep')).idleMinutes,
      10,
    );
    service.clock.advance(9 * MINUTE_MS);
    okJson(await browser.call('POST', '/session/keep'));
    service.clock.advance(10 * MINUTE_MS);
    assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
    const again = await seller();
    for (const idleMinutes of [0, 4, 241]) {
      const answer = await again.call('PATCH', '/settings/security', { ...SECURITY, idleMinutes });
      assertRefused(answer, 400, 'shop_setting_invalid');
    }
  });

  test('where a second factor is required, members without one may only set it up', async () => {
    const admin = await seller();
    const { link } = okJson<{ link: { url: string } }>(
      await admin.call('POST', '/team', { name: 'Rui', email: 'rui@loja.example', role: 'read' }),
    );
    const token = link.url.split('#')[1] ?? '';
    okJson(await admin.call('POST', '/invitation/join', { token, password: PASSWORD }));
    okJson(await admin.call('PATCH', '/settings/security', { ...SECURITY, teamSecondFactor: true }));
    const member = browserOf(service);
    const entered = okJson<{ me: { secondFactor: object } }>(
      await member.logIn({ login: 'rui@loja.example', password: PASSWORD }),
    );
    const none = { enabled: false, methods: [], reset: null };
    assert.deepEqual(entered.me.secondFactor, { ...none, required: true, fresh: true });
    assertRefused(await member.call('GET', '/products'), 403, 'second_factor_missing');
    assertRefused(await admin.call('GET', '/settings'), 403, 'second_factor_missing');
    okJson(await member.call('GET', '/security/sessions'));
    okJson(await member.call('POST', '/security/second-factor'));
  });
});
