import type { WriteTransaction } from '../platform/database/index.ts';
import type { Job } from '../platform/jobs/index.ts';
import type { RetainedRows } from '../platform/retention/index.ts';
import type { Secret } from '../platform/secret.ts';
import { type ChainEnd, createAuditChain } from './audit/chain.ts';
import type { AuditEntry } from './audit/entry.ts';
import { type AuditFilter, type AuditPage, listAudit } from './audit/list.ts';
import { oldAudit } from './audit/old-audit.ts';
import { createSealJob } from './audit/seal.ts';
import { type AuditReport, verifyAudit } from './audit/verify.ts';
import { type ArchiveReport, verifyAuditArchive } from './audit/verify-archive.ts';
import { createWriteAudit, type WriteAudit, writeAuditWithin } from './audit/write.ts';
import { type CheckoutIds, createCheckoutIds } from './checkout-ids/checkout-ids.ts';
import { type Credential, MAX_IN_USE_PER_KIND } from './credentials/credential.ts';
import { createFailures, type Failures, unlimitedFailures } from './credentials/failures.ts';
import {
  type CredentialRequest,
  type IssuedCredential,
  type IssuedWithSigningSecret,
  issueCredential,
  issueWithSigningSecret,
} from './credentials/issue.ts';
import { createLastUse } from './credentials/last-use.ts';
import { type CredentialsWanted, listCredentials } from './credentials/list.ts';
import { revokeCredentials } from './credentials/revoke.ts';
import { type RevokeTarget, selectSigningSecrets } from './credentials/store.ts';
import { createVerifier, type Verifier } from './credentials/verify.ts';
import { createDemoAccounts, type DemoAccounts } from './demo.ts';
import { type LoginResult, type LoginTry, logIn } from './logins/log-in.ts';
import {
  chooseOperatorPassword,
  endOperatorLogins,
  logInOperator,
  type OperatorLoginResult,
  type OperatorTry,
} from './logins/log-in-operator.ts';
import { createPasswordChecks } from './logins/password-checks.ts';
import { findLink, type PasswordToSet, setPassword } from './logins/set-password.ts';
import { loginHeldUntil, unlockLogin } from './logins/unlock.ts';
import type { AccountsOptions, Written } from './options.ts';
import { createPanelAccess, type PanelAccess } from './panel-access.ts';
import { createEstimateGuesses } from './passwords/guesses.ts';
import { type Acting, type Permission, permissionOf } from './permission.ts';
import { addPerson, checkNewPerson, type PhotoChange } from './persons/add.ts';
import { selectActivePersons, selectPersonNames } from './persons/by-ids-store.ts';
import { changeSettings } from './persons/change-settings.ts';
import { deactivatePerson, reactivatePerson } from './persons/deactivate.ts';
import { checkEdit, editPerson, type PersonEdit } from './persons/edit.ts';
import { checkRegistrationEdit, editRegistered, type RegistrationEdit } from './persons/edit-registered.ts';
import { activatePerson, type LinkLimit, newLink, type PersonWithLink } from './persons/hand-out-link.ts';
import { listPersons, type PersonPage } from './persons/list.ts';
import type { NewPerson, Person, PersonSettings, PersonStatus } from './persons/person.ts';
import { createPostbackDelays } from './persons/postback-delays.ts';
import { type ReachableWanted, selectReachable } from './persons/reachable.ts';
import {
  checkRegistration,
  type NewRegistration,
  type RegisteredPerson,
  registerPerson,
} from './persons/register.ts';
import {
  countRegistrations,
  type RegistrationBlock,
  type RegistrationFilter,
  selectBlocks,
} from './persons/registration-store.ts';
import { type CountRegistration, createRegistrationCounter } from './persons/registrations.ts';
import { refusePerson, removeRegistrations } from './persons/remove.ts';
import { likePersons, type PersonsWanted, searchPersons } from './persons/search.ts';
import { findPerson, hasPassword, type PersonEntry } from './persons/store.ts';
import { createSavedViews, type SavedViews } from './saved-views/saved-views.ts';
import {
  changeShopSettings,
  changeShopSettingsWithin,
  type ShopSettingsChange,
} from './shop-settings/change.ts';
import { createSaleDefaults } from './shop-settings/sale-defaults.ts';
import type { SaleDefaults, ShopSettings } from './shop-settings/shop-settings.ts';
import { findShopSettings } from './shop-settings/store.ts';
import { createSweep } from './sweep.ts';
import type { AccountTables } from './tables.ts';

