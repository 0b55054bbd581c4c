import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../time/clock.ts';

/** In the data folder. */
export const ARCHIVE_FOLDER = 'archive';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const NAME_END = '.jsonl';

/** Where rows are kept that are deleted from the database. */
export interface Archive {
  /** A new file for rows of one kind; it is created with the first of them. */
  newFile(kind: string): ArchiveFile;
}

export interface ArchiveFile {
  /**
   * One line of JSON for each row; on the disk when it resolves. After an error the file must not be written to again:
   * its last line may be cut off.
   */
  append(rows: readonly object[]): Promise<void>;
}

/** Files below `GUICHE_DATA_DIR/archive`, named by kind, time and instance, so that no two processes share one. */
export function createArchive({
  dataDir,
  instanceId,
  clock,
}: {
  readonly dataDir: string;
  readonly instanceId: string;
  readonly clock: Clock;
}): Archive {
  const folder = join(dataDir, ARCHIVE_FOLDER);
  return {
    newFile: (kind) => {
      const time = new Date(clock.now()).toISOString().replaceAll(/\D/g, '');
      const path = join(folder, `${kind}-${time}-${instanceId}${NAME_END}`);
      let isThere = false;
      return {
        append: async (rows) => {
          const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
          if (isThere) return writeDurably(path, lines, 'a');
          if (await makeFolder(folder)) await sync(dataDir);
          // Never the file of somebody else.
          await writeDurably(path, lines, 'ax');
          await sync(folder);
          isThere = true;
        },
      };
    },
  };
}

/**
 * The rows of one kind, in the order of the files' names. A row may come twice: a process was killed after it had
 * archived the row and before it deleted it. Throws for a line that is no JSON, unless it is a file's last: that was cut
 * off by such a death, and its row is in a later file or still in the database.
 */
export async function* readArchive(folder: string, kind: string): AsyncGenerator<unknown> {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${kind}-`) && name.endsWith(NAME_END),
  );
  for (const name of names.sort()) {
    const lines = (await readFile(join(folder, name), 'utf8')).split('\n');
    const cutOff = lines.pop();
    if (cutOff !== '') lines.push(...wholeLine(cutOff));
    for (const [index, line] of lines.entries()) yield readLine(line, `${name}:${index + 1}`);
  }
}

function wholeLine(text: string | undefined): readonly string[] {
  try {
    JSON.parse(text ?? '');
    return [text ?? ''];
  } catch {
    return [];
  }
}

function readLine(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw new Error(`${place} não é uma linha de JSON`, { cause: error });
  }
}

/** True when it was not there. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: OWNER_ONLY_FOLDER });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function writeDurably(path: string, text: string, flags: 'a' | 'ax'): Promise<void> {
  const file = await open(path, flags, OWNER_ONLY_FILE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A file's name is durable only after its folder was synced. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
