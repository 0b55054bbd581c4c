import { fstatSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const STDIN = 0;

/**
 * Calls once the process that started this one has ended: seen by the parent's number, and, where standard input is
 * a pipe from it, by its end, which also holds when npm stands between. Keeps no process alive.
 */
export function onParentGone(act: () => void): void {
  const parent = process.ppid;
  const gone = (): void => {
    clearInterval(timer);
    act();
  };
  const timer = setInterval(() => {
    if (process.ppid !== parent) gone();
  }, LOOK_EVERY_MS).unref();
  const input = fstatSync(STDIN);
  if (!input.isFIFO() && !input.isSocket()) return;
  process.stdin.resume().unref?.();
  process.stdin.once('end', gone).once('error', gone);
}
