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
  /** Whether somebody takes a Pix for this person: an account at a bank, or a payment client of a terminal. */
  takesPix(personId: number): Promise<boolean>;
  /** Whether an account of this person registers slips. */
  makesSlips(personId: number): Promise<boolean>;
  /** Who takes a Pix at this terminal of the person; undefined: nobody. */
  pixAt(personId: number, terminalId: number): Promise<'client' | 'account' | undefined>;
  /** Ids of known methods, at least one. Refusal: person_unknown. */
  narrow(personId: number, methodIds: readonly number[]): Promise<void>;
  /** All methods again. Refusal: person_unknown. */
  reset(personId: number): Promise<void>;
}

/** Who can take a Pix. In the sandbox every person has an account at the simulated bank. */
export interface PixTakers {
  hasAccount(personId: number): Promise<boolean>;
  /** Whether a payment client of the person says that it takes Pix: of any of its terminals, or the one of this. */
  hasClient(personId: number, terminalId?: number): Promise<boolean>;
}

/** Who can have slips registered. In the sandbox everybody. */
export interface SlipMakers {
  hasAccount(personId: number): Promise<boolean>;
}

export function createPaymentMethods({
  database,
  accounts,
  mode,
  pix,
  slips,
}: {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly mode: 'sandbox' | 'production';
  readonly pix: PixTakers;
  readonly slips: SlipMakers;
}): PaymentMethods {
  const hasAccount = async (personId: number) => mode === 'sandbox' || pix.hasAccount(personId);
  const takesPix = async (personId: number) => (await hasAccount(personId)) || pix.hasClient(personId);
  const offeredTo = async (personId: number) => {
    if (mode === 'sandbox') return PAYMENT_METHODS;
    const has = { pix: await takesPix(personId), bankSlip: await slips.hasAccount(personId) };
    return PAYMENT_METHODS.filter(({ needs }) => needs === undefined || has[needs]);
  };
  const refuseUnknown = async (personId: number) => {
    if (!(await accounts.findPerson(personId))) throw refuseAccount('person_unknown');
  };
  return {
    listFor: async (personId) => {
      await refuseUnknown(personId);
      const offered = await offeredTo(personId);
      const narrowed = await findNarrowing(database.read<NarrowingTables>(), personId);
      return narrowed ? offered.filter(({ id }) => narrowed.has(id)) : offered;
    },
    takesPix,
    makesSlips: async (personId) => mode === 'sandbox' || slips.hasAccount(personId),
    pixAt: async (personId, terminalId) => {
      if (await pix.hasClient(personId, terminalId)) return 'client';
      return (await hasAccount(personId)) ? 'account' : undefined;
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
