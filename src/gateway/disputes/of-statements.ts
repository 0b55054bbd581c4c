import { NIL_UUID } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { Disputes } from './disputes.ts';
import type { DisputeNotice } from './rules/notice.ts';

/**
 * What a statement tells of a dispute: a debit or, above zero, what comes back of it; or a sale that is or was disputed. In
 * centavos.
 */
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
  /** Of a sale; undefined: a debit. */
  readonly disputeState: 'open' | 'won' | 'lost' | undefined;
  readonly disputeAmount: number | undefined;
  readonly disputeDay: string | undefined;
}

type Place = Pick<ChargebackLine, 'id' | 'updatedAt'>;

const EVERY_MS = 10_000;
const AT_ONCE = 200;
/** A line that was stamped may be committed, and seen, so much later. */
const OVERLAP_MS = 60_000;

/**
 * Keeps a dispute of every chargeback that an acquirer took of a payout, and of every sale that it says is disputed, until it says
 * who won. All lines are read at the start, then those that changed: what is known already changes nothing.
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
          const notice = noticeOf(line, time);
          if (notice) await disputes.record(notice, { kind: 'recovery' });
        }
        const last = found.at(-1);
        readUntil = last?.updatedAt ?? readUntil;
        place = found.length === AT_ONCE ? last : undefined;
      }
    },
  };
}

function noticeOf(line: ChargebackLine, time: Pick<LocalTime, 'day'>): DisputeNotice | undefined {
  const { transactionId, gross, net, day, process, reasonCode, reasonText } = line;
  if (transactionId === undefined) return undefined;
  const told = { transactionId, source: 'rede', kind: 'chargeback' } as const;
  const toldDay = time.day(line.updatedAt);
  if (line.disputeState !== undefined) return { ...told, ...ofSale(line, toldDay) };
  const isBack = net > 0;
  return {
    ...told,
    process,
    ...(!isBack && { reasonCode, reasonText }),
    amount: Math.abs(gross === 0 ? net : gross),
    notifiedDay: earlier(day, toldDay),
    money: isBack ? 'credited' : 'debited',
    moneyDay: day,
    ...(isBack && { outcome: 'won', outcomeDay: toldDay }),
  };
}

/** The status of a sale names neither process nor reason; the debit, which has both, is of the same dispute. */
function ofSale(
  { gross, disputeState, disputeAmount, disputeDay }: ChargebackLine,
  toldDay: string,
): Pick<
  DisputeNotice,
  'amount' | 'notifiedDay' | 'isOfSale' | 'outcome' | 'outcomeDay' | 'money' | 'moneyDay'
> {
  return {
    isOfSale: true,
    amount: disputeAmount ?? gross,
    notifiedDay: earlier(disputeDay ?? toldDay, toldDay),
    ...(disputeState !== 'open' && { outcome: disputeState, outcomeDay: toldDay }),
    ...(disputeState === 'lost' && { money: 'debited', moneyDay: toldDay }),
  };
}

function earlier(day: string, other: string): string {
  return [day, other].toSorted()[0] ?? day;
}
