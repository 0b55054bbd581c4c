import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { dueAgainJob } from './due-again.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 60 * 60_000;
/** By how much clocks that agree may differ. */
const APART_MS = 2_000;

interface Tables {
  things: { id: string; next_at: number; tries: number; state: string };
}

for (const engine of ENGINES) {
  describe(`what waits for longer than its schedule lets it, on ${engine}`, () => {
    test('is due now, and all else as it was', async (context) => {
      const { database, close } = await newDatabase(engine);
      context.after(close);
      await database.migrate({
        '0001-things': {
          up: async ({ schema }) => {
            const table = schema.createTable('things').addColumn('id', 'text').addColumn('next_at', 'bigint');
            await table.addColumn('tries', 'integer').addColumn('state', 'text').execute();
          },
        },
      });
      const rows = [
        { id: 'due', next_at: NOW - 1, tries: 0, state: 'open' },
        { id: 'waits', next_at: NOW + HOUR_MS, tries: 1, state: 'open' },
        { id: 'waits, by another clock', next_at: NOW + HOUR_MS + APART_MS, tries: 1, state: 'open' },
        { id: 'too far', next_at: NOW + HOUR_MS + APART_MS + 1, tries: 1, state: 'open' },
        { id: 'first', next_at: NOW + 60_000 + APART_MS + 1, tries: 0, state: 'open' },
        { id: 'ended', next_at: NOW + 2 * HOUR_MS, tries: 0, state: 'ended' },
      ];
      await database.write(async (write) => {
        await write.tables<Tables>().insertInto('things').values(rows).execute();
      });
      const run = (longestMs: Parameters<typeof dueAgainJob>[0]['kinds'][number]['longestMs']) => {
        const kind = { table: 'things', column: 'next_at', longestMs, where: sql<boolean>`state = 'open'` };
        return dueAgainJob({ database, clock: { now: () => NOW }, kinds: [kind] }).run(
          new AbortController().signal,
        );
      };
      const brought = async () => {
        const found = await database.read<Tables>().selectFrom('things').selectAll().orderBy('id').execute();
        return found.filter(({ next_at }) => Number(next_at) === NOW).map(({ id }) => id);
      };
      await run(HOUR_MS - 0.5);
      assert.deepEqual(await brought(), ['too far']);
      await run(sql<number>`(case tries when 0 then 60000 else 3600000 end)`);
      assert.deepEqual(await brought(), ['first', 'too far']);
    });
  });
}
