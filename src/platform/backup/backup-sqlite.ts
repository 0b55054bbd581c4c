import { chmod, copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_FILE_NAME } from '../database/engines/open.ts';
import { fileFault, isDiskFull, isMissingFile } from '../files/file-fault.ts';
import { makeMissingFolders } from '../files/private-folder.ts';

const BUSY_TIMEOUT_MS = 30_000;
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

export interface Backup {
  readonly databaseBytes: number;
  readonly files: number;
}

export interface BackupOptions {
  readonly dataDir: string;
  readonly target: string;
  /** Files and folders of the data folder that belong to the database. */
  readonly beside: readonly string[];
  /** Those that hold what has left the database. */
  readonly archives: readonly string[];
}

export class BackupRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupRefused';
  }
}

/** The disk of the target filled up: what lies there is a part of a copy. */
export class BackupIncomplete extends Error {
  constructor(target: string, cause: unknown) {
    super(`a cópia não coube: o disco de ${target} está cheio. Apague o que ficou ali e libere espaço`, {
      cause,
    });
    this.name = 'BackupIncomplete';
  }
}

/**
 * Copies the embedded database as it stands at one moment, also while a service writes to it, and the named files and
 * folders beside it, into `target`, which must be new or empty. All of it is on the disk when it resolves. Throws
 * BackupRefused before it writes anything, and BackupIncomplete.
 */
export async function backupSqlite(options: BackupOptions): Promise<Backup> {
  const { dataDir, target } = options;
  const source = join(dataDir, SQLITE_FILE_NAME);
  if (!(await exists(source))) throw new BackupRefused(`não há banco em ${dataDir}`);
  makeTarget(target);
  if ((await readdir(target)).length > 0) throw new BackupRefused(`${target} não está vazia`);
  try {
    return await copyEverything(source, options);
  } catch (error) {
    throw isDiskFull(error) ? new BackupIncomplete(target, error) : error;
  }
}

async function copyEverything(
  source: string,
  { dataDir, target, beside, archives }: BackupOptions,
): Promise<Backup> {
  // Files are written before the rows that name them and removed after, so a copy before and one after the
  // database's miss none.
  await copyAll(dataDir, target, beside);
  const copy = join(target, SQLITE_FILE_NAME);
  copyDatabase(source, copy);
  await chmod(copy, OWNER_ONLY_FILE);
  await sync(copy);
  // Written before a row goes: copied after the database, the archive has each row that the copy of it has not.
  const files = await copyAll(dataDir, target, [...beside, ...archives]);
  await sync(target);
  return { databaseBytes: (await stat(copy)).size, files };
}

function makeTarget(target: string): void {
  try {
    makeMissingFolders(target);
  } catch (error) {
    throw new BackupRefused(`${target} não pôde ser criada: ${fileFault(error)}`);
  }
}

/** One read transaction: unlike the page-by-page backup it never starts again under load. */
function copyDatabase(source: string, copy: string): void {
  const database = new DatabaseSync(source, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.prepare('vacuum into ?').run(copy);
  } finally {
    database.close();
  }
}

async function copyAll(from: string, to: string, names: readonly string[]): Promise<number> {
  let copied = 0;
  for (const name of names) copied += await copyOne(join(from, name), join(to, name));
  return copied;
}

/** Returns how many files there are; a file that was copied before is not copied again. */
async function copyOne(from: string, to: string): Promise<number> {
  const found = await stat(from).catch(ignoreMissing);
  if (!found) return 0;
  if (found.isDirectory()) {
    await mkdir(to, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const copied = await copyAll(from, to, await readdir(from));
    await sync(to);
    return copied;
  }
  if (await exists(to)) return 1;
  const isThere = await copyFile(from, to).then(() => true, ignoreMissing);
  if (!isThere) return 0;
  await chmod(to, OWNER_ONLY_FILE);
  await sync(to);
  return 1;
}

/** A file may be removed during the copy: then nothing refers to it any more. */
function ignoreMissing(error: unknown): undefined {
  if (isMissingFile(error)) return undefined;
  throw error;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(ignoreMissing)) !== undefined;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
