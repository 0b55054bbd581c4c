import type { Kysely } from 'kysely';
import type { WriteTransaction } from '../../platform/database/index.ts';
import type { Charge, ChargeOwner } from './charge.ts';
import { CHARGES, type ChargeTables } from './tables.ts';

type Tables = Kysely<ChargeTables>;

export async function insertCharge(tables: Tables, charge: Charge): Promise<void> {
  await tables.insertInto('charges').values(CHARGES.toRow(charge)).execute();
}

export async function findCharge(
  tables: Tables,
  owner: ChargeOwner,
  ownerId: number,
): Promise<Charge | undefined> {
  const [charge] = await findCharges(tables, owner, [ownerId]);
  return charge;
}

export async function findChargeById(tables: Tables, id: number): Promise<Charge | undefined> {
  const row = await tables.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst();
  return row && CHARGES.fromRow(row);
}

export async function findCharges(
  tables: Tables,
  owner: ChargeOwner,
  ownerIds: readonly number[],
): Promise<readonly Charge[]> {
  if (ownerIds.length === 0) return [];
  const rows = await tables
    .selectFrom('charges')
    .selectAll()
    .where('owner', '=', owner)
    .where('owner_id', 'in', ownerIds)
    .execute();
  return rows.map(CHARGES.fromRow);
}

/** Nothing is written where the charge plans another transaction by now: a late answer is that of an earlier try. */
export async function setTransaction(tables: Tables, id: number, transactionId: string): Promise<void> {
  await tables
    .updateTable('charges')
    .set({ transaction_id: transactionId })
    .where('id', '=', id)
    .where((charge) =>
      charge.or([
        charge('planned_transaction_id', 'is', null),
        charge('planned_transaction_id', '=', transactionId),
      ]),
    )
    .execute();
}

/** What the next try takes; undefined: nothing is being tried. What the last try made is forgotten here. */
export async function setCard(
  tables: Tables,
  id: number,
  card: { readonly token: string; readonly plannedTransactionId: string } | undefined,
): Promise<void> {
  await tables
    .updateTable('charges')
    .set({
      card_token: card?.token ?? null,
      planned_transaction_id: card?.plannedTransactionId ?? null,
      transaction_id: null,
    })
    .where('id', '=', id)
    .execute();
}

/** `next` undefined: nothing is left to do, unless the charge was marked again after `seen` was read. */
export async function rescheduleCharge(
  tables: Tables,
  { id, dueAt: seen }: Pick<Charge, 'id' | 'dueAt'>,
  next: number | undefined,
): Promise<void> {
  await tables
    .updateTable('charges')
    .set({ due_at: next ?? null })
    .where('id', '=', id)
    .where('due_at', '=', seen ?? 0)
    .execute();
}

/** Marks the owners of these charges to be settled, in the commit of the change. */
export async function markChargesDue(
  write: WriteTransaction,
  ids: readonly number[],
  dueAt: number,
): Promise<void> {
  if (ids.length === 0) return;
  await write
    .tables<ChargeTables>()
    .updateTable('charges')
    .set({ due_at: dueAt })
    .where('id', 'in', ids)
    .execute();
}
