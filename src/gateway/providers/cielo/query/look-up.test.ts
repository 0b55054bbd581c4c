import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Play, startTestHost } from '../../rede/test-host.ts';
import { accountAt, attemptAt, cieloConnector } from '../test-account.ts';

const PAYMENT_ID = '0f4b7b9e-2b1e-4c58-8d77-3a5c9f1e6d20';

async function openHost(context: TestContext, play: Play) {
  const host = await startTestHost();
  context.after(host.close);
  host.answer(play);
  const account = accountAt(host.origin);
  const { acquirerReference } = attemptAt(account);
  return { connector: cieloConnector(), account, ids: { acquirerReference, theirId: undefined, account } };
}

const OF_CIELO: Readonly<Record<string, Play>> = {
  'an empty one': { status: 404, text: '' },
  ...Object.fromEntries(
    [303, 307, 318].map((Code) => [
      `error ${Code}`,
      { status: 404, json: [{ Code, Message: 'Transaction not found' }] },
    ]),
  ),
};

const OF_OTHERS: Readonly<Record<string, Play>> = {
  'an empty object': { status: 404, json: {} },
  'an empty list': { status: 404, json: [] },
  'a message': { status: 404, json: { message: 'no Route matched with those values' } },
  'a code that is not of Cielo': { status: 404, json: { code: 404, message: 'Not Found' } },
  'an error of another kind': { status: 404, json: [{ Code: 132, Message: 'MerchantKey is invalid' }] },
  'a page': { status: 404, text: '<html>Not Found</html>' },
};

describe('HTTP 404', () => {
  for (const [name, play] of Object.entries(OF_CIELO)) {
    test(`of Cielo, ${name}: there is no such sale`, async (context) => {
      const { connector, account, ids } = await openHost(context, play);
      assert.equal((await connector.query(ids)).outcome, 'not_found');
      assert.equal((await connector.refund(ids, 1_000, 'R')).outcome, 'not_found');
      assert.equal((await connector.undo(ids)).outcome, 'undone');
      assert.equal((await connector.health(account)).healthy, true);
    });
  }

  for (const [name, play] of Object.entries(OF_OTHERS)) {
    test(`of somebody else, ${name}: proves nothing`, async (context) => {
      const { connector, account, ids } = await openHost(context, play);
      for (const theirId of [undefined, PAYMENT_ID]) {
        assert.equal((await connector.query({ ...ids, theirId })).outcome, 'unknown');
      }
      assert.equal((await connector.queryRefund(ids, 'void-1000')).outcome, 'unknown');
      assert.equal((await connector.refund(ids, 1_000, 'R')).outcome, 'not_sent');
      assert.equal((await connector.undo(ids)).outcome, 'unknown');
      assert.equal((await connector.health(account)).healthy, false);
    });
  }
});
