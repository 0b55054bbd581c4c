import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildChanged } from '../test/support/builds.ts';
import { type Program, startProgram } from './program.ts';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const DATABASE = 'bench';
const MINIMUM = 'minimum';

/** Storage of one service: a temporary folder, and for PostgreSQL a server of its own. */
export interface Place {
  readonly dataDir: string;
  /** For GUICHE_DATABASE_URL; undefined on SQLite. */
  readonly databaseUrl: string | undefined;
  /** Standard error of the programs. */
  readonly logFile: { readonly fd: number; readonly path: string };
}

export async function newPlace(
  cleanup: AsyncDisposableStack,
  engine: 'sqlite' | 'postgres',
): Promise<Place & { readonly server: Program | undefined }> {
  buildChanged(REPOSITORY);
  const dataDir = await mkdtemp(join(tmpdir(), 'guiche-bench-'));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  const path = join(dataDir, 'bench.log');
  const logFile = { path, fd: openSync(path, 'a') };
  cleanup.defer(() => closeSync(logFile.fd));
  if (engine === 'sqlite') return { dataDir, logFile, databaseUrl: undefined, server: undefined };

  const server = await startProgram(
    cleanup,
    [fileURLToPath(new URL('../test/support/run-postgres.ts', import.meta.url))],
    {
      environment: process.env,
      logFile,
      message: {},
    },
  );
  const databaseUrl = await createDatabase(`${server.address}/postgres`, DATABASE);
  return { dataDir, logFile, databaseUrl, server };
}

/**
 * Starts the service as `npm start` does, of this version or of that in `folder`; only its port, its storage and the given
 * settings are configured.
 */
export function startService(
  cleanup: AsyncDisposableStack,
  place: Place,
  settings: Readonly<Record<string, string>> = {},
  folder?: string,
): Promise<Program> {
  const environment = { ...serviceEnvironment(place), GUICHE_PORT: '0', ...settings };
  return startProgram(cleanup, startArguments(folder), { environment, logFile: place.logFile, folder });
}

/** What `npm start` runs Node.js with. */
function startArguments(folder: string = REPOSITORY): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return scripts.start.split(' ').slice(1);
}

/** Environment of the service and its commands: only the storage is configured. */
export function serviceEnvironment(place: Place): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GUICHE_'));
  return {
    ...Object.fromEntries(inherited),
    GUICHE_DATA_DIR: place.dataDir,
    ...(place.databaseUrl === undefined ? {} : { GUICHE_DATABASE_URL: place.databaseUrl }),
  };
}

/** Starts the server that the service is compared with: see run-floor.ts. `bare` is Fastify without the service's HTTP. */
export function startFloor(
  cleanup: AsyncDisposableStack,
  place: Place,
  kind: 'floor' | 'bare',
  answer: { readonly status: number; readonly body: unknown },
): Promise<Program> {
  return startProgram(cleanup, [fileURLToPath(new URL('./parts/run-floor.ts', import.meta.url)), kind], {
    environment: process.env,
    logFile: place.logFile,
    message: answer,
  });
}

/** Starts the durable minimum (run-minimum.ts) beside the service: in the same folder or server, with a database of its own. */
export async function startMinimum(
  cleanup: AsyncDisposableStack,
  place: Place,
  answer: { readonly status: number; readonly body: unknown },
): Promise<Program> {
  const { dataDir, databaseUrl } = place;
  const own = databaseUrl && (await createDatabase(databaseUrl, MINIMUM));
  return startProgram(cleanup, [fileURLToPath(new URL('./parts/run-minimum.ts', import.meta.url))], {
    environment: process.env,
    logFile: place.logFile,
    message: { ...answer, place: { dataDir, databaseUrl: own } },
  });
}

/** In the server of this address. Returns its address. */
async function createDatabase(address: string, name: string): Promise<string> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(address), { pathname: `/${name}` }).href;
}
