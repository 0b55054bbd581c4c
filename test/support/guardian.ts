import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Kills process groups when this process ends, however it ends. */
export interface Guardian {
  watch(pid: number): void;
  /** To be called when the process ended: its id may be reused. */
  forget(pid: number): void;
  /** Kills the remaining groups now, and ends. */
  end(): void;
}

/** Reads `+pid` and `-pid`; when its input ends, kills the remaining groups. */
const SCRIPT = `
const watched = new Set();
process.on('SIGINT', () => {});
require('node:readline').createInterface({ input: process.stdin })
  .on('line', (line) => watched[line[0] === '+' ? 'add' : 'delete'](line.slice(1)))
  .on('close', () => {
    for (const pid of watched) try { process.kill(-pid, 'SIGKILL'); } catch {}
  });
`;

/** Starts the guardian as a separate process, because a killed process cannot kill others. It ends with this one. */
export function startGuardian(): Guardian {
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  // The pipe must not keep this process alive either.
  (child.stdin as Socket).unref();
  return {
    watch: (pid) => child.stdin.write(`+${pid}\n`),
    forget: (pid) => child.stdin.write(`-${pid}\n`),
    end: () => child.stdin.end(),
  };
}
