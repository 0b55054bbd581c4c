import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay } from '../../support/service.ts';
import { browserOf, OPERATOR, okJson } from './panel-client.ts';

const DOCUMENT = '39053344705';

onSqliteByDay('E-mails, telephone numbers and addresses that people type', {}, (service) => {
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

  test('have an address whose CEP says the state, and the city where its range is hers alone', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const placeOf = async (cep: string) => okJson(await seller.call('GET', `/places/${cep}`));
    assert.deepEqual(await placeOf('01310100'), { state: 'SP', city: 'São Paulo' });
    assert.deepEqual(await placeOf('13083970'), { state: 'SP', city: null });
    assert.deepEqual(await placeOf('00999999'), { state: null, city: null });
    for (const wrong of ['0131010', '01310-100', 'x']) {
      assert.equal((await seller.call('GET', `/places/${wrong}`)).status, 400, wrong);
    }
  });

  test('all that is wrong in a form is told at once, by its schema and by what its fields mean', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const wrongOf = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const answer = await seller.call(method, path, body);
      assert.equal(answer.status, 400, answer.text);
      const { error, alsoWrong = [] } = answer.json() as {
        error: { field: string };
        alsoWrong?: readonly { field: string; message: string }[];
      };
      assert.ok(alsoWrong.every(({ message }) => message.length > 0));
      return [error.field, ...alsoWrong.map(({ field }) => field)];
    };
    const contact = { email: 'não', phone: 'amanhã' };
    assert.deepEqual(await wrongOf('POST', '/clients', { document: '1', ...contact }), [
      'document',
      'email',
      'phone',
    ]);
    assert.deepEqual(await wrongOf('POST', '/clients', { document: DOCUMENT, email: 'não' }), ['email']);
    const shop = { name: ' ', email: 'não', phone1: 'amanhã', phone2: 'amanhã' };
    const shopFields = ['name', 'email', 'phone1', 'phone2'];
    assert.deepEqual(await wrongOf('PATCH', '/settings/shop', shop), shopFields);
    const long = 'x'.repeat(300);
    const tooLong = { document: DOCUMENT, name: long, reference: long, address: { street: long } };
    assert.deepEqual(await wrongOf('POST', '/clients', tooLong), ['name', 'reference', 'address.street']);
    assert.deepEqual(await wrongOf('POST', '/orders', { items: [], reference: long }), [
      'reference',
      'items',
    ]);
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
