import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import { SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';
import { mountSmallDisk } from '../alerts/small-disk.ts';
import { newDatabasePlace } from '../support/databases.ts';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { sell } from '../support/gateway-client.ts';
import { serviceAt, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Of every table that gets rows, new or not: as a server whose disk is full answers what needs new pages. */
const SERVER_IS_FULL = `
  create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create function no_space_for_tables() returns event_trigger language plpgsql as
    $$ begin raise exception 'could not create file: No space left on device' using errcode = '53100'; end $$;
  create trigger no_space before insert on transactions for each statement execute function no_space();
  create event trigger no_space on ddl_command_start when tag in ('CREATE TABLE')
    execute function no_space_for_tables()`;
const SERVER_HAS_ROOM = 'drop event trigger no_space; drop trigger no_space on transactions';

test('a full disk is told by /health/ready until there is room, as sales are refused (sqlite)', {
  skip: process.platform !== 'linux' || process.getuid?.() !== 0 ? 'only root mounts a small disk' : false,
}, async (context) => {
  const place = await newDatabasePlace('sqlite', MIGRATIONS);
  const disk = await mountSmallDisk(join(place.dataDir, 'disk'), '48m');
  await copyFile(join(place.dataDir, SQLITE_FILE_NAME), join(disk.folder, SQLITE_FILE_NAME));
  const service = serviceAt(async () => ({ ...place, dataDir: disk.folder }));
  context.after(async () => {
    await service.stop();
    await disk.unmount();
    await place.remove();
  });
  await service.start();
  await assertReadyUntilFull(service, { fill: () => disk.fill(0).catch(assertFilled), empty: disk.empty });
});

test('a full disk is told by /health/ready until there is room, as sales are refused (postgres)', async (context) => {
  const place = await newDatabasePlace('postgres', MIGRATIONS);
  const server = new pg.Client(place.url);
  const service = serviceAt(async () => place);
  context.after(async () => {
    await service.stop();
    await server.end();
    await place.remove();
  });
  await server.connect();
  await service.start();
  await assertReadyUntilFull(service, {
    fill: () => server.query(SERVER_IS_FULL),
    empty: () => server.query(SERVER_HAS_ROOM),
  });
  const { rows } = await server.query("select 1 from pg_class where relname like 'guiche_room_%'");
  assert.deepEqual(rows, [], 'the probe leaves nothing');
});

/** The service takes room as well meanwhile. */
function assertFilled(error: unknown): void {
  assert.ok(error instanceof Error && 'code' in error && error.code === 'ENOSPC');
}

async function assertReadyUntilFull(
  service: TestService,
  disk: { fill(): Promise<unknown>; empty(): Promise<unknown> },
): Promise<void> {
  const ready = async () => (await service.send({ path: '/health/ready' })).status;
  recordOf(await sell(service));
  assert.equal(await ready(), 200);
  await disk.fill();
  assertRefused(await sell(service), 503, 'unavailable');
  assert.equal(await ready(), 503);
  assert.equal((await service.send({ path: '/health/live' })).status, 200);
  await disk.empty();
  await until('it is ready again', async () => (await ready()) === 200);
  recordOf(await sell(service));
}
