import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { codeAt, stepAt } from '../../../src/accounts/second-factor/totp.ts';
import { type Authenticator, newAuthenticator } from '../../support/authenticator.ts';
import { fromBase32 } from '../../support/base32.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const CHALLENGE_LIFE_MS = 5 * 60_000;

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
}

onSqliteByDay('Passkeys', {}, (service) => {
  test('the first one comes with recovery codes and is required at the next login; an answer works once', async (t) => {
    const { authenticator, codes, browser } = await withPasskey(service, t);
    assert.equal(codes.length, 10);
    const me = okJson<{ secondFactor: unknown }>(await browser.call('GET', '/session'));
    assert.partialDeepStrictEqual(me.secondFactor, { enabled: true, methods: ['passkey'] });

    const next = browserOf(service);
    const first = okJson(await next.logIn());
    assert.deepEqual(first, { kind: 'second_factor_needed', methods: ['passkey'] });
    const half = next.cookie();
    const passkey = authenticator.get(await requested(next));
    okJson(await next.call('POST', '/session/second-factor', { passkey }));
    assert.notEqual(next.cookie(), half);

    const replay = browserOf(service);
    await replay.logIn();
    assertRefused(await answered(replay, passkey), 401, 'passkey_invalid');
    await requested(replay);
    assertRefused(await answered(replay, passkey), 401, 'passkey_invalid');
    const again = authenticator.get(await requested(replay));
    okJson(await answered(replay, again));
  });

  test('a challenge is valid for one session, one answer and five minutes', async (t) => {
    const { authenticator } = await withPasskey(service, t);
    const [first, second] = [browserOf(service), browserOf(service)];
    await first.logIn();
    await second.logIn();
    const forFirst = authenticator.get(await requested(first));
    await requested(second);
    assertRefused(await answered(second, forFirst), 401, 'passkey_invalid');
    const wrong = authenticator.get(await requested(first), { origin: 'https://outro.example' });
    assertRefused(await answered(first, wrong), 401, 'passkey_invalid');
    const options = await requested(first);
    assertRefused(await answered(first, wrong), 401, 'passkey_invalid');
    assertRefused(await answered(first, authenticator.get(options)), 401, 'passkey_invalid');
    const late = authenticator.get(await requested(first));
    service.clock.advance(CHALLENGE_LIFE_MS);
    assertRefused(await answered(first, late), 401, 'passkey_invalid');
    okJson(await answered(first, authenticator.get(await requested(first))));
  });

  test('an answer for another site, or from a foreign or removed passkey, is refused', async (t) => {
    const { authenticator, browser, id } = await withPasskey(service, t);
    const other = await added(service, browser, 'Outra');
    const thief = browserOf(service);
    await thief.logIn();
    for (const answer of [
      (options: Options) => authenticator.get(options, { origin: 'https://outro.example' }),
      (options: Options) => authenticator.get(options, { rpId: 'outro.example' }),
      (options: Options) => newAuthenticator(siteOf(service)).get(options),
      (options: Options) => ({ ...newAuthenticator(siteOf(service)).get(options), ...idOf(authenticator) }),
      (options: Options) => ({ ...authenticator.get(options), id: 'x', rawId: 'x' }),
    ]) {
      assertRefused(await answered(thief, answer(await requested(thief))), 401, 'passkey_invalid');
    }
    okJson(await answered(thief, other.authenticator.get(await requested(thief))));
    okJson(await browser.call('DELETE', `/security/passkeys/${id}`));
    const late = browserOf(service);
    await late.logIn();
    assertRefused(await answered(late, authenticator.get(await requested(late))), 401, 'passkey_invalid');
  });

  test('a cloned authenticator is detected: a counter that does not increase is refused', async (t) => {
    const { authenticator } = await withPasskey(service, t);
    const enter = async (counter: number) => {
      const browser = browserOf(service);
      await browser.logIn();
      authenticator.counter = counter;
      return answered(browser, authenticator.get(await requested(browser)));
    };
    okJson(await enter(7));
    assertRefused(await enter(6), 401, 'passkey_invalid');
    assertRefused(await enter(7), 401, 'passkey_invalid');
    assertRefused(await enter(0), 401, 'passkey_invalid');
    okJson(await enter(8));
  });

  test('a passkey created for another site or another challenge is not added', async (t) => {
    const { browser, authenticator } = await withPasskey(service, t);
    const fresh = newAuthenticator(siteOf(service));
    const add = async (credential: (options: Options) => unknown) =>
      browser.call('POST', '/security/passkeys', {
        name: 'Falsa',
        credential: credential(okJson<Options & object>(await started(browser))),
      });
    for (const credential of [
      (options: Options) => fresh.create(options, { origin: 'https://outro.example' }),
      (options: Options) => fresh.create(options, { rpId: 'outro.example' }),
      () => fresh.create({ challenge: Buffer.from('outro').toString('base64url') }),
      (options: Options) => authenticator.create(options),
      (options: Options) => ({
        ...fresh.create(options),
        response: { clientDataJSON: 'e30', attestationObject: 'oA' },
      }),
    ]) {
      assertRefused(await add(credential), 400, 'passkey_refused');
    }
    const unnamed = await browser.call('POST', '/security/passkeys', {
      name: ' ',
      credential: fresh.create(okJson<Options & object>(await started(browser))),
    });
    assertRefused(unnamed, 400, 'passkey_name_invalid');
    const { items } = okJson<{ items: unknown[] }>(await browser.call('GET', '/security/passkeys'));
    assert.equal(items.length, 1);
  });

  test('a passkey also confirms a sensitive action; adding or removing one needs such a confirmation', async (t) => {
    const { authenticator, browser, id } = await withPasskey(service, t);
    service.clock.advance(5 * 60_000);
    assertRefused(await started(browser), 403, 'second_factor_needed');
    assertRefused(await browser.call('DELETE', `/security/passkeys/${id}`), 403, 'second_factor_needed');
    const password = await browser.call('POST', '/session/step-up', { password: SELLER.password });
    assertRefused(password, 401, 'second_factor_invalid');
    const options = okJson<Options & object>(await browser.call('POST', '/session/step-up/passkey'));
    okJson(await browser.call('POST', '/session/step-up', { passkey: authenticator.get(options) }));
    okJson(await started(browser));
  });

  test('a confirmation challenge cannot add a passkey, and a registration challenge cannot confirm', async (t) => {
    const { authenticator, browser } = await withPasskey(service, t);
    const creation = okJson<Options & object>(await started(browser));
    const crossed = { passkey: authenticator.get(creation) };
    assertRefused(await browser.call('POST', '/session/step-up', crossed), 401, 'passkey_invalid');
    service.clock.advance(5 * 60_000);
    const options = okJson<Options & object>(await browser.call('POST', '/session/step-up/passkey'));
    const credential = newAuthenticator(siteOf(service)).create(options);
    const add = await browser.call('POST', '/security/passkeys', { name: 'Intrusa', credential });
    assertRefused(add, 400, 'passkey_refused');
    // The refused answer used the challenge up.
    const late = { passkey: authenticator.get(options) };
    assertRefused(await browser.call('POST', '/session/step-up', late), 401, 'passkey_invalid');
    const { items } = okJson<{ items: unknown[] }>(await browser.call('GET', '/security/passkeys'));
    assert.equal(items.length, 1);
  });

  test('with an authenticator app both are offered; recovery codes stay until the last factor is removed', async (t) => {
    const { browser, codes, id } = await withPasskey(service, t);
    const { secret } = okJson<{ secret: string }>(await browser.call('POST', '/security/second-factor'));
    const code = codeAt(fromBase32(secret), stepAt(service.clock.now()));
    const enrolled = okJson(await browser.call('POST', '/security/second-factor/confirm', { code }));
    assert.deepEqual(enrolled, { codes: [] });
    const next = browserOf(service);
    const { methods } = okJson<{ methods: string[] }>(await next.logIn());
    assert.deepEqual(methods, ['totp', 'passkey']);
    okJson(await browser.call('DELETE', '/security/second-factor'));
    okJson(await next.call('POST', '/session/second-factor', { recoveryCode: codes[0] }));
    okJson(await browser.call('DELETE', `/security/passkeys/${id}`));
    assertRefused(await browser.call('POST', '/security/recovery-codes'), 409, 'second_factor_off');
    assert.equal(okJson<{ kind: string }>(await browserOf(service).logIn()).kind, 'logged_in');
  });

  test('nobody else can see, rename or remove it; every action is in the audit log', async (t) => {
    const { browser, id, authenticator } = await withPasskey(service, t);
    okJson(await browser.call('PATCH', `/security/passkeys/${id}`, { name: 'Chave do cofre' }));
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assert.partialDeepStrictEqual(okJson(await operator.call('GET', '/security/passkeys')), { items: [] });
    const rename = await operator.call('PATCH', `/security/passkeys/${id}`, { name: 'Minha' });
    assertRefused(rename, 404, 'passkey_unknown');
    assertRefused(await operator.call('DELETE', `/security/passkeys/${id}`), 404, 'passkey_unknown');
    const thief = browserOf(service);
    await thief.logIn();
    const forged = authenticator.get(await requested(thief), { origin: 'https://outro.example' });
    assertRefused(await answered(thief, forged), 401, 'passkey_invalid');
    const unasked = newAuthenticator(siteOf(service)).create({ challenge: 'outro' });
    const add = { name: 'Falsa', credential: unasked };
    const refusedBefore = await refusals(operator);
    service.clock.advance(60_000);
    for (let count = 0; count < 3; count += 1) {
      assertRefused(await browser.call('POST', '/security/passkeys', add), 400, 'passkey_refused');
    }
    const { items } = okJson<{ items: { name: string; lastUsedAt: unknown }[] }>(
      await browser.call('GET', '/security/passkeys'),
    );
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Chave do cofre'],
    );
    okJson(await browser.call('DELETE', `/security/passkeys/${id}`));
    const audit = okJson<{ items: { title: string; result: string; record: string | null }[] }>(
      await operator.call('GET', '/audit'),
    );
    const seen = audit.items.map(({ title, result, record }) => `${title} ${result} ${record ?? ''}`.trim());
    for (const line of [
      `Adicionou uma chave de acesso ok passkey:${id}`,
      `Mudou o nome de uma chave de acesso ok passkey:${id}`,
      `Removeu uma chave de acesso ok passkey:${id}`,
      'Confirmou o segundo fator passkey_invalid',
      'Adicionou uma chave de acesso passkey_refused',
    ]) {
      assert.ok(seen.includes(line), `${line}\n${seen.join('\n')}`);
    }
    assert.equal(await refusals(operator), refusedBefore + 1, 'one in a minute, however often it is tried');
  });
});

