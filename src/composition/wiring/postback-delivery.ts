import type { NewEvent } from '../../gateway/history/index.ts';
import { createPostbacks, type Postbacks } from '../../gateway/postbacks/index.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { Tracing } from '../../platform/tracing/index.ts';
import type { Config } from '../config/config.ts';
import { METRICS } from '../observability/metric-catalogue.ts';
import { tracePostbacks } from '../observability/postback-traces.ts';
import type { RoomLog } from '../room.ts';
import type { Rooms } from '../rooms.ts';
import { mailsOfFailed } from './mails/failed-notices.ts';

/** Postback delivery with its metrics and its lines in the history. */
export function createPostbackDelivery(parts: {
  readonly config: Config;
  readonly rooms: Rooms;
  readonly metrics: Metrics;
  readonly log: RoomLog;
  readonly tracing: Tracing | undefined;
}): Postbacks {
  const { config, rooms, metrics, log, tracing } = parts;
  const { database, clock, accounts, history } = rooms;
  const tries = metrics.counter(METRICS.postbackTries);
  const { day: dayOf } = localTime(config.timeZone);
  const postbacks = createPostbacks({
    database,
    clock,
    production: config.mode === 'production',
    timeScale: config.simulator.timeScale,
    outbox: rooms.postbackOutbox,
    signingSecrets: accounts.signingSecrets,
    onAttempts: async (write, attempts) => {
      if (config.mail) await rooms.mails.write(write, mailsOfFailed(attempts.filter(isOfTransaction), dayOf));
      await history.record(
        write,
        attempts.filter(isOfTransaction).map(({ postback, after, at, answer }): NewEvent => {
          const { version, transactionId } = postback;
          const { state, tries: made, lastStatus, lastError } = after;
          return {
            transactionId,
            at,
            kind: 'postback',
            origin: { kind: 'delivery' },
            details: {
              version,
              state,
              tries: made,
              httpStatus: lastStatus ?? undefined,
              error: lastError ?? undefined,
              answer,
            },
          };
        }),
      );
    },
    traceAttempt: tracing && tracePostbacks(tracing, rooms.postbackOutbox),
    onAttempt: (result) => tries.inc({ result }),
    onError: (error) => log.error({ err: error }, 'postbacks'),
  });
  metrics.gauge(METRICS.postbacksWaiting, async () => {
    return (await postbacks.backlog()).waiting;
  });
  metrics.gauge(METRICS.postbacksOldest, async () => {
    const { oldestAt } = await postbacks.backlog();
    return oldestAt === undefined ? 0 : Math.max(0, (clock.now() - oldestAt) / 1_000);
  });
  return postbacks;
}

/** A callback is about the back office, whose sales have histories of their own. */
function isOfTransaction({ postback }: { readonly postback: { readonly kind: string } }): boolean {
  return postback.kind === 'postback';
}
