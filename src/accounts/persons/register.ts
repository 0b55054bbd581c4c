import { nextId, type Secret } from '../../platform/index.ts';
import { networkOf } from '../network.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables, Tables } from '../tables.ts';
import { FULL_RETRY_AFTER_SECONDS, type PhotoChange, writeNewPerson } from './add.ts';
import { type NewPerson, type Person, waitingPerson } from './person.ts';
import { newRegistrationCode, registrationCodeHash } from './registration.ts';
import { countRegistrations, insertRegistration } from './registration-store.ts';

/** Persons that came without a key and wait (decisions 4). */
export const MAX_REGISTRATIONS_WAITING = 10_000;

/** A person that comes without a key. */
export interface NewRegistration {
  readonly person: Omit<NewPerson, 'role' | 'createdBy'>;
  readonly address: string;
  readonly photo?: PhotoChange | undefined;
  readonly written?: Written<Person> | undefined;
}

export interface RegisteredPerson {
  readonly person: Person;
  /** Lets whoever has it edit the person while it waits. Given here and never again. */
  readonly code: Secret;
}

type RegisterOptions = Pick<
  AccountsOptions,
  'database' | 'clock' | 'checkDocuments' | 'randomBytes' | 'onPersonAdded'
>;

/** Throws what `registerPerson` would throw now: for callers that have something costly to do first. */
export async function checkRegistration(
  options: RegisterOptions,
  { person }: NewRegistration,
): Promise<void> {
  registeredPerson(options, person);
  await checkRoom(options.database.read<AccountTables>());
}

/**
 * Adds a waiting seller for somebody without a key; two may share a document. Throws `document_invalid`, `text_invalid`
 * or `too_many_waiting`.
 */
export async function registerPerson(
  options: RegisterOptions,
  { person, address, photo, written }: NewRegistration,
): Promise<RegisteredPerson> {
  const waiting = registeredPerson(options, person);
  const code = newRegistrationCode(options.randomBytes);
  const registration = {
    codeHash: registrationCodeHash(code),
    network: networkOf(address),
    createdAt: waiting.createdAt,
  };
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    // Taking the id locks the sequence: no two count at the same moment.
    const registered: Person = { id: await nextId(transaction, 'person'), ...waiting, photoId: photo?.id };
    await checkRoom(tables);
    await writeNewPerson(options, transaction, registered);
    await insertRegistration(tables, registered.id, registration);
    await photo?.assign(transaction, { personId: registered.id, replaced: undefined });
    await written?.(transaction, registered);
    return { person: registered, code };
  });
}

function registeredPerson(
  { checkDocuments, clock }: Pick<RegisterOptions, 'checkDocuments' | 'clock'>,
  person: NewRegistration['person'],
): Omit<Person, 'id'> {
  return waitingPerson({ ...person, role: 'seller', keyless: true }, { checkDocuments, now: clock.now() });
}

async function checkRoom(tables: Tables): Promise<void> {
  if ((await countRegistrations(tables)) >= MAX_REGISTRATIONS_WAITING) {
    throw refuseAccount('too_many_waiting', { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS });
  }
}
