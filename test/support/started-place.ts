import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabasePlace, newDatabasePlace, newPostgresPlace, type TestEngine } from './databases.ts';
import { startService } from './service-process.ts';

/** Beside the copied files of the data folder: where the database is. */
const URL_FILE = 'database-url';

/**
 * A place in which the sandbox has started before, with its demonstration accounts, key pairs and master key: a copy of
 * one first start of the run. For tests of processes whose subject is not the first start, which takes a second of
 * processor time more than a later one.
 */
export async function newStartedPlace(engine: TestEngine): Promise<DatabasePlace> {
  const template = await startedTemplate(engine);
  if (template === undefined) return newDatabasePlace(engine);
  const url = await readFile(join(template, URL_FILE), 'utf8');
  const place = await (url === '' ? newDatabasePlace('sqlite') : newPostgresPlace(nameIn(url)));
  await cp(template, place.dataDir, { recursive: true });
  await rm(join(place.dataDir, URL_FILE));
  return place;
}

/** Folder with the data of a service that has started and stopped once; undefined outside a run of the suite. */
async function startedTemplate(engine: TestEngine): Promise<string | undefined> {
  const { TEST_TEMPLATE_FOLDER: folder } = process.env;
  if (folder === undefined) return undefined;
  const template = join(folder, `started-${engine}`);
  if (existsSync(template)) return template;
  const place = await newDatabasePlace(engine);
  const service = await startService(place);
  const { code, error } = await service.end('SIGTERM');
  if (code !== 0) throw new Error(`the service of the template ended with ${code}: ${error}`);
  const unfinished = join(folder, `unfinished-${randomUUID()}`);
  await cp(place.dataDir, unfinished, { recursive: true });
  await writeFile(join(unfinished, URL_FILE), place.url ?? '');
  // Another process may make one meanwhile: the first that is complete is copied, and the other left to the end of the run.
  await rename(unfinished, template).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  await rm(place.dataDir, { recursive: true });
  return template;
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