const MAX_BLOCKS_SHOWN = 20;

/** Who may do what. Each use case documents the refusals it throws. */
export interface Accounts extends Verifier {
  readonly failures: Failures;
  /** Logins, sessions and team of the panel. */
  readonly panel: PanelAccess;
  /** Public ids of shops for pages in the browser. */
  readonly checkoutIds: CheckoutIds;
  /** To be called for each call that adds or edits a person without a key or with a seller's. */
  readonly countRegistration: CountRegistration;
  readonly jobs: readonly Job[];
  mayActFor(holder: Acting, personId: number): Promise<Permission>;
  findPerson(id: number): Promise<Person | undefined>;
  /** Whether its own login has one. */
  hasPassword(personId: number): Promise<boolean>;
  /** Those of these persons that are active. */
  activePersons(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** The shops' names, by the persons' ids. */
  namesOfPersons(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** Views of lists saved by users of the panel, and the limit of refunds without a second factor. */
  readonly views: SavedViews;
  /** The secrets that sign postbacks to this merchant, newest first; none: unsigned. */
  signingSecrets(personId: number): Promise<readonly Secret[]>;

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
  deactivatePerson(id: number, written?: Written<Person>): Promise<Person>;
  reactivatePerson(id: number, written?: Written<Person>): Promise<Person>;
  changeSettings(
    id: number,
    given: Partial<PersonSettings>,
    written?: Written<PersonSettings>,
  ): Promise<PersonSettings>;
  shopSettings(personId: number): Promise<ShopSettings>;
  changeShopSettings(change: ShopSettingsChange, written: Written<ShopSettings>): Promise<ShopSettings>;
  /** In the transaction of another change. */
  changeShopSettingsWithin(transaction: WriteTransaction, change: ShopSettingsChange): Promise<ShopSettings>;
  /** Defaults for what a sale leaves out; up to 3 s old. */
  saleDefaults(personId: number): Promise<SaleDefaults>;
  /** Between the answer of a sale and the postback of its first result. */
  postbackDelaySeconds(personId: number): Promise<number>;

  logIn(given: LoginTry): Promise<LoginResult>;
  /** Of an operator of a person's tills. */
  logInOperator(given: OperatorTry): Promise<OperatorLoginResult>;
  endOperatorLogins(transaction: WriteTransaction, operatorId: number): Promise<void>;
  chooseOperatorPassword(given: Parameters<typeof chooseOperatorPassword>[1]): Promise<string>;
  unlockLogin(id: number, written?: Written<Person>): Promise<void>;
  /** Until when logging in is blocked after wrong passwords; undefined when it is not. */
  loginHeldUntil(person: Person): Promise<number | undefined>;
  findLink(token: Secret): Promise<Pick<Person, 'id' | 'name'> | undefined>;
  setPassword(given: PasswordToSet): Promise<number>;
  /** For entries of requests that wrote nothing; the entry of a write goes into its transaction. */
  readonly audit: WriteAudit;
  auditWithin(transaction: WriteTransaction, entry: AuditEntry): Promise<void>;
  listAudit(wanted?: AuditFilter): Promise<AuditPage>;
  /** Whether no row of the audit was changed, removed or inserted; `since`: only rows after that one. */
  verifyAudit(since?: ChainEnd): Promise<AuditReport>;
  /** The same for rows that were archived. */
  verifyAuditArchive(rows: AsyncIterable<unknown>, since?: ChainEnd): Promise<ArchiveReport>;
  /** What of the audit is older than that. */
  oldAudit(keptDays: number): RetainedRows;

  issueCredential(request: CredentialRequest): Promise<IssuedCredential>;
  /** A person's first API pair comes with the secret that signs its postbacks. */
  issueWithSigningSecret(
    request: CredentialRequest,
    written?: Written<IssuedWithSigningSecret>,
  ): Promise<IssuedWithSigningSecret>;
  listCredentials(wanted: CredentialsWanted): Promise<readonly Credential[]>;
  revokeCredentials(target: RevokeTarget, written?: Written<readonly number[]>): Promise<readonly number[]>;

  /** Sandbox only, before anything else writes; undefined when they existed already. */
  createDemoAccounts(): Promise<DemoAccounts | undefined>;
}

/** One thread for all accounts of a process: its word lists take 50 MB, and half a second to load. */
const estimateGuesses = createEstimateGuesses();

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, vault, clock, mode } = options;
  const sandbox = mode === 'sandbox';
  const tables = () => database.read<AccountTables>();
  const passwordChecks = createPasswordChecks();
  const loginOptions = { ...options, passwordChecks };
  const passwordOptions = { ...loginOptions, estimateGuesses };
  const lastUse = createLastUse(options);
  const chain = createAuditChain(vault.deriveKey('audit'));
  const personOf = async (id: number): Promise<Person | undefined> =>
    Number.isSafeInteger(id) ? findPerson(tables(), id) : undefined;

