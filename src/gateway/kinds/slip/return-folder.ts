import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingFile } from '../../../platform/files/file-fault.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import { ReturnFault, readReturnFile } from '../../providers/index.ts';
import { type ImportDependencies, importReturn } from './import-return.ts';

const LOOK_EVERY_MS = 15_000;
/** A file of a hundred thousand slips is smaller. */
const MOST_BYTES = 64 * 1024 * 1024;
const FILES_AT_ONCE = 50;

/** What became of a file. */
export const READ_RETURNS = ['imported', 'failed'] as const;
export type ReadReturn = (typeof READ_RETURNS)[number];

export interface ReturnFolder extends ImportDependencies {
  readonly folder: string;
  /** Divides the wait between two looks. */
  readonly timeScale: number;
  onRead(read: { readonly result: ReadReturn; readonly file: string; readonly text: string }): void;
}

/**
 * Imports the return files that lie in a folder, and moves each to `done`, or to `failed` with a text that says why. A file is
 * taken once it is the same at two looks: it may be being written. Killed in between, the file is imported once more, which
 * only makes the bank asked again.
 */
export function returnFolderJob(options: ReturnFolder): Job {
  const { folder, timeScale } = options;
  let seen: ReadonlyMap<string, string> = new Map();
  return {
    name: 'return files',
    everyMs: Math.ceil(LOOK_EVERY_MS / timeScale),
    where: 'leased',
    run: async (signal) => {
      const found = await filesIn(folder);
      const isWhole = ([name, stamp]: readonly [string, string]) => seen.get(name) === stamp;
      const whole = [...found].filter(isWhole).slice(0, FILES_AT_ONCE);
      seen = found;
      for (const [name] of whole) {
        if (signal.aborted) return;
        await take(options, name);
      }
    },
  };
}

/** By name, size and time of each; hidden ones are being written, and what is no file is no return file. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const name of (await readdir(folder)).toSorted()) {
    if (name.startsWith('.')) continue;
    // Another instance may have moved it.
    const stats = await lstat(join(folder, name)).catch(() => undefined);
    if (stats?.isFile()) found.set(name, `${stats.size} ${stats.mtimeMs}`);
  }
  return found;
}

async function take(options: ReturnFolder, file: string): Promise<void> {
  const { folder, onRead } = options;
  const path = join(folder, file);
  try {
    const { size } = await lstat(path);
    if (size > MOST_BYTES) throw new ReturnFault(1, 'o arquivo é grande demais para um arquivo de retorno');
    const { lines, matched, unknown, asked } = await importReturn(
      options,
      readReturnFile(await readFile(path)),
    );
    await moveTo(join(folder, 'done'), path, file);
    const text = `linhas: ${lines}; boletos daqui: ${matched}, de outros: ${unknown}; a consultar: ${asked}`;
    onRead({ result: 'imported', file, text });
  } catch (error) {
    if (isMissingFile(error)) return;
    if (!(error instanceof ReturnFault)) throw error;
    const text = `O arquivo não foi importado. ${error.message}.`;
    await moveTo(join(folder, 'failed'), path, file, text);
    onRead({ result: 'failed', file, text });
  }
}

/** Banks use a name again: one that is there stays. The reason comes first: no file is there without one. */
async function moveTo(folder: string, path: string, file: string, reason?: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  let name = file;
  for (let count = 2; there.has(name) || there.has(`${name}.txt`); count += 1) name = `${count}-${file}`;
  const moved = join(folder, name);
  if (reason !== undefined) await writeFile(`${moved}.txt`, `${reason}\n`);
  await rename(path, moved);
}
