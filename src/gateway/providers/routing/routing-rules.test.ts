import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { joinMigrations, sequenceMigrations } from '../../../platform/database/index.ts';
import { createRoutingRules } from './routing-rules.ts';
import { routingMigrations } from './store.ts';

const [ANA, BIA] = [7, 8];
const TO_CIELO = { rules: [{ name: 'Tudo', accounts: ['CIELO'] }] };

for (const engine of ENGINES) {
  test(`rules are read once, and then one query a second is made for all persons, on ${engine}`, async (t) => {
    const { database, close } = await newDatabase(
      engine,
      joinMigrations(sequenceMigrations, routingMigrations),
    );
    t.after(close);
    let now = 1_000_000;
    const counted = countStatements(database);
    const rules = createRoutingRules({ database: counted.database, clock: { now: () => now } });
    const elsewhere = createRoutingRules({ database, clock: { now: () => now } });
    await elsewhere.activate(ANA, await elsewhere.add(ANA, TO_CIELO));
    const ask = async () => {
      for (const person of [ANA, BIA, ANA, BIA]) await rules.activeFor(person);
    };
    await ask();
    assert.equal(await counted.during(ask), 0);
    now += 1_000;
    assert.equal(await counted.during(ask), 1);

    await elsewhere.activate(ANA, 0);
    assert.equal((await rules.activeFor(ANA))?.version, 1, 'not yet');
    now += 1_000;
    assert.equal(await rules.activeFor(ANA), undefined);
    assert.equal(await counted.during(ask), 0, 'that it has none is known too');

    await elsewhere.activate('installation', await elsewhere.add('installation', TO_CIELO));
    now += 1_000;
    assert.deepEqual((await rules.activeFor(BIA))?.rules, TO_CIELO.rules);
  });

  test(`of versions that are added at once each gets a number of its own, and none is ever changed, on ${engine}`, async (t) => {
    const { database, close } = await newDatabase(
      engine,
      joinMigrations(sequenceMigrations, routingMigrations),
    );
    t.after(close);
    const rules = createRoutingRules({ database, clock: { now: () => 1 } });
    const added = await Promise.all(Array.from({ length: 5 }, () => rules.add(ANA, TO_CIELO)));
    assert.deepEqual(added.toSorted(), [1, 2, 3, 4, 5]);
    assert.equal(await rules.add(BIA, { rules: [] }), 1);
    await assert.rejects(rules.activate(BIA, 2), { code: 'routing_version_unknown' });
    await rules.activate(ANA, 3);
    const { versions, active } = await rules.of(ANA);
    assert.deepEqual([versions.map(({ version }) => version), active?.version], [[5, 4, 3, 2, 1], 3]);
    await assert.rejects(
      rules.add(ANA, TO_CIELO, async () => {
        throw new Error('no audit');
      }),
      /no audit/,
    );
    assert.equal((await rules.of(ANA)).versions.length, 5, 'nothing is kept without its entry');
  });
}
