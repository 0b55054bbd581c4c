import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { type Fields, recordOf } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { authorizationsOf, recordNow } from '../support/movements.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { serviceAt } from '../support/service.ts';
import { openLink, type SeverableLink } from '../support/severable-link.ts';
import { until } from '../support/waiting.ts';

/** Approved after 25 s, scaled to a tenth: time to stop the database. */
const APPROVED_LATE = '4000000000096026';
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '10' };
const PENDING = 10;
/** After this time without heartbeats an instance counts as dead; heartbeats are late on a busy machine. */
const DEAD_AFTER_MS = 8_000;

// The embedded database cannot be unavailable; take-over.test.ts covers both engines.
describe('A sale whose outcome cannot be stored (postgres)', () => {
  let place: DatabasePlace;
  let link: SeverableLink;
  let receiver: Receiver;
  const service = serviceAt(async () => ({ ...place, url: link.url }), SETTINGS, {
    deadAfterMs: DEAD_AFTER_MS,
  });
  before(async () => {
    receiver = await startReceiver();
    place = await newDatabasePlace('postgres', MIGRATIONS);
    link = await openLink(place.url ?? '');
    await service.start();
  });
  after(async () => {
    await link?.restore();
    await service.stop();
    await link?.sever();
    await place?.remove();
    await receiver?.close();
  });

  test('is answered and notified as 10, and later notified with its final status', async () => {
    const selling = sell(service, {
      top: { amount: '4711', postBackUrl: receiver.address },
      cardInfo: { number: APPROVED_LATE },
    });
    await Promise.race([
      until('the authorization was sent', async () => (await authorizationsOf(service, '4711')) === 1),
      selling.then(({ text }) => assert.fail(`answered before the database went away: ${text}`)),
    ]);
    await link.sever();
    const { top } = recordOf(await selling);
    assert.equal(top.status, PENDING);
    assert.equal(receiver.received.length, 0);

    await link.restore();
    const delivered = () => receiver.received.map(({ body }) => (JSON.parse(body) as Fields).status);
    await until('the final status is delivered', () => delivered().length === 2);
    const settled = await recordNow(service, top.transactionId);
    assert.deepEqual(delivered(), [PENDING, settled.top.status]);
    assert.notEqual(settled.top.status, PENDING);
  });
});
