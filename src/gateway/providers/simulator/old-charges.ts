import type { Database } from '../../../platform/database/index.ts';
import { OLD_ROWS_PER_BATCH, type RetainedRows } from '../../../platform/retention/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { APPROVED_CODE } from '../abecs/index.ts';
import { LONGEST_REFUND_DAYS } from '../capabilities.ts';
import { type BookCharge, refundsOf } from '../issuer/index.ts';
import { fromRow, type SimulatorTables } from './store.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A capture comes at most this long after the charge (connector/capabilities.ts). */
const LONGEST_CAPTURE_DAYS = 30;

/**
 * Charges in the simulated acquirer's book from more than `keptDays` ago, of which nothing can be voided or refunded any
 * more: sales may still ask for the others.
 */
export function oldCharges({
  database,
  clock,
  keptDays,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly keptDays: number;
}): RetainedRows {
  return {
    kind: 'simulator',
    old: async function* () {
      const now = clock.now();
      const before = now - keptDays * DAY_MS;
      let after = '';
      for (;;) {
        // Ids sort by time: the first charge that is too new ends the walk.
        const stored = await database
          .readAside<SimulatorTables>()
          .selectFrom('simulator_charges')
          .selectAll()
          .where('id', '>', after)
          .orderBy('id')
          .limit(OLD_ROWS_PER_BATCH)
          .execute();
        const charges = stored.map(fromRow);
        const rows = charges.filter((charge) => charge.created < before && isOver(charge, now));
        yield { rows, remove: () => deleteCharges(database, rows) };
        const last = charges.at(-1);
        if (!last || last.created >= before || charges.length < OLD_ROWS_PER_BATCH) return;
        after = last.id;
      }
    },
  };
}

/** Whether nothing of a charge can be moved any more. Times in milliseconds since 1970. */
function isOver(charge: BookCharge, now: number): boolean {
  const { code, state, amount, captured, voided, created } = charge;
  if (state !== 'standing' || code !== APPROVED_CODE) return true;
  if (captured === 0) return voided >= amount;
  const refunded = refundsOf(charge).reduce((sum, refund) => sum + refund.amount, 0);
  if (refunded >= captured) return true;
  return created < now - (LONGEST_CAPTURE_DAYS + LONGEST_REFUND_DAYS) * DAY_MS;
}

async function deleteCharges(database: Database, charges: readonly BookCharge[]): Promise<void> {
  const ids = charges.map(({ id }) => id);
  await database.write(async (transaction) => {
    await transaction
      .tables<SimulatorTables>()
      .deleteFrom('simulator_charges')
      .where('id', 'in', ids)
      .execute();
  });
}
