import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Secret } from '../../../../platform/secret.ts';
import {
  deadlineIn,
  type Exchange,
  type HttpLink,
  type HttpRequest,
  type TokenResult,
} from '../../http/index.ts';
import { accountAt } from '../test-account.ts';
import { type RedeAccount, redeAccount } from './settings.ts';
import { createTokens } from './tokens.ts';

const MINUTE = 60_000;

function account(more: Readonly<Record<string, string>> = {}, id = '7'): RedeAccount {
  const read = redeAccount({ ...accountAt('https://rede.example', more), accountId: id }, true);
  return typeof read === 'string' ? assert.fail(read) : read;
}

function room(expiresIn: unknown = 1_440) {
  let now = 0;
  const requests: HttpRequest[] = [];
  let fail = false;
  const link: HttpLink = {
    exchange: async (request): Promise<Exchange> => {
      requests.push(request);
      const token = { access_token: `token-${requests.length}`, expires_in: expiresIn };
      await new Promise((resolve) => setImmediate(resolve));
      return fail
        ? { kind: 'unknown', reason: 'no answer within the deadline' }
        : { kind: 'answered', status: 200, text: JSON.stringify(token) };
    },
  };
  const tokens = createTokens({ link, clock: { now: () => now }, newDeadline: () => deadlineIn(1_000) });
  return {
    requests,
    tokens,
    to: (minutes: number) => {
      now = minutes * MINUTE;
    },
    failing: (fails: boolean) => {
      fail = fails;
    },
  };
}

const value = (result: TokenResult): string =>
  result.kind === 'token' ? result.token.reveal() : `none: ${result.reason}`;
const secretOf = (result: TokenResult): Secret =>
  result.kind === 'token' ? result.token : assert.fail(result.reason);
/** After what was begun before it: the link answers on the next turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("an account's token", () => {
  test('is asked for with PV and key, once for all that wait', async () => {
    const { tokens, requests } = room();
    const results = await Promise.all(Array.from({ length: 20 }, () => tokens.get(account())));
    assert.deepEqual(new Set(results.map(value)), new Set(['token-1']));
    assert.equal(requests.length, 1);
    const [request] = requests;
    assert.equal(request?.body, 'grant_type=client_credentials');
    assert.equal(request?.url.href, 'https://rede.example/oauth2/token');
    const basic = request?.headers.authorization?.replace('Basic ', '') ?? '';
    assert.match(Buffer.from(basic, 'base64').toString(), /^12345678:chave-de-integracao/);
  });

  test('serves until minute 15, is renewed behind the back of its users, and never after minute 23', async () => {
    const { tokens, requests, to } = room();
    await tokens.get(account());
    to(14.9);
    assert.equal(value(await tokens.get(account())), 'token-1');
    await settled();
    assert.equal(requests.length, 1);
    to(15);
    assert.equal(value(await tokens.get(account())), 'token-1');
    await settled();
    assert.equal(value(await tokens.get(account())), 'token-2');
    to(15 + 23);
    assert.equal(value(await tokens.get(account())), 'token-3');
    assert.equal(requests.length, 3);
  });

  test('is asked for anew when the clock is set back by hours: nobody knows how old it is', async () => {
    const { requests, tokens, to } = room();
    to(6 * 60);
    await tokens.get(account());
    to(0);
    await tokens.get(account());
    assert.equal(requests.length, 2);
  });

  test('serves on while renewals fail, which are tried every half minute', async () => {
    const { tokens, requests, to, failing } = room();
    await tokens.get(account());
    failing(true);
    for (const minute of [16, 16.1, 16.2, 16.6]) {
      to(minute);
      assert.equal(value(await tokens.get(account())), 'token-1');
      await settled();
    }
    assert.equal(requests.length, 3);
    to(23);
    assert.equal(value(await tokens.get(account())), 'none: no token: no answer within the deadline');
  });

  test('lives as long as it says, with 24 minutes for what cannot be', async () => {
    for (const [expiresIn, renewedAfter] of [
      [240, 3.9],
      ['240', 3.9],
      [undefined, 23.1],
      [0, 23.1],
      [-5, 23.1],
      ['soon', 23.1],
    ] as const) {
      const { tokens, to } = room(expiresIn);
      await tokens.get(account());
      to(renewedAfter - 0.2);
      assert.equal(value(await tokens.get(account())), 'token-1', String(expiresIn));
      await settled();
      to(renewedAfter * 3);
      assert.notEqual(value(await tokens.get(account())), 'token-1', String(expiresIn));
    }
  });

  test('that died is replaced once for all that used it', async () => {
    const { tokens, requests } = room();
    const dead = secretOf(await tokens.get(account()));
    const results = await Promise.all(Array.from({ length: 20 }, () => tokens.insteadOf(account(), dead)));
    assert.deepEqual(new Set(results.map(value)), new Set(['token-2']));
    assert.equal(value(await tokens.insteadOf(account(), dead)), 'token-2');
    assert.equal(requests.length, 2);
  });

  test('is never that of other settings or of another account', async () => {
    const { tokens, requests } = room();
    await tokens.get(account());
    await tokens.get(account({ key: 'outra-chave' }));
    await tokens.get(account({ pv: '87654321' }));
    await tokens.get(account({ token: 'https://other.example/token' }));
    await tokens.get(account({}, '8'));
    await tokens.get(account());
    assert.equal(requests.length, 5);
  });

  test('is forgotten for the account longest known when there are too many', async () => {
    const { tokens, requests } = room();
    for (let id = 0; id <= 1_000; id += 1) await tokens.get(account({}, String(id)));
    await tokens.get(account({}, '1000'));
    assert.equal(requests.length, 1_001);
    await tokens.get(account({}, '0'));
    assert.equal(requests.length, 1_002);
  });
});