  return {
    ...createVerifier({ database, clock, onUse: lastUse.note }),
    panel: createPanelAccess(options, { passwordChecks, estimateGuesses }),
    checkoutIds: createCheckoutIds(options),
    failures: sandbox ? unlimitedFailures : createFailures(clock),
    countRegistration: sandbox ? () => undefined : createRegistrationCounter(clock),
    jobs: [createSweep(options), createSealJob({ database, clock, chain }), lastUse.job],
    mayActFor: async (holder, personId) =>
      // A holder was active when its key was verified, moments ago.
      holder.personId === personId ? 'allowed' : permissionOf(holder, await personOf(personId)),
    findPerson: personOf,
    hasPassword: (personId) => hasPassword(tables(), personId),
    activePersons: (ids) => selectActivePersons(tables(), ids),
    namesOfPersons: (ids) => selectPersonNames(tables(), ids),
    views: createSavedViews(options),
    signingSecrets: (personId) =>
      selectSigningSecrets(tables(), vault, { personId, now: clock.now(), limit: MAX_IN_USE_PER_KIND }),
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
    deactivatePerson: (id, written) => deactivatePerson(options, id, written),
    reactivatePerson: (id, written) => reactivatePerson(options, id, written),
    changeSettings: (id, given, written) => changeSettings(options, id, given, written),
    shopSettings: (personId) => findShopSettings(tables(), personId),
    changeShopSettingsWithin,
    changeShopSettings: (change, written) => changeShopSettings(options, change, written),
    saleDefaults: createSaleDefaults(options),
    postbackDelaySeconds: createPostbackDelays(options),
    logIn: (given) => logIn(loginOptions, given),
    logInOperator: (given) => logInOperator(loginOptions, given),
    endOperatorLogins,
    chooseOperatorPassword: (given) => chooseOperatorPassword(passwordOptions, given),
    unlockLogin: (id, written) => unlockLogin(options, id, written),
    loginHeldUntil: (person) => loginHeldUntil(options, person),
    findLink: (token) => findLink(options, token),
    setPassword: (given) => setPassword(passwordOptions, given),
    audit: createWriteAudit(database, chain),
    auditWithin: (transaction, entry) => writeAuditWithin(transaction, entry, chain),
    listAudit: (wanted) => listAudit(options, wanted),
    verifyAudit: (since) => verifyAudit({ database, clock, chain }, since),
    verifyAuditArchive: (rows, since) => verifyAuditArchive({ database, chain }, rows, since),
    oldAudit: (keptDays) => oldAudit({ database, clock, chain, keptDays }),
    issueCredential: (request) => issueCredential(options, request),
    listCredentials: (wanted) => listCredentials(options, wanted),
    issueWithSigningSecret: (request, written) => issueWithSigningSecret(options, request, written),
    revokeCredentials: (target, written) => revokeCredentials(options, target, written),
    createDemoAccounts: () => createDemoAccounts(options),
  };
}
