import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { lockSequence } from '../../../src/platform/database/index.ts';
import { recordOf } from '../../support/gateway-answers.ts';
import { sell } from '../../support/gateway-client.ts';
import { testService } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import { browserOf, okJson } from './panel-client.ts';

const CASH = 41;
const TILLS = 24;

// The embedded database has one writer, and no connections that could run out.
describe('Many tills at once, beside payments (postgres)', () => {
  const service = testService('postgres');
  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });

  test('sales of tills that wait for each other leave connections to payments', async (t) => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const body = { name: 'Balcão', settings: { pointOfSale: true, sellsByValue: true } };
    const { id: terminalId } = okJson<{ id: number }>(await browser.call('POST', '/terminals', body));
    const { database } = service.rooms();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    t.after(() => release.resolve());
    const holding = database.write(async (transaction) => {
      await lockSequence(transaction, 'sale');
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const selling = Array.from({ length: TILLS }, (_, index) =>
      browser.call(
        'POST',
        '/till/sales',
        { terminalId, methodId: CASH, total: 100 + index },
        { 'Idempotency-Key': randomUUID() },
      ),
    );
    const pool = () => database.pools().find(({ name }) => name !== 'aside');
    await until('tills wait for the sale before theirs', () => (pool()?.busy ?? 0) >= 5);
    recordOf(await sell(service));
    // Those that only read for a moment, as each call does for its session, have connections too.
    await until('connections are left', () => {
      const { busy = 0, max = 0, waiting } = pool() ?? {};
      return busy < max && waiting === 0;
    });
    release.resolve();
    await Promise.allSettled([holding, ...selling]);
  });
});
