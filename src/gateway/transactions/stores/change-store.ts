import type { GroupedWrite, GuardedRow, WriteTransaction } from '../../../platform/database/index.ts';
import { type Attempt, isFirstOutcome } from '../rules/attempt.ts';
import { type Change, changed } from '../rules/change.ts';
import { changesOfDays } from '../rules/day-figures.ts';
import { eventsOfChange } from '../rules/events-of-change.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { RowBeside } from '../rules/row-beside.ts';
import type { Transaction } from '../rules/transaction.ts';
import { writeMessage } from '../tables/message-text.ts';
import { writeOrder } from '../tables/order-text.ts';
import { type ChangingColumns, SET_ORDERS, SET_RESULTS } from '../tables/transactions-table.ts';
import { endAttempts, insertAttempts } from './attempt-store.ts';
import { closeCase, openCases } from './case-store.ts';
import { addToDays } from './day-figures-store.ts';
import { writeKeys } from './idempotency-store.ts';
import { linkUsesOf } from './link-uses.ts';
import { endMovements, insertMovements } from './movement-store.ts';
import { plannedOf, type WithPostback, type WriteParts } from './outbox.ts';
import { writeRowsBeside } from './rows-beside.ts';

/** A transaction before a change and after it. */
interface Step {
  readonly before: Transaction;
  readonly after: Transaction;
}

/**
 * Returns false when the transaction has changed since it was read. Throws AlreadyEnded when its attempt or
 * movement has, which can change without the transaction, and IdempotencyKeyTaken.
 */
export function writeChanges({
  history,
  kinds,
  outbox,
  links,
  dayOf,
}: WriteParts): GroupedWrite<WithPostback<Change>, boolean> {
  return {
    name: 'change transactions',
    apply: async (write, items) => {
      const all = items.map(({ item }) => ({
        before: item.transaction,
        after: changed(item),
        attempt: item.attempt,
      }));
      const held = await write.updateRows(SET_RESULTS, all.map(newResultRow));
      const won = items.filter((_, index) => held[index]);
      const winners = won.map(({ item }) => item);
      await writeParts(write, kinds, winners);
      await history.record(write, winners.flatMap(eventsOfChange));
      const steps = all.filter((_, index) => held[index]);
      const uses = await linkUsesOf(write, steps);
      if (uses.length > 0) await links.add(write, uses);
      await addToDays(write, changesOfDays(steps, { kinds, dayOf }));
      await outbox.write(write, plannedOf(won));
      return held;
    },
  };
}

function newResultRow({ before, after }: Step): GuardedRow<ChangingColumns> {
  const { result, version, openMovement, updatedAt, nsu } = after;
  return {
    key: before.id,
    expected: before.version,
    values: {
      ...result,
      providerMessage: writeMessage(result.providerMessage),
      version,
      openMovement,
      updatedAt,
      nsu,
    },
  };
}

async function writeParts(
  write: WriteTransaction,
  kinds: PaymentKinds,
  changes: readonly Change[],
): Promise<void> {
  const partsOf = <Part>(pick: (change: Change) => Part | undefined) =>
    changes.flatMap((change) => pick(change) ?? []);
  await endAttempts(
    write,
    partsOf(({ attempt }) => attempt),
  );
  await insertAttempts(
    write,
    partsOf(({ newAttempt }) => newAttempt),
  );
  await updateOrders(write, kinds, changes);
  await insertMovements(
    write,
    partsOf(({ newMovement }) => newMovement),
  );
  await endMovements(
    write,
    partsOf(({ movement }) => movement),
  );
  for (const subject of partsOf(({ closeCase }) => closeCase)) await closeCase(write, subject);
  await openCases(
    write,
    partsOf(({ openCase }) => openCase),
  );
  await writeRowsBeside(write, [
    ...partsOf(({ rowBeside }) => rowBeside),
    ...changes.flatMap((change) => rowsOfTry(kinds, change)),
  ]);
  await writeKeys(
    write,
    partsOf(({ key }) => key),
  );
}

/** What the kind of the payment keeps of a try whose first outcome, or late decision, this is. */
function rowsOfTry(kinds: PaymentKinds, change: Change): readonly RowBeside[] {
  const { attempt } = change;
  const isFirst = attempt !== undefined && isFirstOutcome(attempt);
  if (!attempt || !(isFirst || isDecided(attempt.to))) return [];
  const { order, amount } = changed(change);
  const { endedAt = change.at } = attempt.to;
  return kinds.of(order.payment).rowsOfTry?.({ order, amount }, { ...attempt.to, endedAt }, isFirst) ?? [];
}

function isDecided({ state }: Pick<Attempt, 'state'>): boolean {
  return state === 'approved' || state === 'declined';
}

/** The changes hold their transactions already: no guard is needed. */
async function updateOrders(
  write: WriteTransaction,
  kinds: PaymentKinds,
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.flatMap((change) => {
    const { order } = change;
    if (!order) return [];
    const { id: key, version: expected, amount } = changed(change);
    return [{ key, expected, values: { ...writeOrder(kinds, order), amount } }];
  });
  if (rows.length > 0) await write.updateRows(SET_ORDERS, rows);
}
