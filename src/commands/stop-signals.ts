import type { EventEmitter } from 'node:events';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Npm passes on a signal that a terminal or a supervisor has already sent to both processes. */
const SIGNALS_OF_ONE_STOP = 2;
const PATIENCE_MS = 10_000;

export interface StopSignals {
  /** `process`. */
  readonly signals: EventEmitter;
  /** Of a monotonic clock. */
  nowMs(): number;
  /** The operator does not want to wait for the graceful stop any longer. */
  endAtOnce(): void;
}

/**
 * Resolves with the first SIGTERM or SIGINT. Both stay caught until the process ends: a second one changes nothing
 * within 10 s, so that sales in flight are answered. A third one, or a second one after 10 s, calls `endAtOnce`.
 */
export function stopRequested({ signals, nowMs, endAtOnce }: StopSignals): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    let firstAt = 0;
    const onSignal = (): void => {
      count += 1;
      if (count === 1) {
        firstAt = nowMs();
        resolve();
      } else if (count > SIGNALS_OF_ONE_STOP || nowMs() - firstAt > PATIENCE_MS) {
        endAtOnce();
      }
    };
    for (const signal of STOP_SIGNALS) signals.on(signal, onSignal);
  });
}
