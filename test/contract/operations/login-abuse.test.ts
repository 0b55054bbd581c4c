import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createClient } from '../../support/http-client.ts';
import {
  answered,
  assertMessage,
  DEMO_SELLER,
  keyOf,
  objectIn,
  post,
  postOf,
} from '../../support/operations-client.ts';
import { onSqliteByDay } from '../../support/service.ts';

const PATH = '/Login/Login/';
const WRONG = 'CPF/CNPJ ou senha inválidos.';
const PASSWORD = 'cavalo & bateria = grãos';
const SHOP = { cpfCnpj: '12345678909', senha: PASSWORD };
const TRIES = 10;
const AT_ONCE = 24;
const ENDED_WITHIN_MS = 5_000;

onSqliteByDay('Abuse of logins', { GUICHE_TRUSTED_PROXIES: '127.0.0.1' }, (service) => {
  let shopId = '';
  /** Logs in from an address forwarded by the trusted proxy. */
  const logIn = (login: object, from = '203.0.113.1') =>
    service.send({ ...postOf(PATH, login), headers: { 'X-Forwarded-For': from } });
  const setPassword = async (link: unknown, senha: string) => {
    const answer = await service.send({
      method: 'POST',
      path: new URL(String(link)).pathname,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ senha, repetida: senha }).toString(),
    });
    return answer.status;
  };
  const wrongTries = async (login: object, from: string) => {
    for (let count = 0; count < TRIES; count += 1) {
      assertMessage(await logIn({ ...login, senha: 'errada' }, from), 401, WRONG);
    }
  };

  before(async () => {
    const body = { nomeRazaoSocial: 'Padaria', cpfCnpj: SHOP.cpfCnpj };
    shopId = String(objectIn(answered(await post(service, '/Pessoa/Insert', body)), 'pessoa').id);
  });

  test('a waiting person cannot log in, nor one without a password', async () => {
    assertMessage(await logIn(SHOP, '203.0.113.9'), 401, WRONG);
    const { link, linkExpiresAt } = await service.command('person', 'activate', shopId);
    const lifeHours = (Date.parse(String(linkExpiresAt)) - Date.now()) / 3_600_000;
    assert.ok(lifeHours > 71.9 && lifeHours <= 72);
    for (const senha of [PASSWORD, '']) {
      const answer = await logIn({ ...SHOP, senha }, '203.0.113.9');
      assert.equal(answer.status, senha === '' ? 400 : 401);
    }
    assert.equal(await setPassword(link, 'onze onze o'), 400);
    assert.equal(await setPassword(link, 'doze pato ku'), 200);
    answered(await logIn({ ...SHOP, senha: 'doze pato ku' }, '203.0.113.9'));
  });

  test('a new password ends the keys of all logins', async () => {
    const keys = [
      await keyOf(service, { ...SHOP, senha: 'doze pato ku' }),
      await keyOf(service, { ...SHOP, senha: 'doze pato ku' }),
    ];
    const { link } = await service.command('person', 'link', shopId);
    assert.equal(await setPassword(link, PASSWORD), 200);
    const fresh = await keyOf(service, SHOP);
    const path = (key: string) => `/Produto/GetByPessoaId?key=${key}`;
    service.clock.advance(ENDED_WITHIN_MS);
    for (const key of keys) assert.equal((await service.send({ path: path(key) })).status, 401);
    answered(await service.send({ path: path(fresh) }));
  });

  test('ten wrong passwords block the login from that address, and delay it from others', async () => {
    await wrongTries(SHOP, '203.0.113.1');
    for (const cpfCnpj of [SHOP.cpfCnpj, '123.456.789-09']) {
      const blocked = await logIn({ ...SHOP, cpfCnpj });
      assertMessage(blocked, 429, /Muitas senhas erradas/);
      const seconds = Number(blocked.headers['retry-after']);
      assert.ok(seconds > 1_700 && seconds <= 1_800, String(seconds));
    }
    const elsewhere = await logIn(SHOP, '203.0.113.2');
    assertMessage(elsewhere, 429, /Muitas senhas erradas/);
    assert.ok(Number(elsewhere.headers['retry-after']) <= 128);
    service.clock.advance(128_000);
    answered(await logIn(SHOP, '203.0.113.2'));
    answered(await logIn(DEMO_SELLER));
  });

  test('an unknown document is blocked as a known one is', async () => {
    const nobody = { cpfCnpj: '98765432100', senha: PASSWORD };
    await wrongTries(nobody, '203.0.113.3');
    assertMessage(await logIn(nobody, '203.0.113.3'), 429, /Muitas senhas erradas/);
  });

  test('a right password after nine wrong ones resets the count', async () => {
    service.clock.advance(16 * 60_000);
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < TRIES - 1; count += 1) {
        assert.equal((await logIn({ ...SHOP, senha: 'errada' }, '203.0.113.4')).status, 401);
      }
      answered(await logIn(SHOP, '203.0.113.4'));
    }
  });

  test('the demo logins are never blocked', async () => {
    await wrongTries(DEMO_SELLER, '203.0.113.5');
    await wrongTries(DEMO_SELLER, '203.0.113.5');
    answered(await logIn(DEMO_SELLER, '203.0.113.5'));
  });

  test('concurrent logins wait for each other; after three seconds they get a 429 with Retry-After', async () => {
    const client = createClient(service.address(), AT_ONCE);
    try {
      const calls = Array.from({ length: AT_ONCE }, () => client.send(postOf(PATH, DEMO_SELLER)));
      const answers = await Promise.all(calls);
      const refused = answers.filter(({ status }) => status === 429);
      assert.ok(refused.length < AT_ONCE, String(refused.length));
      for (const answer of refused) {
        assertMessage(answer, 429, 'Muitos acessos ao mesmo tempo. Tente de novo em instantes.');
        assert.equal(answer.headers['retry-after'], '1');
      }
      for (const answer of answers.filter((one) => !refused.includes(one))) answered(answer);
    } finally {
      client.close();
    }
    answered(await logIn(DEMO_SELLER));
  });
});
