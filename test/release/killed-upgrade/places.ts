import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabasePlace, TestEngine } from '../../support/databases.ts';
import { type OwnPostgres, startOwnPostgres, urlOn } from '../../support/own-postgres.ts';

/** Databases of one engine, on a server of their own if it has one. */
export interface Places {
  /** The database that is killed. */
  readonly place: DatabasePlace;
  readonly server: OwnPostgres | undefined;
  /** A copy of it, which takes its room until it is removed. No service may run on it. */
  copy(): Promise<DatabasePlace>;
  /** An empty one, which takes its room until it is removed. */
  fresh(): Promise<DatabasePlace>;
  /** Of all files of the engine. */
  diskMb(): Promise<number>;
}

const BASE = 'upgraded';

export async function openPlaces(engine: TestEngine, cleanup: AsyncDisposableStack): Promise<Places> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-upgrade-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  // With fsync, because its times are those of an operator.
  const server = engine === 'postgres' ? await startOwnPostgres(['-c', 'fsync=on']) : undefined;
  if (server) cleanup.defer(() => server.remove());
  await server?.query(`create database ${BASE}`);
  const createPlace = async (name: string, from?: string): Promise<DatabasePlace> => {
    const dataDir = join(folder, name, 'data');
    await mkdir(join(folder, name));
    if (from !== undefined) await cp(from, dataDir, { recursive: true });
    return {
      dataDir,
      url: server && urlOn([server], name),
      remove: async () => {
        await server?.query(`drop database ${name} with (force)`);
        await rm(join(folder, name), { recursive: true, force: true });
      },
    };
  };
  const place = await createPlace(BASE);
  return {
    place,
    server,
    copy: async () => {
      await server?.query(`create database copied template ${BASE} strategy file_copy`);
      return createPlace('copied', place.dataDir);
    },
    fresh: async () => {
      await server?.query('create database fresh');
      return createPlace('fresh');
    },
    diskMb: () => (server ? diskMbOf(server.folder) : diskMbOf(folder)),
  };
}

async function diskMbOf(folder: string): Promise<number> {
  // A file may go while they are counted.
  const { stdout } = await promisify(execFile)('du', ['-sk', folder]).catch((error) => error);
  return (Number.parseInt(stdout, 10) * 1_024) / 1e6;
}

/** Of the write-ahead log of SQLite: what a killed migration leaves there is not committed. */
export async function walMb({ dataDir }: DatabasePlace): Promise<number> {
  const [name] = (await readdir(dataDir)).filter((one) => one.endsWith('-wal'));
  return name === undefined ? 0 : (await stat(join(dataDir, name))).size / 1e6;
}
