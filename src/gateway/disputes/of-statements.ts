import { NIL_UUID } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Disputes } from './disputes.ts';
import type { DisputeNotice } from './rules/notice.ts';

/** A debit in the statement of an acquirer, for a chargeback. Amounts in centavos, below zero. */
export interface ChargebackLine {
  readonly id: string;
  readonly updatedAt: number;
  /** Undefined: it belongs to no sale of ours, or to none that is known yet. */
  readonly transactionId: string | undefined;
  readonly gross: number;
  readonly net: number;
  /** The local day of the debit. */
  readonly day: string;
  readonly process: string | undefined;
  readonly reasonCode: string | undefined;
  readonly reasonText: string | undefined;
}

type Place = Pick<ChargebackLine, 'id' | 'updatedAt'>;

const EVERY_MS = 10_000;
const AT_ONCE = 200;
/** A line that was stamped may be committed, and seen, so much later. */
const OVERLAP_MS = 60_000;

/**
 * Keeps a dispute of every chargeback that an acquirer took of a payout. All lines are read at the start, then those that
 * changed: what is known already changes nothing.
 */
export function disputesOfStatementsJob({
  lines,
  disputes,
  clock,
  time,
}: {
  readonly lines: { chargebacksAfter(place: Place, limit: number): Promise<readonly ChargebackLine[]> };
  readonly disputes: Pick<Disputes, 'record'>;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): Job {
  let readUntil = 0;
  return {
    name: 'disputes of statements',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      let place: Place | undefined = {
        updatedAt: Math.max(0, Math.min(readUntil, clock.now()) - OVERLAP_MS),
        id: NIL_UUID,
      };
      while (place && !signal.aborted) {
        const found = await lines.chargebacksAfter(place, AT_ONCE);
        for (const line of found) {
          const notice = noticeOf(line, time.day(clock.now()));
          if (notice) await disputes.record(notice, { kind: 'recovery' });
        }
        const last = found.at(-1);
        readUntil = last?.updatedAt ?? readUntil;
        place = found.length === AT_ONCE ? last : undefined;
      }
    },
  };
}

function noticeOf(line: ChargebackLine, today: string): DisputeNotice | undefined {
  const { transactionId, gross, net, day, process, reasonCode, reasonText } = line;
  if (transactionId === undefined) return undefined;
  return {
    transactionId,
    source: 'rede',
    kind: 'chargeback',
    process,
    reasonCode,
    reasonText,
    amount: Math.abs(gross === 0 ? net : gross),
    notifiedDay: day > today ? today : day,
    money: 'debited',
    moneyDay: day,
  };
}
