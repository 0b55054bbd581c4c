import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, stepAt } from '../../../src/accounts/second-factor/totp.ts';
import { onEachEngine, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, okJson, SELLER } from './panel-client.ts';

const STEP_MS = 30_000;
const FRESH_MS = 5 * 60_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

onEachEngine('The second factor', {}, (service) => {
  test('is required after the password; each code and recovery code works once', async (t) => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { secret, codes } = await enrol(service, browser);
    t.after(() => switchOff(service, secret));
    assert.equal(codes.length, 10);

    service.clock.advance(STEP_MS);
    const next = browserOf(service);
    const first = okJson(await next.logIn());
    assert.deepEqual(first, { kind: 'second_factor_needed', methods: ['totp'] });
    assertRefused(await next.call('GET', '/session'), 401, 'session_missing');
    assertRefused(await next.call('GET', '/team'), 401, 'session_missing');

    const code = codeNow(service, secret);
    const half = next.cookie();
    assertRefused(
      await next.call('POST', '/session/second-factor', { code: '000000' }),
      401,
      'second_factor_invalid',
    );
    okJson(await next.call('POST', '/session/second-factor', { code }));
    assert.notEqual(next.cookie(), half, 'the second factor changes the session token');
    okJson(await next.call('GET', '/session'));

    const replay = browserOf(service);
    await replay.logIn();
    assertRefused(
      await replay.call('POST', '/session/second-factor', { code }),
      401,
      'second_factor_invalid',
    );
    const [recoveryCode] = codes;
    okJson(await replay.call('POST', '/session/second-factor', { recoveryCode }));
    const again = browserOf(service);
    await again.logIn();
    assertRefused(
      await again.call('POST', '/session/second-factor', { recoveryCode }),
      401,
      'second_factor_invalid',
    );
  });

  test('of many browsers that use one code at the same time one logs in', async (t) => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { secret } = await enrol(service, browser);
    t.after(() => switchOff(service, secret));
    service.clock.advance(STEP_MS);
    const browsers = [];
    for (let index = 0; index < 4; index += 1) {
      const other = browserOf(service);
      await other.logIn();
      browsers.push(other);
    }
    const code = codeNow(service, secret);
    const answers = await Promise.all(
      browsers.map((other) => other.call('POST', '/session/second-factor', { code })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  });

  test('codes cannot be guessed: ten wrong ones block the second factor for a while', async (t) => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { secret } = await enrol(service, browser);
    t.after(async () => {
      service.clock.advance(60 * 60_000);
      await switchOff(service, secret);
    });
    service.clock.advance(STEP_MS);
    const guesser = browserOf(service);
    await guesser.logIn();
    let locked = 0;
    for (let tries = 0; tries < 14; tries += 1) {
      const answer = await guesser.call('POST', '/session/second-factor', { code: '000000' });
      if (answer.status === 429) locked += 1;
      else assertRefused(answer, 401, 'second_factor_invalid');
    }
    assert.ok(locked >= 1);
    const right = await guesser.call('POST', '/session/second-factor', { code: codeNow(service, secret) });
    assertRefused(right, 429, 'second_factor_locked');
    assert.ok(Number(right.headers['retry-after']) > 0);
  });

  test('is required again before a change of the team, once the login is no longer recent', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    service.clock.advance(FRESH_MS);
    const invite = () =>
      browser.call('POST', '/team', { name: 'Ana', email: 'ana.fresca@loja.example', role: 'read' });
    assertRefused(await invite(), 403, 'second_factor_needed');
    const wrong = await browser.call('POST', '/session/step-up', { password: 'não é esta' });
    assert.equal(wrong.status, 401);
    okJson(await browser.call('POST', '/session/step-up', { password: SELLER.password }));
    okJson(await invite());
  });
});

async function enrol(service: TestService, browser: Browser): Promise<{ secret: Buffer; codes: string[] }> {
  const { secret: typed, qrCode } = okJson<{ secret: string; qrCode: string }>(
    await browser.call('POST', '/security/second-factor'),
  );
  assert.match(qrCode, /^<svg/);
  const secret = fromBase32(typed);
  assertRefused(
    await browser.call('POST', '/security/second-factor/confirm', { code: '000000' }),
    400,
    'second_factor_wrong',
  );
  const { codes } = okJson<{ codes: string[] }>(
    await browser.call('POST', '/security/second-factor/confirm', { code: codeNow(service, secret) }),
  );
  return { secret, codes };
}

/** Removes the second factor for the next test. */
async function switchOff(service: TestService, secret: Buffer): Promise<void> {
  service.clock.advance(10 * STEP_MS);
  const browser = browserOf(service);
  await browser.logIn();
  okJson(await browser.call('POST', '/session/second-factor', { code: codeNow(service, secret) }));
  okJson(await browser.call('DELETE', '/security/second-factor'));
}

function codeNow(service: TestService, secret: Buffer): string {
  return codeAt(secret, stepAt(service.clock.now()));
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
