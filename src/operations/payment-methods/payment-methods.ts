import type { Accounts } from '../../accounts/accounts.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import type { Database } from '../../platform/database/index.ts';
import { PAYMENT_METHODS, type PaymentMethod } from './payment-method.ts';
import { deleteNarrowing, findNarrowing, setNarrowing } from './store.ts';
import type { NarrowingTables } from './tables.ts';

/**
 * The payment methods of a person: in the sandbox all sixteen, in production those that it can sell with; fewer where the
 * operator restricts them.
 */
export interface PaymentMethods {
  /** In the order of the list. Refusal: person_unknown. */
  listFor(personId: number): Promise<readonly PaymentMethod[]>;
  /** Ids of known methods, at least one. Refusal: person_unknown. */
  narrow(personId: number, methodIds: readonly number[]): Promise<void>;
  /** All methods again. Refusal: person_unknown. */
  reset(personId: number): Promise<void>;
}

export function createPaymentMethods({
  database,
  accounts,
  mode,
}: {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly mode: 'sandbox' | 'production';
}): PaymentMethods {
  const offered =
    mode === 'sandbox' ? PAYMENT_METHODS : PAYMENT_METHODS.filter(({ needs }) => needs === undefined);
  const refuseUnknown = async (personId: number) => {
    if (!(await accounts.findPerson(personId))) throw refuseAccount('person_unknown');
  };
  return {
    listFor: async (personId) => {
      await refuseUnknown(personId);
      const narrowed = await findNarrowing(database.read<NarrowingTables>(), personId);
      return narrowed ? offered.filter(({ id }) => narrowed.has(id)) : offered;
    },
    narrow: async (personId, methodIds) => {
      await refuseUnknown(personId);
      await database.write((transaction) =>
        setNarrowing(transaction.tables<NarrowingTables>(), personId, methodIds),
      );
    },
    reset: async (personId) => {
      await refuseUnknown(personId);
      await database.write((transaction) => deleteNarrowing(transaction.tables<NarrowingTables>(), personId));
    },
  };
}
