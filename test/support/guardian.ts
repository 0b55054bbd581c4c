import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Sees to it that groups of processes end with this one, however it ends. */
export interface Guardian {
  watch(pid: number): void;
  /** It ended: its number may be given to another process. */
  forget(pid: number): void;
}

/** Reads `+pid` and `-pid`; when nobody can write any more, kills the groups that are left. */
const SCRIPT = `
const watched = new Set();
process.on('SIGINT', () => {});
require('node:readline').createInterface({ input: process.stdin })
  .on('line', (line) => watched[line[0] === '+' ? 'add' : 'delete'](line.slice(1)))
  .on('close', () => {
    for (const pid of watched) try { process.kill(-pid, 'SIGKILL'); } catch {}
  });
`;

/** A process of its own: who is killed cannot kill others any more. It ends with this one. */
export function startGuardian(): Guardian {
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  // The pipe must not keep this process running either.
  (child.stdin as Socket).unref();
  return {
    watch: (pid) => child.stdin.write(`+${pid}\n`),
    forget: (pid) => child.stdin.write(`-${pid}\n`),
  };
}
