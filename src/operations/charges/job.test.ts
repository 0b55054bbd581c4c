import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Refusal } from '../../platform/refusal.ts';
import { openOperationsRoom } from '../test-room.ts';
import type { Charge, ChargeOwner } from './charge.ts';
import { firstsOfPersons, mostOverdue } from './due-store.ts';
import { chargeJobs } from './job.ts';
import { CHARGES, type ChargeTables } from './tables.ts';

const BUSY_SELLERS = 6;
/** Of them all more than a batch looks at. */
const BACKLOG = 170;
/** Limit for a test that would otherwise wait forever. */
const HELD_UP_MS = 60_000;

for (const engine of SQLITE_BY_DAY) {
  test(`neither a backlog of entries nor a slow acquirer keeps sales or another seller waiting (${engine})`, {
    timeout: HELD_UP_MS,
  }, async (context) => {
    const { database, clock, addPerson } = await openOperationsRoom(context, engine);
    const busy: number[] = [];
    for (let count = 0; count < BUSY_SELLERS; count += 1) busy.push((await addPerson()).id);
    const { id: quiet } = await addPerson();
    const wanted: readonly (readonly [number, ChargeOwner])[] = [
      ...busy.flatMap((id) => Array<number>(BACKLOG).fill(id)).map((id) => [id, 'entry'] as const),
      [quiet, 'entry'],
      [quiet, 'sale'],
    ];
    const createdAt = clock.now();
    const charges = wanted.map(
      ([personId, owner], index): Charge => ({
        id: index + 1,
        personId,
        owner,
        ownerId: index + 1,
        transactionId: undefined,
        cardToken: undefined,
        plannedTransactionId: undefined,
        formId: undefined,
        createdAt,
        dueAt: createdAt + index,
      }),
    );
    await database.write((transaction) => transaction.insertRows(CHARGES, charges));
    clock.advance(charges.length);

    const acquirer = Promise.withResolvers<void>();
    const settled: Charge[] = [];
    const jobs = chargeJobs({
      database,
      clock,
      settle: {
        sale: async (charge) => {
          settled.push(charge);
          return undefined;
        },
        entry: async (charge) => {
          await acquirer.promise;
          settled.push(charge);
          return undefined;
        },
      },
      onError: (_id, error) => assert.fail(String(error)),
    });
    const [sales, entries] = jobs.map((job) => job.run(new AbortController().signal));
    await sales;
    assert.deepEqual(
      settled.map(({ personId, owner }) => [personId, owner]),
      [[quiet, 'sale']],
      'while the acquirer has answered for no entry',
    );
    acquirer.resolve();
    await entries;
    const countOf = (wantedId: number) => settled.filter(({ personId }) => personId === wantedId).length;
    assert.equal(countOf(quiet), 2, 'its entry, due last, is in the first batch');
    assert.ok(busy.every((id) => countOf(id) <= 20));
    assert.equal(settled.length, 101);
  });
}

test('a charge that a call is working on is put off, and nothing is reported as a fault', async (context) => {
  const { database, clock, addPerson } = await openOperationsRoom(context, 'sqlite');
  const { id: personId } = await addPerson();
  const charge: Charge = {
    id: 1,
    personId,
    owner: 'sale',
    ownerId: 1,
    transactionId: undefined,
    cardToken: undefined,
    plannedTransactionId: undefined,
    formId: undefined,
    createdAt: clock.now(),
    dueAt: clock.now(),
  };
  await database.write((transaction) => transaction.insertRows(CHARGES, [charge]));
  let isRunning = true;
  let settled = 0;
  const [sales] = chargeJobs({
    database,
    clock,
    settle: {
      sale: async () => {
        if (isRunning) throw new Refusal('idempotency_running', { status: 409, message: 'running' });
        settled += 1;
        return undefined;
      },
      entry: async () => assert.fail('there is no entry'),
    },
    onError: (_id, error) => assert.fail(String(error)),
  });
  await sales?.run(new AbortController().signal);
  assert.equal(settled, 0);
  isRunning = false;
  clock.advance(30_000);
  await sales?.run(new AbortController().signal);
  assert.equal(settled, 1);
});

test('due charges are found along indexes, however many are due', async (context) => {
  const { database } = await openOperationsRoom(context, 'sqlite');
  const tables = database.read<ChargeTables>();
  const wanted = { owner: 'entry', now: 1, afterPerson: 0 } as const;
  const planOf = async ({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) => {
    const { rows } = await tables.executeQuery(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    return JSON.stringify(rows);
  };
  const window = await planOf(mostOverdue(tables, wanted).compile());
  assert.match(window, /USING INDEX charges_due_of_owner \(owner=\? AND due_at<\?\)/);
  assert.doesNotMatch(window, /TEMP B-TREE/);
  const firsts = await planOf(firstsOfPersons(wanted).compile(tables));
  for (const step of ['owner=? AND person_id>?', 'owner=? AND person_id=? AND due_at<?']) {
    assert.ok(firsts.includes(`INDEX charges_due_of_person (${step})`), firsts);
  }
  assert.doesNotMatch(firsts, /SCAN (charges|next|first)\b/);
});
