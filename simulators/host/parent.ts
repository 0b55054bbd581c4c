import { fstatSync } from 'node:fs';
import { onParentEnded } from '../../src/platform/parent-process.ts';

const STDIN = 0;

/**
 * Calls `act` once the parent process has ended: noticed by the parent's process id and, where standard input is a pipe
 * from the parent, by its end, which also works with npm in between. Does not keep the process alive.
 */
export function onParentExit(act: () => void): void {
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
