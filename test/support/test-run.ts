import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const COMMAND_CHARACTERS = 160;

/** One run of the suite. Files and processes that its tests leave behind are recognized by its temporary folders. */
export interface TestRun {
  /**
   * Removes what the run left behind and returns a description of it, one line each. Processes that are still running
   * after `graceMs` are killed.
   */
  end(graceMs: number): Promise<readonly string[]>;
}

/** Linux's folder for files in memory: databases there do not wait for a disk. */
const IN_MEMORY = '/dev/shm';
/** Enough for all databases of a run. In containers the folder is often smaller. */
const REQUIRED_BYTES = 4 * 1024 ** 3;

/** Creates the temporary folders of a run for this process and its children. */
export async function startTestRun({ onDisk }: { readonly onDisk: boolean }): Promise<TestRun> {
  const folders = [await newFolder(tmpdir())];
  // A run within a run has folders of its own.
  delete process.env.TEST_DATABASE_FOLDER;
  // A TMPDIR set by the user applies to all temporary files.
  if (!onDisk && process.env.TMPDIR === undefined && (await hasRoom(IN_MEMORY))) {
    const inMemory = await newFolder(IN_MEMORY);
    folders.push(inMemory);
    process.env.TEST_DATABASE_FOLDER = inMemory;
  }
  // Migrated databases that tests copy; kept until the run ends.
  const templates = join(folders.at(-1) ?? tmpdir(), 'templates');
  await mkdir(templates);
  process.env.TEST_TEMPLATE_FOLDER = templates;
  // The name of the variable depends on the system.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folders[0];
  return {
    end: async (graceMs) => {
      const left = await endProcesses(folders, graceMs);
      await rm(templates, { recursive: true });
      for (const folder of folders) {
        left.push(...(await readdir(folder)).map((name) => `temporary file: ${join(folder, name)}`));
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
      return left;
    },
  };
}

async function newFolder(place: string): Promise<string> {
  const folder = await mkdtemp(join(place, 'guiche-run-'));
  // PostgreSQL, which does not run as root, has its files there too.
  await chmod(folder, 0o711);
  return folder;
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= REQUIRED_BYTES;
}

async function endProcesses(folders: readonly string[], graceMs: number): Promise<string[]> {
  const deadline = performance.now() + graceMs;
  let left = await processesOf(folders);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(POLL_MS);
    left = await processesOf(folders);
  }
  for (const { pid } of left) kill(pid);
  return left.map(({ pid, command }) => `process ${pid}: ${command.slice(0, COMMAND_CHARACTERS)}`);
}

/** Processes with one of the folders in their environment or command line. Linux only. */
export async function processesOf(
  folders: readonly string[],
): Promise<readonly { pid: number; command: string }[]> {
  if (process.platform !== 'linux') return [];
  const found: { pid: number; command: string }[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const [environment, command] = await Promise.all([readProc(pid, 'environ'), readProc(pid, 'cmdline')]);
    if (folders.some((folder) => environment.includes(folder) || command.includes(folder))) {
      found.push({ pid, command: command.replaceAll('\0', ' ').trim() });
    }
  }
  return found;
}

/** Empty for processes that have ended and those of other users. */
async function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
