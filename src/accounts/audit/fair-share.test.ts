import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { openTestRoom, refusedWith, START_MS } from '../test-room.ts';
import { NOBODY } from './entry.ts';

const MAX_WAITING_OF_ONE = 100;
const TOO_MANY = 130;

for (const engine of ENGINES) {
  test(`what is refused takes no turn from what the same person does, nor one user from another (${engine})`, async (context) => {
    const { accounts, tables } = await openTestRoom(context, { engine });
    let entries = 0;
    const add = (userId: number, result: string) => {
      entries += 1;
      return accounts.audit({
        requestId: `request-${entries}`,
        at: START_MS,
        operation: 'painel POST /sales/:id/refund',
        by: { ...NOBODY, origin: 'panel', personId: 7, userId },
        forPersonId: 7,
        address: '192.0.2.1',
        result,
        record: undefined,
        detail: undefined,
      });
    };
    const flood = Array.from({ length: TOO_MANY }, () => [add(1, 'not_allowed'), add(1, 'begun')]).flat();
    const others = [add(2, 'begun'), add(2, 'ok')];
    const outcomes = await Promise.allSettled(flood);
    await Promise.all(others);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 2 * (TOO_MANY - MAX_WAITING_OF_ONE));
    const rows = await tables.selectFrom('audit').select('id').execute();
    assert.equal(rows.length, entries - refused.length);
  });

  test(`of one source a hundred entries wait, and the others keep their turn (${engine})`, async (context) => {
    const { accounts, tables } = await openTestRoom(context, { engine });
    let entries = 0;
    const add = (by: { readonly personId?: number }, address: string) => {
      entries += 1;
      return accounts.audit({
        requestId: `request-${entries}`,
        at: START_MS,
        operation: 'Produto/Insert',
        by: by.personId === undefined ? NOBODY : { ...NOBODY, origin: 'panel', personId: by.personId },
        forPersonId: undefined,
        address,
        result: 'person_foreign',
        record: undefined,
        detail: undefined,
      });
    };
    const times = <Result>(count: number, make: (index: number) => Result) =>
      Array.from({ length: count }, (_, index) => make(index));
    const flood = [
      ...times(TOO_MANY, () => add({ personId: 7 }, '192.0.2.1')),
      // One customer has a whole network of these.
      ...times(TOO_MANY, (index) => add({}, `2001:db8:1:2::${index.toString(16)}`)),
    ];
    const others = [add({ personId: 8 }, '192.0.2.1'), add({}, '192.0.2.1'), add({}, '2001:db8:1:3::1')];
    const outcomes = await Promise.allSettled(flood);
    await Promise.all(others);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    assert.equal(refused.length, 2 * (TOO_MANY - MAX_WAITING_OF_ONE));
    for (const reason of refused) assert.ok(refusedWith('too_many_refusals', 429)(reason));
    await add({ personId: 7 }, '192.0.2.1');
    const rows = await tables.selectFrom('audit').select('id').execute();
    assert.equal(rows.length, entries - refused.length);
  });
}
