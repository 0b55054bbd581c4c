import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES } from '../../../test/support/databases.ts';
import { openTestRoom, START_MS, type TestRoom } from '../test-room.ts';
import { auditQuery } from './list.ts';

const ROWS = 20_000;

/** So many of each person and operation that reading them all for one page would be wrong. */
async function fill({ database, tables }: TestRoom): Promise<void> {
  const numbers = sql<{
    n: number;
  }>`with recursive t(n) as (select 1 union all select n + 1 from t where n < ${sql.lit(ROWS)}) select n from t`;
  await database.write(async (transaction) => {
    await sql`
      insert into audit (id, at, operation, person_id, for_person_id, user_id, origin, address, result)
      select 'request-' || n, ${sql.lit(START_MS)} + n * 1000, 'operation ' || (n % 4), n % 4, (n + 1) % 4, n % 4, case n % 3 when 0 then 'panel' when 1 then 'key' else 'login' end, '192.0.2.1', 'ok'
      from (${numbers}) as t
    `.execute(transaction.tables());
    await sql`analyze`.execute(transaction.tables());
  });
  assert.equal((await tables.selectFrom('audit').select('id').execute()).length, ROWS);
}

for (const engine of ENGINES) {
  test(`every filter of the list reads along an index, and sorts nothing (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await fill(room);
    const before = { at: START_MS + ROWS * 500, id: 'request-9' };
    const wanted = [
      {},
      { before },
      { personId: 3, side: 'person_id' },
      { personId: 3, side: 'for_person_id', before },
      { operation: 'operation 3' },
      { userId: 3 },
      { userId: 3, before },
      { origin: 'panel', before },
      { operation: 'no operation', before },
      { from: START_MS + 1_000, until: START_MS + 60_000 },
      { personId: 3, side: 'person_id', from: START_MS, until: START_MS + 600_000 },
    ] as const;
    for (const filter of wanted) {
      const query = auditQuery(room.tables, filter);
      const rows = await query.explain(
        engine === 'postgres' ? 'text' : undefined,
        engine === 'sqlite' ? sql`query plan` : undefined,
      );
      const plan = JSON.stringify(rows);
      const told = `${JSON.stringify(filter)}: ${plan}`;
      assert.match(plan, /audit_(at|by|for|operation|user|origin)\b/, told);
      assert.doesNotMatch(plan, /SCAN audit(?! USING INDEX)|TEMP B-TREE|Seq Scan on audit\b|Sort/, told);
    }
  });
}
