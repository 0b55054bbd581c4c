import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type DatabasePlace, SQLITE_BY_DAY } from '../support/databases.ts';
import { recordOf } from '../support/gateway-answers.ts';
import { saleBody } from '../support/gateway-client.ts';
import { createClient } from '../support/http-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { saleCall } from '../support/sale-calls.ts';
import { killStarted, startService } from '../support/service-process.ts';
import { newStartedPlace } from '../support/started-place.ts';
import { until } from '../support/waiting.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`a service that is killed while a first postback waits, on ${engine}`, () => {
    let place: DatabasePlace;
    let receiver: Receiver;
    before(async () => {
      place = await newStartedPlace(engine);
      receiver = await startReceiver();
    });
    afterEach(killStarted);
    after(async () => {
      await receiver?.close();
      await place?.remove();
    });

    test('delivers it after the next start, once and as the sale was answered', async () => {
      const service = await startService(place);
      const client = createClient(service.address);
      const sale = saleBody({ top: { postBackUrl: receiver.address, referenceId: 'pedido-1' } });
      const { top, card } = recordOf(await client.send(saleCall(sale)));
      client.close();
      await service.end('SIGKILL');
      assert.equal(receiver.received.length, 0, 'it waits for three seconds');

      const next = await startService(place);
      await until('the postback is delivered', () => receiver.received.length > 0);
      await next.end('SIGTERM');
      assert.deepEqual(
        receiver.received.map(({ body }) => JSON.parse(body)),
        [
          {
            transactionId: top.transactionId,
            referenceId: 'pedido-1',
            status: 5,
            providerReference: card.providerReference,
          },
        ],
      );
    });
  });
}
