/**
 * Loaded into a service before its own code. Its wall clock is then as far ahead as the file of `CLOCK_FILE` says, and runs
 * as much faster; the harness changes the file while the service runs. The monotonic clock stays right, as on a machine
 * whose clock is set.
 */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 20;
const { CLOCK_FILE } = process.env;

if (CLOCK_FILE !== undefined) falsify(CLOCK_FILE);

function falsify(path: string): void {
  const RightDate = Date;
  const rightNow = Date.now.bind(Date);
  let text = '';
  let since = 0;
  let wrong = { aheadMs: 0, rate: 0 };
  const look = (): void => {
    const found = readFileSync(path, 'utf8');
    if (found === text) return;
    text = found;
    since = performance.now();
    wrong = JSON.parse(found) as typeof wrong;
  };
  const now = (): number => {
    const { aheadMs, rate } = wrong;
    return Math.round(rightNow() + aheadMs + rate * (performance.now() - since));
  };
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, given, self) => Reflect.construct(target, given.length > 0 ? given : [now()], self),
    apply: () => new RightDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
