import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay } from '../../support/service.ts';
import { browserOf, OPERATOR, okJson } from './panel-client.ts';

const DOCUMENT = '39053344705';

onSqliteByDay('E-mails and telephone numbers that people type', {}, (service) => {
  test('are refused at their field when they are none, in settings, persons and clients', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const name = 'Padaria do Largo';
    const forms = [
      [seller, 'PATCH', '/settings/shop', 'phone1', {}],
      [seller, 'PATCH', '/settings/shop', 'phone2', {}],
      [seller, 'POST', '/clients', 'phone', { document: DOCUMENT }],
      [operator, 'POST', '/persons', 'phone', { document: DOCUMENT }],
    ] as const;
    for (const [browser, method, path, phone, more] of forms) {
      const faultOf = async (field: string, value: string) => {
        const answer = await browser.call(method, path, { ...more, name, [field]: value });
        const { error } = answer.json() as { error?: { code: string; field: string } };
        return `${answer.status} ${error?.code} ${error?.field}`;
      };
      assert.equal(await faultOf('email', 'isto não é e-mail'), '400 email_invalid email', path);
      assert.equal(await faultOf(phone, 'amanhã'), `400 phone_invalid ${phone}`, path);
      const right = { ...more, name, email: ' Ana@Loja.Example', [phone]: '(11) 91234-5678' };
      const saved = okJson<{ email?: string; shop?: { email: string } }>(
        await browser.call(method, path, right),
      );
      assert.equal(saved.email ?? saved.shop?.email, 'ana@loja.example');
    }
  });

  test('a shop has a name that can be seen', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    for (const name of [' ', '\u200b', '\u3164\u2060', '\u2800']) {
      const answer = await seller.call('PATCH', '/settings/shop', { name });
      assert.equal(answer.status, 400, answer.text);
    }
  });
});
