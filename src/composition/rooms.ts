import { randomInt } from 'node:crypto';
import type { Accounts } from '../accounts/accounts.ts';
import type { DemoAccounts } from '../accounts/demo.ts';
import type { PasswordCost, PasswordVerdict } from '../accounts/logins/index.ts';
import type { RegistrationEvent } from '../accounts/persons/index.ts';
import { type BankStatements, createBankStatements } from '../gateway/bank-statements/index.ts';
import { createChargeStore } from '../gateway/charges/index.ts';
import { createLinkUses } from '../gateway/checkout/index.ts';
import { createDisputes, type Disputes } from '../gateway/disputes/index.ts';
import { createHistory, type History } from '../gateway/history/index.ts';
import {
  type AcquirerNoticeAddresses,
  type AuthenticationPages,
  createAcquirerNoticeAddresses,
  createAuthenticationPages,
} from '../gateway/kinds/card/index.ts';
import { PAYMENT_KINDS } from '../gateway/kinds/index.ts';
import {
  type BesideDependencies,
  createNoticeAddresses,
  createPixAccountStore,
  type NoticeAddresses,
  type PixAccountStore,
  searchingPix,
} from '../gateway/kinds/pix/index.ts';
import {
  createSlipStore,
  createSlipsByDueDate,
  type SlipStore,
  type SlipsByDueDate,
} from '../gateway/kinds/slip/index.ts';
import { createLatePayments, type LatePayments } from '../gateway/late-payments/index.ts';
import { createMoney, type Money } from '../gateway/money/index.ts';
import {
  createPostbackOutbox,
  createPostbackStore,
  type PostbackOutbox,
  type PostbackStore,
} from '../gateway/postbacks/index.ts';
import {
  createAheadStore,
  createMerchantAccounts,
  createRoutingRules,
  limitsOfAccount,
  type MerchantAccounts,
  type RoutingRules,
} from '../gateway/providers/index.ts';
import {
  type CaseStore,
  createCaseStore,
  createSalesReader,
  createTransactionStore,
  ensureDays,
  type SalesReader,
  type TransactionStore,
} from '../gateway/transactions/index.ts';
import { ensureTillDays } from '../operations/index.ts';
import {
  announceUpgrade,
  type Database,
  isStamped,
  openDatabase,
  readDatabaseClock,
} from '../platform/database/index.ts';
import { createDerivedTokens } from '../platform/derived-tokens.ts';
import { referenceMaker } from '../platform/ids.ts';
import { createMailQueue, type MailQueue } from '../platform/mail/index.ts';
import { type Clock, type LocalTime, localTime } from '../platform/time/clock.ts';
import { createSetClock, type SetClock } from '../platform/time/set-clock.ts';
import { createSharedClock, type SharedClock } from '../platform/time/shared-clock.ts';
import { tokenMaker } from '../platform/token-maker.ts';
import { openVault, type Vault } from '../platform/vault/index.ts';
import { type RoomsOfTheBackOffice, roomsOfTheBackOffice } from './back-office-rooms.ts';
import { type Config, noDatabase } from './config/config.ts';
import { MIGRATIONS } from './migrations.ts';
import { refuseOtherMode } from './refuse-other-mode.ts';
import { openAccounts } from './wiring/accounts.ts';
import { refusingInactiveShops } from './wiring/inactive-shops.ts';
import { tellingShops } from './wiring/mails/sale-mails.ts';
import { merchantOutbox } from './wiring/merchant-outbox.ts';
import { paidPayouts } from './wiring/payments/paid-payouts.ts';

/** What the server and every command of the command line stand on. */
export interface Rooms extends RoomsOfPayments, RoomsOfTheBackOffice {
  readonly clock: Clock;
  /** What `clock` shows, where no other one was given: it follows the database's. */
  readonly sharedClock: SharedClock;
  /** Sandbox: what `clock` is. It shows the shared one's time, and testers set it ahead. */
  readonly setClock: SetClock | undefined;
  readonly database: Database;
  readonly vault: Vault;
  readonly accounts: Accounts;
  /** Sandbox: the demo accounts, if this very start made them. */
  readonly demo: DemoAccounts | undefined;
  close(): Promise<void>;
}

interface RoomsOfPayments {
  readonly merchantAccounts: MerchantAccounts;
  /** Which of a person's accounts takes which payment. */
  readonly routing: RoutingRules;
  readonly transactions: TransactionStore;
  /** Reads of many sales, aside of payments. */
  readonly sales: SalesReader;
  readonly history: History;
  readonly postbacks: PostbackStore;
  readonly postbackOutbox: PostbackOutbox;
  readonly cases: CaseStore;
  readonly mails: MailQueue;
  /** Sales that were paid some time after they were made. */
  readonly latePayments: LatePayments;
  /** Where buyers of 3-D Secure sales are sent to. */
  readonly authenticationPages: AuthenticationPages;
  readonly pixCodes: BesideDependencies;
  readonly pixAccounts: PixAccountStore;
  readonly slips: SlipStore;
  readonly slipsByDueDate: SlipsByDueDate;
  readonly money: Money;
  readonly disputes: Disputes;
  readonly bankStatements: BankStatements;
  /** Where banks tell payments. */
  readonly noticeAddresses: NoticeAddresses;
  readonly acquirerNotices: AcquirerNoticeAddresses;
  /** 16 characters that were never used before: attempts, movements, events. */
  newReference(): string;
}

