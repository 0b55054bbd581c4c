import { execFile } from 'node:child_process';
import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type OwnPostgres, urlOn } from '../support/own-postgres.ts';

const run = promisify(execFile);
/** Files that the server removed between being listed and being copied: what they held is in its log of writes. */
const GONE_MEANWHILE = /: No such file or directory$/;
/** What belongs to the server that runs, and its log of writes, which is copied in the end. */
const NOT_PART_OF_A_BACKUP = ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'];

/**
 * Puts a base backup of `source`, copied file by file while it serves, in place of the data of `target`, which must not
 * run. `duringCopy` is awaited between the copying and the end of the backup; what was committed when it resolves is
 * in the backup. The manual of PostgreSQL calls this "a low level base backup".
 */
export async function copyWhileServing(
  source: OwnPostgres,
  target: { readonly data: string },
  duringCopy: () => Promise<void>,
): Promise<void> {
  // So that no part of the log of writes is recycled before it is copied: an archive would do the same.
  await source.query("alter system set wal_keep_size = '1GB'");
  await source.query('select pg_reload_conf()');
  const from = await dataFolderOf(source);
  const owner = await stat(target.data);
  await rm(target.data, { recursive: true });
  // Who begins a backup must stay connected until its end.
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

/** Where a server that runs keeps its data. */
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
    if (!lines.every((line) => GONE_MEANWHILE.test(line))) throw error;
  }
}
