import type { Kysely } from 'kysely';
import { nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { type NewPerson, type Person, type PersonRole, waitingPerson } from './record/person.ts';
import { countWaitingOf } from './record/registration-store.ts';
import { findPerson, insertPerson } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

/** Persons created with the keys of one person that may wait at once. */
export const MAX_WAITING_OF: Readonly<Record<PersonRole, number>> = {
  seller: 10,
  integrator: 1_000,
  operator: 10_000,
};
/** In the sandbox everybody has the demo key. */
const MAX_WAITING_IN_SANDBOX = 10_000;
export const FULL_RETRY_AFTER_SECONDS = 3_600;

/** What happens to a person's photo together with the row that refers to it; `replaced`: the previous photo. */
export interface PhotoChange {
  /** The photo that was stored for it; undefined: it has none from now on. */
  readonly id: string | undefined;
  assign(
    transaction: WriteTransaction,
    naming: { readonly personId: number; readonly replaced: string | undefined },
  ): Promise<void>;
}

type NotYetAdded = Pick<Person, 'createdBy'>;

/** What other rooms do with a new person. */
export interface AddedHook {
  /**
   * Called in the transaction that adds a person, however it is added, to add what every person has from the start.
   */
  readonly onPersonAdded?: (transaction: WriteTransaction, personId: number) => Promise<void>;
}

type AddOptions = AddedHook & Pick<AccountsOptions, 'database' | 'clock' | 'mode' | 'checkDocuments'>;

/** Throws what `addPerson` would throw now, for callers that have something expensive to do first. */
export async function checkNewPerson(options: AddOptions, input: NewPerson): Promise<void> {
  const { database, clock, checkDocuments } = options;
  const waiting = waitingPerson(input, { checkDocuments, now: clock.now() });
  await checkRoom(database.read<PersonTables>(), options.mode, waiting);
}

/**
 * Adds a waiting person; two of them may share a document. Throws `document_invalid`, `text_invalid`, or
 * `too_many_waiting`.
 */
export async function addPerson(
  options: AddOptions,
  input: NewPerson,
  photo?: PhotoChange,
  written?: Written<Person>,
): Promise<Person> {
  const { database, clock, checkDocuments } = options;
  const waiting = waitingPerson(input, { checkDocuments, now: clock.now() });
  return database.write(async (transaction) => {
    // Taking the id locks the sequence: no two count at the same moment.
    const person: Person = { id: await nextId(transaction, 'person'), ...waiting, photoId: photo?.id };
    const tables = transaction.tables<PersonTables>();
    await checkRoom(tables, options.mode, person);
    await writeNewPerson(options, transaction, person);
    await photo?.assign(transaction, { personId: person.id, replaced: undefined });
    await written?.(transaction, person);
    return person;
  });
}

/** Throws `too_many_waiting`. */
async function checkRoom(
  tables: Kysely<PersonTables>,
  mode: AccountsOptions['mode'],
  person: NotYetAdded,
): Promise<void> {
  if (await isFull(tables, mode, person)) {
    throw refuseAccount('too_many_waiting', { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS });
  }
}

async function isFull(
  tables: Kysely<PersonTables>,
  mode: AccountsOptions['mode'],
  { createdBy }: NotYetAdded,
): Promise<boolean> {
  const creator = createdBy === undefined ? undefined : await findPerson(tables, createdBy);
  if (!creator) return false;
  const limit = mode === 'sandbox' ? MAX_WAITING_IN_SANDBOX : MAX_WAITING_OF[creator.role];
  return (await countWaitingOf(tables, creator.id)) >= limit;
}

/** The one place that adds a person, with what every person has from the start. */
export async function writeNewPerson(
  { onPersonAdded }: AddedHook,
  transaction: WriteTransaction,
  person: Person,
  passwordHash: string | null = null,
): Promise<void> {
  await insertPerson(transaction.tables<PersonTables>(), person, passwordHash);
  await onPersonAdded?.(transaction, person.id);
}
