import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, type Fields, recordOf } from '../support/gateway-answers.ts';
import { getAs, sell } from '../support/gateway-client.ts';
import { onEachEngine } from '../support/service.ts';

const DEVICE = {
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1080,
  screenWidth: 1920,
  timeZoneOffset: 3,
};
const BUYER = { userAgent: 'Mozilla/5.0', device: DEVICE };
const UNAVAILABLE = 'three_d_secure_unavailable';

onEachEngine('3-D Secure, until it comes', {}, (service) => {
  test('debit is refused: it is always authenticated', async () => {
    for (const type of [2, '2']) {
      const answer = await sell(service, { top: BUYER, card: { type } });
      assertRefused(answer, 400, UNAVAILABLE, 'payment.card.type');
    }
  });

  test('debit with authenticate 3 is refused too: it counts as 1, whatever was sent', async () => {
    const answer = await sell(service, { top: BUYER, card: { type: 2, authenticate: 3 } });
    assertRefused(answer, 400, UNAVAILABLE, 'payment.card.type');
  });

  for (const authenticate of [1, '1', 2, '2']) {
    test(`credit with authenticate ${JSON.stringify(authenticate)} is refused`, async () => {
      const answer = await sell(service, { top: BUYER, card: { authenticate } });
      assertRefused(answer, 400, UNAVAILABLE, 'payment.card.authenticate');
    });
  }

  test('nothing is stored of a sale that is refused for it', async () => {
    await sell(service, { top: { ...BUYER, referenceId: 'no-3ds' }, card: { authenticate: 1 } });
    const listed = await getAs(service, '/v1/transactions?referenceId=no-3ds');
    assert.deepEqual(listed.json(), []);
  });

  test('userAgent above 500 characters is refused, authenticated or not', async () => {
    for (const authenticate of [1, 2, 3]) {
      const answer = await sell(service, { top: { userAgent: 'x'.repeat(501) }, card: { authenticate } });
      assertRefused(answer, 400, 'user_agent_invalid', 'userAgent');
    }
  });

  const ignoredDevices: readonly unknown[] = [DEVICE, { colorDepth: 'many' }, 'BROWSER', 7, [], null, ''];
  for (const device of ignoredDevices) {
    test(`device is looked at only where 3-D Secure is done: ${JSON.stringify(device)} passes`, async () => {
      const { top }: { top: Fields } = recordOf(await sell(service, { top: { device } }));
      assert.equal(top.status, 5);
    });
  }
});
