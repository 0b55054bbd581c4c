import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { API_PAIR, cardHashOf, getAs, publicKeyFor, sell, sellByHash } from '../support/gateway-client.ts';
import { addMerchant, apiPairOf, issueCredential } from '../support/merchants.ts';
import { onTwoInstances } from '../support/service.ts';

const REVOKED_WITHIN_MS = 5_000;

onTwoInstances('Two instances on one database', {}, (first, second) => {
  test('a session works on every instance', async () => {
    recordOf(await sellByHash(second, cardHashOf(await publicKeyFor(first))));
    recordOf(await sellByHash(first, cardHashOf(await publicKeyFor(second))));
  });

  test('a merchant gets the same key pair from every instance', async () => {
    assert.equal((await publicKeyFor(second)).publicKey, (await publicKeyFor(first)).publicKey);
  });

  test('a session that ended on one instance ended on the other', async () => {
    const key = await publicKeyFor(first);
    const bad = Buffer.alloc(256, 1).toString('base64') + key.sessionKey;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => sellByHash(index % 2 === 0 ? first : second, bad)),
    );
    for (const instance of [first, second]) {
      const answer = await sellByHash(instance, cardHashOf(key));
      assertRefused(answer, 400, 'card_hash_expired', 'payment.card.cardInfo.cardHash');
    }
  });

  test('a sale made on one instance is found on the other', async () => {
    const { top } = recordOf(await sell(first));
    const found = await getAs(second, `/v1/transactions/${top.transactionId}`, API_PAIR);
    assert.deepEqual(recordOf(found, 200).top, top);
  });

  test('a revoked credential is refused within 5 s on every instance', async () => {
    const issued = await issueCredential(first, '1', 'api');
    const askBoth = () =>
      Promise.all(
        [first, second].map((one) => getAs(one, '/v1/transactions?referenceId=x', apiPairOf(issued))),
      );
    for (const answer of await askBoth()) assert.equal(answer.status, 200);
    await first.command('credential', 'revoke', '--id', issued.id);
    first.clock.advance(REVOKED_WITHIN_MS);
    for (const answer of await askBoth()) assert.equal(answer.status, 401);
  });

  test('a person whose access was revoked is refused within 5 s on every instance', async () => {
    const { personId, api } = await addMerchant(first);
    const askBoth = () =>
      Promise.all([first, second].map((one) => getAs(one, '/v1/transactions?referenceId=x', api)));
    for (const answer of await askBoth()) assert.equal(answer.status, 200);
    await first.command('person', 'deactivate', personId);
    first.clock.advance(REVOKED_WITHIN_MS);
    for (const answer of await askBoth()) assert.equal(answer.status, 401);
    await second.command('person', 'reactivate', personId);
    first.clock.advance(REVOKED_WITHIN_MS);
    for (const answer of await askBoth()) assert.equal(answer.status, 200);
  });
});
