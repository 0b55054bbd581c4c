import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Status } from '../../../transactions/rules/transaction.ts';
import { type AuthenticationPhase, authenticationUrls, phaseOf, withUsablePage } from './authentication.ts';

const EXPIRES_AT = 1_000;

test('the phase of a sale: open to the buyer while 0 and in time, unsure while 10 or late, otherwise over', () => {
  const expected: Readonly<
    Record<keyof typeof Status, readonly [inTime: AuthenticationPhase, late: AuthenticationPhase]>
  > = {
    started: ['open', 'unsure'],
    pending: ['unsure', 'unsure'],
    expired: ['over', 'over'],
    authorized: ['over', 'over'],
    captured: ['over', 'over'],
    denied: ['over', 'over'],
    canceling: ['over', 'over'],
    canceled: ['over', 'over'],
    failed: ['over', 'over'],
    intention: ['over', 'over'],
    intentionCanceled: ['over', 'over'],
  };
  for (const [name, [inTime, late]] of Object.entries(expected)) {
    const status = Status[name as keyof typeof Status];
    assert.equal(phaseOf(status, EXPIRES_AT, EXPIRES_AT - 1), inTime, name);
    assert.equal(phaseOf(status, EXPIRES_AT, EXPIRES_AT), late, name);
  }
});

test('an address with a 43 character token stays far below the 500 characters of redirectUrl', () => {
  const { start, back } = authenticationUrls('https://pagamentos.example', 't'.repeat(43));
  assert.equal(start, `https://pagamentos.example/3ds/${'t'.repeat(43)}`);
  assert.equal(back, `${start}/return`);
  assert.ok(start.length < 500);
});

const away = (url: string, expiresAt = 5) =>
  ({
    outcome: 'buyer_awaited',
    nextAction: { kind: 'redirect', url },
    expiresAt,
    answer: { theirId: '7' },
  }) as const;

test('redirects buyers to http(s) pages only', () => {
  for (const url of ['https://bank.example/3ds?x=1', 'http://127.0.0.1:9/p', 'HTTPS://BANK.EXAMPLE']) {
    assert.deepEqual(withUsablePage(away(url)), away(url));
  }
  const unusable = [
    ...['', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '/relative', '//bank.example'],
    ...['ftp://bank.example', 'intent://x', 'https://', `https://bank.example/${'x'.repeat(5_000)}`],
  ];
  for (const url of unusable) {
    const { outcome } = withUsablePage(away(url));
    assert.equal(outcome, 'unknown', url);
  }
  assert.equal(withUsablePage(away('https://bank.example', Number.NaN)).outcome, 'unknown');
});

test('an unusable page leaves the outcome unknown with the identifiers of the charge; other outcomes pass unchanged', () => {
  const unknown = withUsablePage(away('javascript:0'));
  assert.deepEqual('answer' in unknown && unknown.answer, { theirId: '7' });
  const approved = { outcome: 'approved', captured: true, answer: {} } as const;
  assert.equal(withUsablePage(approved), approved);
});
