import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type OwnPostgres, urlOn } from '../support/own-postgres.ts';

const run = promisify(execFile);
/** Files that the server removed between listing and copying: their contents are in the write-ahead log. */
const REMOVED_MEANWHILE = /: No such file or directory$/;
/** Files of the running server, and the write-ahead log, which is copied at the end. */
const NOT_PART_OF_A_BACKUP = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];

/**
 * Replaces the data of `target`, which must be stopped, with a base backup of `source`, copied file by file while it
 * serves. `duringCopy` is awaited between the copying and the end of the backup; everything committed when it resolves is
 * in the backup. PostgreSQL's manual calls this "a low level base backup".
 */
export async function copyWhileServing(
  source: OwnPostgres,
  target: { readonly data: string },
  duringCopy: () => Promise<void>,
): Promise<void> {
  // Keeps the write-ahead log from being recycled before it is copied, as an archive would.
  await source.query("alter system set wal_keep_size = '1GB'");
  await source.query('select pg_reload_conf()');
  const from = await dataFolderOf(source);
  const owner = await stat(target.data);
  await rm(target.data, { recursive: true });
  // The connection that starts a backup must stay open until its end.
  const client = new pg.Client(urlOn([source]));
  await client.connect();
  try {
    await client.query("select pg_backup_start('test', true)");
    await copyFolder(from, target.data);
    await duringCopy();
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    for (const name of NOT_PART_OF_A_BACKUP)
      await rm(join(target.data, name), { recursive: true, force: true });
    for (const name of ['pg_wal', 'pg_replslot']) await copyFolder(join(from, name), join(target.data, name));
    const label = join(target.data, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '');
    await chown(label, owner.uid, owner.gid);
  } finally {
    await client.end();
  }
}

/** The data folder of a running server. */
export async function dataFolderOf(server: OwnPostgres): Promise<string> {
  const [row] = await server.query('show data_directory');
  return String(row?.data_directory);
}

async function copyFolder(from: string, to: string): Promise<void> {
  try {
    await run('cp', ['-R', '-p', from, to], { env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    const lines = String((error as { stderr?: unknown }).stderr)
      .trim()
      .split('\n');
    if (!lines.every((line) => REMOVED_MEANWHILE.test(line))) throw error;
  }
}