/** How many refused passkeys are in the audit. */
async function refusals(operator: Browser): Promise<number> {
  const operation = encodeURIComponent('painel POST /security/passkeys');
  const { items } = okJson<{ items: { result: string }[] }>(
    await operator.call('GET', `/audit?operation=${operation}`),
  );
  return items.filter(({ result }) => result === 'passkey_refused').length;
}

interface Added {
  readonly authenticator: Authenticator;
  readonly codes: readonly string[];
  readonly id: number;
}

/** The demo seller with one passkey, logged in; all passkeys are removed after the test. */
async function withPasskey(service: TestService, t: TestContext): Promise<Added & { browser: Browser }> {
  const browser = browserOf(service);
  okJson(await browser.logIn());
  const made = await added(service, browser, 'Celular');
  t.after(async () => {
    const { codes } = made;
    const cleaner = browserOf(service);
    const { kind } = okJson<{ kind: string }>(await cleaner.logIn());
    if (kind === 'second_factor_needed') {
      okJson(await cleaner.call('POST', '/session/second-factor', { recoveryCode: codes.at(-1) }));
    }
    const { items } = okJson<{ items: { id: number }[] }>(await cleaner.call('GET', '/security/passkeys'));
    for (const { id } of items) okJson(await cleaner.call('DELETE', `/security/passkeys/${id}`));
  });
  return { ...made, browser };
}

async function added(service: TestService, browser: Browser, name: string): Promise<Added> {
  const authenticator = newAuthenticator(siteOf(service));
  const options = okJson<Options & object>(await started(browser));
  assert.equal(options.rp?.id, 'localhost');
  const { passkey, codes } = okJson<{ passkey: { id: number }; codes: string[] }>(
    await browser.call('POST', '/security/passkeys', { name, credential: authenticator.create(options) }),
  );
  return { authenticator, codes, id: passkey.id };
}

function started(browser: Browser) {
  return browser.call('POST', '/security/passkeys/options');
}

async function requested(browser: Browser): Promise<Options> {
  return okJson<Options & object>(await browser.call('POST', '/session/second-factor/passkey'));
}

function answered(browser: Browser, passkey: Record<string, unknown>) {
  return browser.call('POST', '/session/second-factor', { passkey });
}

function siteOf(service: TestService) {
  return { rpId: 'localhost', origin: service.address().replace('127.0.0.1', 'localhost') };
}

function idOf(authenticator: Authenticator): { id: unknown; rawId: unknown } {
  const { id, rawId } = authenticator.get({ challenge: '' });
  return { id, rawId };
}
