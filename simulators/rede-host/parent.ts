import { fstatSync } from 'node:fs';
import { onParentEnded } from '../../src/platform/index.ts';

const STDIN = 0;

/**
 * Calls `act` once the process that started this one has ended: seen by the parent's number, and, where standard input
 * is a pipe from it, by its end, which also holds when npm stands between. Keeps no process alive.
 */
export function onParentGone(act: () => void): void {
  let acted = false;
  const actOnce = (): void => {
    if (!acted) act();
    acted = true;
  };
  onParentEnded(actOnce);
  const input = fstatSync(STDIN);
  if (!input.isFIFO() && !input.isSocket()) return;
  process.stdin.resume().unref?.();
  process.stdin.once('end', actOnce).once('error', actOnce);
}
