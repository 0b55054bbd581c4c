import type { AccountsOptions } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import type { LateApproval } from './person.ts';
import { updateLateApproval } from './store.ts';

/** Acts on every instance within seconds. Throws `person_unknown`. */
export async function setLateApproval(
  { database }: Pick<AccountsOptions, 'database'>,
  id: number,
  lateApproval: LateApproval,
): Promise<void> {
  const changed = await database.write((transaction) =>
    updateLateApproval(transaction.tables<AccountTables>(), id, lateApproval),
  );
  if (!changed) throw refuseAccount('person_unknown');
}
