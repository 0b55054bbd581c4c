import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDatabasePlace } from '../../../../test/support/databases.ts';
import { openLink } from '../../../../test/support/severable-link.ts';
import { until } from '../../../../test/support/waiting.ts';
import { DatabaseUnavailable } from '../database.ts';
import { openDatabase } from '../engines/open.ts';
import { NOTE, NOTE_MIGRATIONS, NOTES, type NoteTables } from './test-notes.ts';

describe('writes on PostgreSQL over a link that comes and goes', () => {
  const WRITERS = 40;
  const CUTS = 12;
  test('happen once if they were acknowledged, at most once if not', async (context) => {
    const opened = new AsyncDisposableStack();
    context.after(() => opened.disposeAsync());
    const place = await newDatabasePlace('postgres');
    opened.defer(place.remove);
    const link = await openLink(place.url ?? '');
    opened.defer(link.sever);
    const direct = openDatabase({ url: place.url, dataDir: '' });
    opened.defer(direct.close);
    const database = openDatabase({ url: link.url, dataDir: '' });
    opened.defer(database.close);
    await database.migrate(NOTE_MIGRATIONS);
    const written: string[] = [];
    const refused: string[] = [];
    let stopped = false;
    // Before the database is closed: a writer that goes on would be refused for ever.
    opened.defer(() => {
      stopped = true;
    });
    const writer = async (name: number): Promise<void> => {
      for (let turn = 0; !stopped; turn += 1) {
        const text = `${name}-${turn}`;
        const write =
          name % 2 === 0
            ? database.writeGrouped(NOTE, text)
            : database.write((transaction) => transaction.insertRows(NOTES, [{ text }]));
        await write.then(
          () => written.push(text),
          (error) => {
            assert.ok(error instanceof DatabaseUnavailable, String(error));
            refused.push(text);
          },
        );
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, name) => writer(name));
    for (let cut = 0; cut < CUTS; cut += 1) {
      const before = written.length;
      await until('written between two cuts', () => written.length >= before + WRITERS);
      await sleep(Math.random() * 50);
      await link.sever();
      await sleep(Math.random() * 150);
      await link.restore();
    }
    stopped = true;
    await Promise.all(writers);
    const found = await direct.read<NoteTables>().selectFrom('notes').select('text').execute();
    const counts = new Map<string, number>();
    for (const { text } of found) counts.set(text, (counts.get(text) ?? 0) + 1);
    assert.deepEqual(
      [...counts].filter(([, count]) => count !== 1),
      [],
    );
    assert.deepEqual(
      written.filter((text) => !counts.has(text)),
      [],
    );
    context.diagnostic(`${written.length} written, ${refused.length} refused, ${CUTS} cuts`);
  });
});
