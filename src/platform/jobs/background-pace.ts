import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Of the length of the work before it, while the event loop is never idle: work of many parts then takes a fortieth of it. */
const LONGEST_REST = 40;
/** A part is long where it waits itself, for others or for a database that is away: its work still comes to its end. */
const MAX_REST_MS = 2_000;
const LOOK_EVERY_MS = 5;

/** Time of the event loop, in milliseconds. */
export interface LoopTime {
  now(): number;
  /** How much of it the event loop was busy since `from`: from 0 to 1. */
  busySince(from: LoopMark): number;
  mark(): LoopMark;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

type LoopMark = ReturnType<typeof performance.eventLoopUtilization>;

const LOOP_TIME: LoopTime = {
  now: () => performance.now(),
  mark: () => performance.eventLoopUtilization(),
  busySince: (from) => performance.eventLoopUtilization(from).utilization,
  wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};

/**
 * A rest, to be taken after each part of long work. It lasts up to forty times as long as the part, in proportion to how busy
 * the event loop is meanwhile, and two seconds at most: beside requests work of short parts takes a fortieth of it, and in an idle
 * service it goes on at once.
 */
export function backgroundPace(signal: AbortSignal, time: LoopTime = LOOP_TIME): () => Promise<void> {
  let begun = time.now();
  return async () => {
    const from = time.now();
    const longest = Math.min((from - begun) * LONGEST_REST, MAX_REST_MS);
    const mark = time.mark();
    do await time.wait(LOOK_EVERY_MS, signal);
    while (!signal.aborted && time.now() - from < longest * time.busySince(mark));
    begun = time.now();
  };
}
