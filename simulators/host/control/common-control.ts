import type { RequestLog } from '../../../src/gateway/providers/issuer/index.ts';
import type { Fields } from '../fields.ts';
import type { SimulatedClock } from '../simulated-clock.ts';
import { limitOf, numberUpTo } from './reading.ts';

const MAX_MOVE_MS = 10 * 365 * 86_400_000;
const MAX_OUTAGE_MS = 3_600_000;

/** What a tester may read and set at every host. Throws `Refusal` for invalid input. */
export function createCommonControl<Received extends { readonly at: number }>(parts: {
  readonly clock: SimulatedClock;
  readonly timeScale: number;
  readonly requests: RequestLog<Received>;
  readonly startOutage: (ms: number) => void;
}) {
  const { clock, timeScale, requests, startOutage } = parts;
  const time = () => ({ now: new Date(clock.now()).toISOString(), timeScale });
  return {
    requests: ({ limit }: Fields) => ({
      requests: requests
        .newest(limitOf(limit))
        .map((request) => ({ ...request, at: new Date(request.at).toISOString() })),
    }),
    clock: time,
    advance({ advanceMs }: Fields) {
      clock.advance(numberUpTo('advanceMs', advanceMs, MAX_MOVE_MS));
      return time();
    },
    outage({ forMs }: Fields) {
      const ms = numberUpTo('forMs', forMs, MAX_OUTAGE_MS);
      startOutage(ms);
      return { forMs: ms };
    },
  };
}
