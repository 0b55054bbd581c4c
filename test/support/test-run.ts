import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const COMMAND_CHARACTERS = 160;

/** One run of the suite. Whatever its tests leave on the disk or running can be told by its temporary folder. */
export interface TestRun {
  /**
   * Removes what is left of the run and says what that was, one line each. Processes that are still running after
   * `graceMs` are killed.
   */
  end(graceMs: number): Promise<readonly string[]>;
}

/** From here on, this process and those that it starts have a temporary folder of the run's own. */
export async function startTestRun(): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-run-'));
  // PostgreSQL does not run as root, and keeps its files there too.
  await chmod(folder, 0o711);
  // Where a program looks for it depends on the system.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  return {
    end: async (graceMs) => {
      const processes = await endProcesses(folder, graceMs);
      const files = (await readdir(folder)).map((name) => `temporary file: ${join(folder, name)}`);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      return [...processes, ...files];
    },
  };
}

async function endProcesses(folder: string, graceMs: number): Promise<readonly string[]> {
  const deadline = performance.now() + graceMs;
  let left = await processesOf(folder);
  while (left.length > 0 && performance.now() < deadline) {
    await sleep(POLL_MS);
    left = await processesOf(folder);
  }
  for (const { pid } of left) kill(pid);
  return left.map(({ pid, command }) => `process ${pid}: ${command.slice(0, COMMAND_CHARACTERS)}`);
}

/** Those that were given the folder, by their environment or their command line. Known on Linux only. */
export async function processesOf(folder: string): Promise<readonly { pid: number; command: string }[]> {
  if (process.platform !== 'linux') return [];
  const found: { pid: number; command: string }[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const [environment, command] = await Promise.all([readProc(pid, 'environ'), readProc(pid, 'cmdline')]);
    if (environment.includes(folder) || command.includes(folder)) {
      found.push({ pid, command: command.replaceAll('\0', ' ').trim() });
    }
  }
  return found;
}

/** Empty for a process that ended meanwhile, and for one of another user. */
async function readProc(pid: number, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended at this very moment.
  }
}
