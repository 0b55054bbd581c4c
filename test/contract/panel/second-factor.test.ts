import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, stepAt } from '../../../src/accounts/second-factor/totp.ts';
import { fromBase32 } from '../../support/base32.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const STEP_MS = 30_000;
const FRESH_MS = 5 * 60_000;

onSqliteByDay('The second factor', {}, (service) => {
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
    const headers = { 'User-Agent': 'a phone' };
    okJson(await next.call('POST', '/session/second-factor', { code }, headers));
    assert.notEqual(next.cookie(), half, 'the second factor changes the session token');
    const { items } = okJson<{ items: { current: boolean; agent: string }[] }>(
      await next.call('GET', '/security/sessions'),
    );
    assert.equal(items.find(({ current }) => current)?.agent, 'a phone', 'of the call that opened it');

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

  test('a recovery code confirms an action too, once', async (t) => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { secret, codes } = await enrol(service, browser);
    t.after(() => switchOff(service, secret));
    service.clock.advance(FRESH_MS);
    const renew = () => browser.call('POST', '/security/recovery-codes');
    const stepUp = (recoveryCode: string) => browser.call('POST', '/session/step-up', { recoveryCode });
    assertRefused(await renew(), 403, 'second_factor_needed');
    const [code = ''] = codes;
    okJson(await stepUp(code.toLowerCase()));
    service.clock.advance(FRESH_MS);
    assertRefused(await stepUp(code), 401, 'second_factor_invalid');
    okJson(await stepUp(codes[1] ?? ''));
    okJson(await renew());
  });
});

onSqliteByDay('A lost second factor', {}, (service) => {
  test('is removed by the operator for a person: its sessions end, the password stays', async () => {
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const { codes } = await enrol(service, seller);
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const path = '/persons/1/second-factor';
    assert.equal(okJson(await operator.call('GET', '/persons/1')).secondFactor, true);
    service.clock.advance(FRESH_MS);
    assertRefused(await operator.call('DELETE', path), 403, 'second_factor_needed');
    okJson(await operator.call('POST', '/session/step-up', { password: OPERATOR.password }));
    const before = service.clock.now();
    assert.equal(okJson(await operator.call('DELETE', path)).secondFactor, false);
    assertRefused(await seller.call('GET', '/session'), 401, 'session_missing');
    assert.deepEqual(await resetTold(seller), null, 'the session ended');
    assert.equal(okJson(await seller.logIn()).kind, 'logged_in');
    const { at = '', ...rest } = (await resetTold(seller)) ?? {};
    assert.deepEqual(rest, { by: 'platform_admin', seen: false });
    assert.ok(at >= new Date(before).toISOString() && at <= new Date(service.clock.now()).toISOString(), at);
    okJson(await seller.call('POST', '/security/second-factor/reset-seen'));
    const told = { at, by: 'platform_admin', seen: true };
    assert.deepEqual(await resetTold(seller), told);
    await enrol(service, seller);
    assert.deepEqual(await resetTold(seller), told, 'it stays to be read');
    await service.command('person', 'reset-second-factor', '1');
    okJson(await seller.logIn());
    assert.partialDeepStrictEqual(await resetTold(seller), { by: 'command', seen: false });
    const spent = { recoveryCode: codes[0] };
    assertRefused(await seller.call('POST', '/session/second-factor', spent), 401, 'session_missing');
    assertRefused(await operator.call('DELETE', path), 409, 'second_factor_off');
    assert.deepEqual(await resultsOf(operator, 'DELETE /persons/:id/second-factor'), ['ok for 1']);
  });

  test('is removed by an administrator for a member of the team, not for the shop’s own login', async () => {
    const admin = browserOf(service);
    const me = okJson<{ me: { user: { id: number } } }>(await admin.logIn()).me;
    const who = { login: 'rita@loja.example', password: 'capivara roxa 71' };
    const { member, link } = okJson<{ member: { id: number }; link: { url: string } }>(
      await admin.call('POST', '/team', { name: 'Rita', email: who.login, role: 'read' }),
    );
    const rita = browserOf(service);
    const token = link.url.split('#')[1] ?? '';
    okJson(await rita.call('POST', '/invitation/join', { token, password: who.password }));
    const path = `/team/${member.id}/second-factor`;
    assertRefused(await admin.call('DELETE', path), 409, 'second_factor_off');
    okJson(await rita.logIn(who));
    await enrol(service, rita);
    assertRefused(await rita.call('DELETE', path), 403, 'not_allowed');
    // One that was half way with the lost factor ends too.
    const half = browserOf(service);
    assert.equal(okJson(await half.logIn(who)).kind, 'second_factor_needed');
    okJson(await admin.call('DELETE', path));
    assertRefused(await rita.call('GET', '/session'), 401, 'session_missing');
    const late = await half.call('POST', '/session/second-factor', { code: '000000' });
    assertRefused(late, 401, 'session_missing');
    assert.equal(okJson(await rita.logIn(who)).kind, 'logged_in');
    assert.partialDeepStrictEqual(await resetTold(rita), { by: 'admin', seen: false });
    assertRefused(await admin.call('DELETE', `/team/${me.user.id}/second-factor`), 409, 'user_owner');
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    assert.deepEqual(await resultsOf(operator, 'DELETE /team/:id/second-factor'), [
      'ok for 1',
      'not_allowed for 1',
    ]);
  });
});

interface Reset {
  readonly at: string;
  readonly by: string;
  readonly seen: boolean;
}

/** What a user is told of a second factor that somebody else removed. */
async function resetTold(browser: Browser): Promise<Reset | null> {
  const answer = await browser.call('GET', '/session');
  if (answer.status === 401) return null;
  return okJson<{ secondFactor: { reset: Reset | null } }>(answer).secondFactor.reset;
}

/** What the audit says of a call of the panel, newest first: result, and person acted for. */
async function resultsOf(operator: Browser, call: string): Promise<string[]> {
  const { items } = okJson<{
    items: { operation: string; result: string; forPerson: { id: number } | null }[];
  }>(await operator.call('GET', `/audit?operation=${encodeURIComponent(`painel ${call}`)}`));
  return items.map(({ result, forPerson }) => `${result} for ${forPerson?.id ?? null}`);
}

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
