import { execFileSync } from 'node:child_process';

/** Process ids of the living children of a process; one that has ended and was not collected yet does not count. */
export function childrenOf(pid: number): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state = 'Z']) => Number(parent) === pid && !state.startsWith('Z'))
    .map(([child]) => Number(child));
}

/** Which of these processes still run. */
export function livingOf(pids: readonly number[]): readonly number[] {
  return pids.filter((pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  });
}
