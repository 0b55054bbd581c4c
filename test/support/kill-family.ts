import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const END_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/** Kills a process together with its children; resolves once all have ended. */
export async function killFamily(pid: number): Promise<void> {
  // A stopped process starts no more children while they are listed.
  signal(pid, 'SIGSTOP');
  const family = (await livingProcesses()).filter((one) => one.parent === pid || one.pid === pid);
  for (const one of family) signal(one.pid, 'SIGKILL');
  const deadline = performance.now() + END_TIMEOUT_MS;
  for (;;) {
    const living = new Set((await livingProcesses()).map((one) => one.pid));
    if (!family.some((one) => living.has(one.pid))) return;
    if (performance.now() > deadline) throw new Error(`process ${pid} or one of its children does not end`);
    await sleep(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has just ended.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** All processes except zombies. */
async function livingProcesses(): Promise<readonly { pid: number; parent: number }[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=']);
  const lines = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return lines.flatMap(([pid, parent, state = 'Z']) =>
    state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent) }],
  );
}
