import type { Kysely } from 'kysely';
import { nextId } from '../../platform/database/index.ts';
import { blockOf, networkOf } from '../../platform/network.ts';
import type { Secret } from '../../platform/secret.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { type AddedHook, FULL_RETRY_AFTER_SECONDS, type PhotoChange, writeNewPerson } from './add.ts';
import { type NewPerson, type Person, waitingPerson } from './record/person.ts';
import {
  newRegistrationCode,
  type RegistrationEvent,
  type RegistrationHook,
  registrationCodeHash,
} from './record/registration.ts';
import {
  countRegistrations,
  countRegistrationsOf,
  deleteRegisteredPersons,
  insertRegistration,
  selectBlocks,
} from './record/registration-store.ts';
import type { PersonTables } from './record/tables.ts';

/**
 * Waiting persons registered without a key: beyond this, each new one displaces the oldest of the largest block
 * (docs/contract/decided.md 4).
 */
export const MAX_REGISTRATIONS_WAITING = 10_000;
/**
 * From one block of addresses, in production: a company with all its shops, or somebody who wants to fill the list.
 */
export const MAX_REGISTRATIONS_OF_BLOCK = 250;

/** A registration without a key. */
export interface NewRegistration {
  readonly person: Omit<NewPerson, 'role' | 'createdBy'>;
  readonly address: string;
  readonly photo?: PhotoChange | undefined;
  readonly written?: Written<Person> | undefined;
}

export interface RegisteredPerson {
  readonly person: Person;
  /** Whoever has it may edit the person while it waits. Returned here and never again. */
  readonly code: Secret;
}

type RegisterOptions = AddedHook &
  RegistrationHook &
  Pick<AccountsOptions, 'database' | 'clock' | 'mode' | 'checkDocuments' | 'randomBytes'>;

/** Throws what `registerPerson` would throw now, for callers that have something expensive to do first. */
export async function checkRegistration(
  options: RegisterOptions,
  { person, address }: NewRegistration,
): Promise<void> {
  registeredPerson(options, person);
  await checkBlock(options, options.database.read<PersonTables>(), blockOf(address));
}

/**
 * Adds a waiting seller for somebody without a key; two may share a document. Throws `document_invalid`, `text_invalid`
 * or `too_many_waiting`.
 */
export async function registerPerson(
  options: RegisterOptions,
  { person, address, photo, written }: NewRegistration,
): Promise<RegisteredPerson> {
  const waitingSeller = registeredPerson(options, person);
  const code = newRegistrationCode(options.randomBytes);
  const registration = {
    codeHash: registrationCodeHash(code),
    network: networkOf(address),
    block: blockOf(address),
    createdAt: waitingSeller.createdAt,
  };
  const { registered, event } = await options.database.write(async (transaction) => {
    const tables = transaction.tables<PersonTables>();
    // Taking the id locks the sequence: no two count at the same moment.
    const id = await nextId(transaction, 'person');
    await checkBlock(options, tables, registration.block);
    const registered: Person = { id, ...waitingSeller, photoId: photo?.id };
    const event = await deleteOldestWhenFull(tables);
    await writeNewPerson(options, transaction, registered);
    await insertRegistration(tables, id, registration);
    await photo?.assign(transaction, { personId: id, replaced: undefined });
    await written?.(transaction, registered);
    return { registered, event };
  });
  options.onRegistration?.(event);
  return { person: registered, code };
}

function registeredPerson(
  { checkDocuments, clock }: Pick<RegisterOptions, 'checkDocuments' | 'clock'>,
  person: NewRegistration['person'],
): Omit<Person, 'id'> {
  return waitingPerson({ ...person, role: 'seller', keyless: true }, { checkDocuments, now: clock.now() });
}

/** Throws `too_many_waiting` when a block has reached its limit. */
async function checkBlock(
  { mode, onRegistration }: Pick<RegisterOptions, 'mode' | 'onRegistration'>,
  tables: Kysely<PersonTables>,
  block: string,
): Promise<void> {
  if (mode === 'sandbox' || (await countRegistrationsOf(tables, block)) < MAX_REGISTRATIONS_OF_BLOCK) return;
  onRegistration?.({ waiting: await countRegistrations(tables), lost: 'refused' });
  throw refuseAccount('too_many_waiting', { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS });
}

/** Somebody who registers a thousand times displaces their own registrations, not those of others. */
async function deleteOldestWhenFull(tables: Kysely<PersonTables>): Promise<RegistrationEvent> {
  const waiting = await countRegistrations(tables);
  if (waiting < MAX_REGISTRATIONS_WAITING) return { waiting: waiting + 1, lost: 'none' };
  const [largest] = await selectBlocks(tables, 1);
  await deleteRegisteredPersons(tables, { block: largest?.block }, 1);
  return { waiting, lost: 'dropped' };
}
