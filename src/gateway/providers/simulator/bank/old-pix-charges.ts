import type { Database } from '../../../../platform/database/index.ts';
import { OLD_ROWS_PER_BATCH, type RetainedRows } from '../../../../platform/retention/index.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { returnedOf } from '../../received-payment.ts';
import { type BankTables, keptOf } from './bank-store.ts';
import type { BankCharge } from './book/bank-charge.ts';
import { REFUND_DAYS } from './book/refund.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Charges in the simulated bank's book from more than `keptDays` ago, of which nothing can be paid, removed or refunded any
 * more: sales may still ask for the others.
 */
export function oldPixCharges({
  database,
  clock,
  keptDays,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly keptDays: number;
}): RetainedRows {
  return {
    kind: 'simulator-pix',
    old: async function* () {
      const now = clock.now();
      const before = now - keptDays * DAY_MS;
      let after = '';
      for (;;) {
        // Names of charges sort by time: the first charge that is too new ends the walk.
        const stored = await database
          .readAside<BankTables>()
          .selectFrom('simulator_pix_charges')
          .selectAll()
          .where('txid', '>', after)
          .orderBy('txid')
          .limit(OLD_ROWS_PER_BATCH)
          .execute();
        const charges = stored.map((row) => keptOf(row).charge);
        const rows = charges.filter((charge) => charge.createdAt < before && isOver(charge, before, now));
        yield { rows, remove: () => deletePixCharges(database, rows) };
        const last = charges.at(-1);
        if (!last || last.createdAt >= before || charges.length < OLD_ROWS_PER_BATCH) return;
        after = last.txid;
      }
    },
  };
}

function isOver({ agenda, state, expiresAt, payments }: BankCharge, before: number, now: number): boolean {
  if (agenda.length > 0 || (state === 'active' && expiresAt >= before)) return false;
  return payments.every(
    (payment) => returnedOf(payment) >= payment.amount || payment.at < now - REFUND_DAYS * DAY_MS,
  );
}

async function deletePixCharges(database: Database, charges: readonly BankCharge[]): Promise<void> {
  const txids = charges.map(({ txid }) => txid);
  await database.write(async (write) => {
    const tables = write.tables<BankTables>();
    await tables.deleteFrom('simulator_pix_payments').where('txid', 'in', txids).execute();
    await tables.deleteFrom('simulator_pix_charges').where('txid', 'in', txids).execute();
  });
}