const NONCE_VALUES = 2 ** 24;
const SEED_BYTES = 32;

interface RoomsOptions {
  publicUrl(): string;
  /** False: an empty database is refused, and stays as it is. */
  make?: boolean;
  clock?: Clock;
  passwordCost?: PasswordCost;
  /** Wraps the database for all who use it. */
  watchDatabase?(database: Database): Database;
  onBatch?(size: number): void;
  onError?(error: unknown): void;
  onMigrationWait?(holder: string): void;
  /** Called before the first migration of a database of an older version. */
  onUpgrade?(): void;
  onRegistration?(event: RegistrationEvent): void;
  onPasswordCheck?(result: PasswordVerdict['kind']): void;
}

/**
 * Opens the database, brings it up to date, and builds the rooms that need no network.
 * Throws ConfigError when the database was made in the other mode.
 */
export async function openRooms(config: Config, options: RoomsOptions): Promise<Rooms> {
  const opened = openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    ...(options.onBatch ? { onBatch: options.onBatch } : {}),
    ...(options.onError ? { onError: options.onError } : {}),
    ...(options.onMigrationWait ? { onMigrationWait: options.onMigrationWait } : {}),
  });
  const database = refusingInactiveShops(options.watchDatabase?.(opened) ?? opened);
  const sharedClock = createSharedClock();
  const shownClock = options.clock ?? sharedClock;
  const setClock =
    config.mode === 'sandbox' ? createSetClock(shownClock, createAheadStore(database)) : undefined;
  const clock = setClock ?? shownClock;
  try {
    sharedClock.follow(await readDatabaseClock(database));
    if (options.make === false && !(await isStamped(database))) throw noDatabase(config);
    await database.migrate(announceUpgrade(MIGRATIONS, options.onUpgrade ?? (() => undefined)));
    await refuseOtherMode(database, config);
    await setClock?.follow();
    const time = localTime(config.timeZone);
    await ensureDays(database, config.timeZone, time.day);
    await ensureTillDays(database, config.timeZone, time.day);
    const vault = await openVault({ database, masterKeys: config.masterKeys, clock });
    const ground = { config, options, database, clock, vault, time };
    const accounts = openAccounts(config, ground, options);
    const ofPayments = roomsOfPayments(ground, accounts);
    return {
      clock,
      sharedClock,
      setClock,
      database,
      vault,
      accounts,
      demo: config.mode === 'sandbox' ? await accounts.createDemoAccounts() : undefined,
      ...ofPayments,
      ...roomsOfTheBackOffice(ground, accounts, ofPayments),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What all rooms are built on. */
interface Ground {
  readonly config: Config;
  readonly options: RoomsOptions;
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly time: LocalTime;
}

function roomsOfPayments(
  { config, options, database, clock, vault, time }: Ground,
  accounts: Accounts,
): RoomsOfPayments {
  const newReference = referenceMaker({ now: clock.now, nonce: randomInt(NONCE_VALUES) });
  const mails = createMailQueue({ database, clock });
  const latePayments = createLatePayments({ database, clock });
  const untold = createHistory({ database, newId: newReference });
  const history = config.mail ? tellingShops(untold, mails) : untold;
  const postbackOutbox = createPostbackOutbox({ clock });
  const { timeScale } = config.simulator;
  const pixAccounts = createPixAccountStore(database);
  const pixCodes = {
    charges: createChargeStore(database),
    pixTokens: createDerivedTokens(vault.deriveKey('pix')),
    payers: createDerivedTokens(vault.deriveKey('pix-payers')),
    publicUrl: options.publicUrl,
  };
  const money = createMoney({ database, vault, clock, time });
  const transactions = createTransactionStore({
    database,
    kinds: PAYMENT_KINDS,
    history,
    dayOf: time.day,
    links: createLinkUses(),
    outbox: merchantOutbox(postbackOutbox, {
      accounts,
      clock,
      timeScale,
      mails: config.mail && mails,
      latePayments,
    }),
  });
  return {
    merchantAccounts: createMerchantAccounts({ database, vault, clock, limitsOf: limitsOfAccount }),
    routing: createRoutingRules({ database, clock }),
    transactions,
    sales: searchingPix(createSalesReader({ database, kinds: PAYMENT_KINDS, time }), pixCodes),
    history,
    postbacks: createPostbackStore({ database, clock }),
    postbackOutbox,
    cases: createCaseStore(database),
    mails,
    latePayments,
    authenticationPages: createAuthenticationPages({
      vault,
      publicUrl: options.publicUrl,
      newSeed: tokenMaker(SEED_BYTES),
    }),
    pixCodes,
    pixAccounts,
    slips: createSlipStore(database),
    slipsByDueDate: createSlipsByDueDate({ ...pixCodes, database, kinds: PAYMENT_KINDS }),
    money,
    acquirerNotices: createAcquirerNoticeAddresses({
      tokens: createDerivedTokens(vault.deriveKey('acquirer-notices')),
      publicUrl: options.publicUrl,
    }),
    bankStatements: createBankStatements({ database, clock, payoutsOf: paidPayouts(money) }),
    disputes: createDisputes({ database, vault, clock, time, transactions }),
    noticeAddresses: createNoticeAddresses({
      store: pixAccounts,
      tokens: createDerivedTokens(vault.deriveKey('bank-notices')),
      clock,
      publicUrl: options.publicUrl,
    }),
    newReference,
  };
}
