import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';
import { newDatabasePlace } from '../support/databases.ts';
import { killStarted, runGuicheProcess, startService } from '../support/service-process.ts';

describe('the data folder', () => {
  test('and all in it are for the user of the service alone, whatever they were before', async (context) => {
    const place = await newPlace(context);
    const photo = join(place.dataDir, 'photos', 'ab');
    await mkdir(photo, { recursive: true });
    await writeFile(join(photo, 'abcd'), 'a photo', { mode: 0o644 });
    await chmod(place.dataDir, 0o755);
    const service = await startService(place);
    const open = await openToOthers(place.dataDir);
    await service.end('SIGTERM');
    assert.deepEqual(open, []);
    assert.ok((await readdir(place.dataDir)).includes('guiche.sqlite'));
  });

  test('that all users share stops every command with one line', async (context) => {
    const place = await newPlace(context);
    await chmod(place.dataDir, 0o1777);
    const { code, error } = await runGuicheProcess(place, ['person', 'list']);
    assert.equal(code, 1);
    assert.match(error, /^GUICHE_DATA_DIR: \S+ é uma pasta de todos os usuários desta máquina: .*\n$/);
  });

  test('that a newer version has used stops every command with one line that says what to do', async (context) => {
    const place = await newPlace(context);
    await (await startService(place)).end('SIGTERM');
    const file = new DatabaseSync(join(place.dataDir, SQLITE_FILE_NAME));
    file.exec(
      "insert into kysely_migration (name, timestamp) values ('9999-of-next-year', '2027-01-01T00:00:00.000Z')",
    );
    file.close();
    const { code, error } = await runGuicheProcess(place, ['person', 'list']);
    assert.equal(code, 1);
    assert.match(error, /^uma versão mais nova .* \(9999-of-next-year\).* restaure o backup .*\n$/);
  });
});

async function newPlace(context: TestContext) {
  const place = await newDatabasePlace('sqlite');
  context.after(async () => {
    killStarted();
    await place.remove();
  });
  return place;
}

async function openToOthers(folder: string): Promise<readonly string[]> {
  const paths = ['', ...(await readdir(folder, { recursive: true }))];
  const stats = await Promise.all(paths.map((path) => stat(join(folder, path))));
  return paths.filter((_, index) => ((stats[index]?.mode ?? 0) & 0o077) !== 0);
}
