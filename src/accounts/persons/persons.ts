import type { AccountsOptions, Written } from '../options.ts';
import { type AddedHook, addPerson, checkNewPerson, type PhotoChange } from './add.ts';
import { changeSettings } from './change-settings.ts';
import { checkEdit, editPerson, type PersonEdit } from './edit.ts';
import { checkRegistrationEdit, editRegistered, type RegistrationEdit } from './edit-registered.ts';
import { activatePerson, type LinkLimit, newLink, type PersonWithLink } from './hand-out-link.ts';
import { listPersons, type PersonPage } from './list.ts';
import { type ReachableWanted, selectReachable } from './reachable.ts';
import { createRecentSettings, type RecentSettings } from './recent-settings.ts';
import { selectActivePersons, selectPersonNames } from './record/by-ids-store.ts';
import { type Acting, type Permission, permissionOf } from './record/permission.ts';
import type { NewPerson, Person, PersonSettings, PersonStatus } from './record/person.ts';
import type { RegistrationHook } from './record/registration.ts';
import {
  countRegistrations,
  type RegistrationBlock,
  type RegistrationFilter,
  selectBlocks,
} from './record/registration-store.ts';
import { findPerson, hasPassword, type PersonEntry } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';
import {
  checkRegistration,
  type NewRegistration,
  type RegisteredPerson,
  registerPerson,
} from './register.ts';
import { type CountRegistration, createRegistrationCounter } from './registrations.ts';
import { refusePerson, removeRegistrations } from './remove.ts';
import { likePersons, type PersonsWanted, searchPersons } from './search.ts';

const MAX_BLOCKS_SHOWN = 20;

/** Who is registered, and who may act for whom. Each use case documents the refusals it throws. */
export interface Persons extends RecentSettings {
  /** To be called for each call that adds or edits a person without a key or with a seller's. */
  readonly countRegistration: CountRegistration;
  mayActFor(holder: Acting, personId: number): Promise<Permission>;
  findPerson(id: number): Promise<Person | undefined>;
  /** Whether its own login has one. */
  hasPassword(personId: number): Promise<boolean>;
  /** Those of these persons that are active. */
  activePersons(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The shops' names, by the persons' ids. */
  namesOfPersons(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  checkNewPerson(person: NewPerson): Promise<void>;
  addPerson(person: NewPerson, photo?: PhotoChange, written?: Written<Person>): Promise<Person>;
  checkEdit(edit: PersonEdit): Promise<void>;
  editPerson(edit: PersonEdit): Promise<Person>;
  /** This and the next three are for callers without a key. */
  checkRegistration(registration: NewRegistration): Promise<void>;
  registerPerson(registration: NewRegistration): Promise<RegisteredPerson>;
  checkRegistrationEdit(edit: RegistrationEdit): Promise<void>;
  editRegistered(edit: RegistrationEdit): Promise<Person>;
  /** How many registrations without a key are waiting. */
  countRegistrations(): Promise<number>;
  registrationBlocks(): Promise<readonly RegistrationBlock[]>;
  /** Returns how many persons were removed. */
  removeRegistrations(which: RegistrationFilter): Promise<number>;
  refusePerson(id: number, written?: Written<Person>): Promise<Person>;
  listPersons(wanted?: {
    afterId?: number | undefined;
    status?: PersonStatus | undefined;
  }): Promise<PersonPage>;
  /** In the order of the ids: the persons that the holder of a key may act for. */
  reachablePersons(acting: Acting, wanted: ReachableWanted): Promise<readonly Person[]>;
  /** Newest first; `createdBy`: only those that this person created. */
  searchPersons(wanted: PersonsWanted): Promise<readonly PersonEntry[]>;
  /** Other persons with the document or the e-mail of one of these, by the ids of these. */
  likePersons(persons: readonly Person[]): Promise<ReadonlyMap<number, readonly Person[]>>;
  activatePerson(id: number, written?: Written<Person>): Promise<PersonWithLink>;
  newLink(id: number, written?: Written<Person>, limit?: LinkLimit): Promise<PersonWithLink>;
  changeSettings(
    id: number,
    given: Partial<PersonSettings>,
    written?: Written<PersonSettings>,
  ): Promise<PersonSettings>;
}

export function createPersons(options: AccountsOptions & AddedHook & RegistrationHook): Persons {
  const { database, clock, mode } = options;
  const tables = () => database.read<PersonTables>();
  const personOf = async (id: number): Promise<Person | undefined> =>
    Number.isSafeInteger(id) ? findPerson(tables(), id) : undefined;
  return {
    countRegistration: mode === 'sandbox' ? () => undefined : createRegistrationCounter(clock),
    mayActFor: async (holder, personId) =>
      // A holder was active when its key was verified, moments ago.
      holder.personId === personId ? 'allowed' : permissionOf(holder, await personOf(personId)),
    findPerson: personOf,
    hasPassword: (personId) => hasPassword(tables(), personId),
    activePersons: (ids) => selectActivePersons(tables(), ids),
    namesOfPersons: (ids) => selectPersonNames(tables(), ids),
    checkNewPerson: (person) => checkNewPerson(options, person),
    addPerson: (person, photo, written) => addPerson(options, person, photo, written),
    checkEdit: (edit) => checkEdit(options, edit),
    editPerson: (edit) => editPerson(options, edit),
    checkRegistration: (registration) => checkRegistration(options, registration),
    registerPerson: (registration) => registerPerson(options, registration),
    checkRegistrationEdit: (edit) => checkRegistrationEdit(options, edit),
    editRegistered: (edit) => editRegistered(options, edit),
    countRegistrations: () => countRegistrations(tables()),
    registrationBlocks: () => selectBlocks(tables(), MAX_BLOCKS_SHOWN),
    removeRegistrations: (which) => removeRegistrations(options, which),
    refusePerson: (id, written) => refusePerson(options, id, written),
    listPersons: (wanted) => listPersons(options, wanted),
    reachablePersons: (acting, wanted) => selectReachable(tables(), acting, wanted),
    searchPersons: (wanted) => searchPersons(options, wanted),
    likePersons: (persons) => likePersons(options, persons),
    activatePerson: (id, written) => activatePerson(options, id, written),
    newLink: (id, written, limit) => newLink(options, id, written, limit),
    changeSettings: (id, given, written) => changeSettings(options, id, given, written),
    ...createRecentSettings(options),
  };
}
