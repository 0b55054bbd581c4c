import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import type { Database } from '../../platform/database/index.ts';
import { createWorkSignals, type WorkSignals, workOf } from '../sales/index.ts';
import { NO_GATEWAY } from '../test-no-gateway.ts';
import { assertPlans, watchReads } from '../test-queries.ts';
import { openOperationsRoom } from '../test-room.ts';
import { createAwaitWork } from './await-work.ts';
import { nextClientWork } from './client-work.ts';
import type { PaymentClient } from './store.ts';
import { WORK_KINDS } from './work-kind.ts';

const CLIENTS = 300;
/** 300 terminals are too many for one query of payments, and for one of print jobs. */
const QUERIES = 4;
/** Longer than any run of the tests. */
const LONG_MS = 3_600_000;

/** But for those of the poller that looks for the work of other instances. */
const watched = (database: Database) => watchReads(database, (sql) => !sql.includes('created_at'));

const clientOf = (id: number) => ({ id, personId: 1, terminalId: id }) as PaymentClient;

for (const engine of SQLITE_BY_DAY) {
  test(`clients that wait for work share queries, and their end costs none (${engine})`, async (context) => {
    const room = await openOperationsRoom(context, engine);
    const { queries, database } = watched(room.database);
    const signals = createWorkSignals();
    const allWait = Promise.withResolvers<void>();
    let waiting = 0;
    const wait: WorkSignals['wait'] = (key, ms) => {
      waiting += 1;
      if (waiting === CLIENTS) allWait.resolve();
      return signals.wait(key, ms);
    };
    const options = { database, clock: room.clock, gateway: NO_GATEWAY, signals: { ...signals, wait } };
    const awaitWork = createAwaitWork(options);
    let isOver = false;
    const asked = { kinds: WORK_KINDS, seen: 0, isOver: () => isOver };
    const polls = Array.from({ length: CLIENTS }, (_, index) =>
      awaitWork(clientOf(index + 1), { ...asked, waitMs: LONG_MS }),
    );
    await allWait.promise;
    assert.equal(queries.length, QUERIES);
    isOver = true;
    for (let id = 1; id <= CLIENTS; id += 1) signals.wake(workOf(id));
    assert.deepEqual(new Set(await Promise.all(polls)), new Set([undefined]));
    assert.equal(queries.length, QUERIES, 'clients that hung up');
    isOver = false;
    assert.equal(await awaitWork(clientOf(1), { ...asked, waitMs: 1 }), undefined);
    assert.equal(queries.length, QUERIES + 2, 'a client whose time is over has looked once');
  });
}

test('the queries of waiting clients read open work only', async (context) => {
  const room = await openOperationsRoom(context, 'sqlite');
  const { queries, database } = watched(room.database);
  const options = { database, clock: room.clock, gateway: NO_GATEWAY, signals: createWorkSignals() };
  const asked = { kinds: WORK_KINDS, seen: 0, waitMs: 0, isOver: () => false };
  await createAwaitWork(options)(clientOf(1), asked);
  await nextClientWork(options, clientOf(1), asked);
  // Two whether there is any, then payments, those that ended without their client, print jobs, and codes to show.
  assert.equal(queries.length, 6);
  const line = /SEARCH \w+ USING (COVERING )?INDEX (external_payments|print_jobs)_(open|unsettled)/;
  await assertPlans(room.database, queries, line);
});
