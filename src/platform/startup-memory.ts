import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type GarbageCollector = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** V8's own default. */
const MIN_INVOCATIONS_BEFORE_OPTIMIZATION = 2;
const REQUEST_START = 'http.server.request.start';

/**
 * Frees memory left over from start-up: V8 keeps the young generation as large as start-up made it, some 20
 * MB, until asked like this. Takes about a tenth of a second, once.
 */
export function releaseStartupMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as GarbageCollector;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** From the first request on V8 optimizes what is called often. */
export function optimizeFromFirstRequest(): void {
  subscribe(REQUEST_START, optimize);
}

/** From now on V8 optimizes what is called often, which the entry (bin/guiche.js) has put off. */
export function optimize(): void {
  unsubscribe(REQUEST_START, optimize);
  setFlagsFromString(`--minimum-invocations-before-optimization=${MIN_INVOCATIONS_BEFORE_OPTIMIZATION}`);
  setFlagsFromString('--use-osr');
}
