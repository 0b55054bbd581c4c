import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { ToldDispute } from '../providers/index.ts';
import type { Disputes } from './disputes.ts';
import type { DisputeSource } from './rules/dispute.ts';

/** Keeps what an acquirer tells is disputed of a sale; told again it is the same. */
export async function keepToldDisputes(
  {
    disputes,
    clock,
    time,
  }: {
    readonly disputes: Pick<Disputes, 'record'>;
    readonly clock: Clock;
    readonly time: Pick<LocalTime, 'day'>;
  },
  transactionId: string,
  source: DisputeSource,
  told: readonly ToldDispute[],
): Promise<void> {
  const today = time.day(clock.now());
  for (const { kind, reference, reasonCode, reasonText, amount, date } of told) {
    await disputes.record(
      {
        transactionId,
        source,
        kind,
        process: reference,
        reasonCode,
        reasonText,
        amount,
        // Of a clock that runs behind, the notice is of today.
        notifiedDay: date === undefined || date > today ? today : date,
      },
      { kind: 'recovery' },
    );
  }
}
