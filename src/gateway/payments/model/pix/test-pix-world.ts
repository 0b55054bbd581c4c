import type { TestEngine } from '../../../../../test/support/databases.ts';
import { createDerivedTokens } from '../../../../platform/derived-tokens.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { Secret } from '../../../../platform/secret.ts';
import { localTime } from '../../../../platform/time/clock.ts';
import { createKnownAges, type KnownAges } from '../../../../platform/time/known-ages.ts';
import { createChargeStore } from '../../../charges/charge-store.ts';
import { awaitedChargeMigrations } from '../../../charges/charges-table.ts';
import { returnMigrations } from '../../../charges/returns/returns-table.ts';
import { chargedKind, KEPT_NOWHERE } from '../../../kinds/index.ts';
import { foundPix } from '../../../kinds/pix/found.ts';
import { createPixAccountStore } from '../../../kinds/pix/notices/account-store.ts';
import { pixAccountMigrations } from '../../../kinds/pix/notices/accounts-table.ts';
import { createPix } from '../../../kinds/pix/pix.ts';
import { foundSlip } from '../../../kinds/slip/found.ts';
import { createSlips } from '../../../kinds/slip/slip.ts';
import { createSlipStore } from '../../../kinds/slip/slip-store.ts';
import { slipMigrations } from '../../../kinds/slip/slips-table.ts';
import { createBankStorage } from '../../../providers/simulator/bank/bank-store.ts';
import { createBankBook } from '../../../providers/simulator/bank/pix-book.ts';
import { createSimulatedBank } from '../../../providers/simulator/bank/simulated-bank.ts';
import { slipConnector } from '../../../providers/slips/slip-connector.ts';
import type { SlipProvider } from '../../../providers/slips/slip-provider.ts';
import { createOnce, type Once } from '../../../transactions/idempotency/once.ts';
import type { RecoverDependencies } from '../../../transactions/recovery/recover.ts';
import { createIdempotencyStore } from '../../../transactions/stores/idempotency-store.ts';
import { createIntentionStore } from '../../../transactions/stores/intention-store.ts';
import type { TransactionStore } from '../../../transactions/stores/store.ts';
import {
  createUnstoredOutcomes,
  type UnstoredOutcomes,
} from '../../../transactions/stores/unstored-outcomes.ts';
import { newReference } from '../../../transactions/test-sale.ts';
import { createPayments } from '../../create-payments.ts';
import type { PaymentsDependencies } from '../../dependencies.ts';
import { openTestWorld } from '../../test-world.ts';
import { type PixTrouble, type PixWays, withPixTrouble } from './test-pix-trouble.ts';

const HMAC_KEY = Buffer.alloc(32, 1);

const TIME = localTime('America/Sao_Paulo');

/** The real use cases of Pix and of slips on a real database with the simulated bank; only the clock is moved by hand. */
export async function openPixWorld(engine: TestEngine) {
  const links = {
    uses: { add: async () => undefined },
    migrations: {
      ...awaitedChargeMigrations,
      ...pixAccountMigrations,
      ...returnMigrations,
      ...slipMigrations,
    },
  };
  const world = await openTestWorld(engine, { links });
  /** What the bank would post: nobody delivers it but the history that is played. */
  const notices: unknown[] = [];
  const bankStorage = createBankStorage(world.database);
  const atBank = { clock: { now: world.passed }, timeScale: 1, storage: bankStorage, dayOf: TIME.day };
  const bank = createSimulatedBank({
    ...atBank,
    sleep: async (ms) => world.pass(ms),
    onStorageError: (error) => world.problems.push(error),
    host: () => 'localhost:8080',
    txidOfTransaction: async () => undefined,
    onNotice: async ({ body }) => {
      notices.push(body);
      return true;
    },
  });
  return {
    ...world,
    bank,
    bankStorage,
    bankBook: createBankBook(atBank),
    today: () => TIME.day(world.now()),
    dayOf: TIME.day,
    notices,
    charges: createChargeStore(world.database),
    slips: createSlipStore(world.database),
  };
}

export type PixWorld = Awaited<ReturnType<typeof openPixWorld>>;

/** One instance of the service. Its memory dies with it. */
interface Instance {
  readonly holder: string;
  readonly unstored: UnstoredOutcomes;
  readonly ages: KnownAges;
  readonly once: Once;
}

/** The account of the shop of a life. */
export interface ModelAccount {
  /** It keeps surplus. */
  readonly keeps: boolean;
  /** It is paid by slips of this bank, not by Pix. */
  readonly slipBank?: SlipProvider;
}

interface Held {
  readonly what: string;
  readonly goOn: () => void;
  readonly done: Promise<void>;
}

let instances = 0;

/** Runs operations on instances that die, each with one failure injected into it, writing through `store`. */
export function createPixOperations(world: PixWorld, store: TransactionStore, account: ModelAccount) {
  const { dead } = world;
  const keys = createIdempotencyStore(world.database);
  const plain: PixWays = {
    store,
    charges: world.charges,
    connector: world.bank.connector('C6BANK'),
    slips: slipConnector(account.slipBank ?? world.bank.slipBank('ITAU'), {
      numberOf: async (reference) => (await world.slips.byReference(reference))?.number,
      today: world.today,
    }),
  };
  const trace: string[] = [];
  let held: Held[] = [];

  const newInstance = (): Instance => {
    instances += 1;
    const holder = `instance-${instances}`;
    const unstored = createUnstoredOutcomes();
    return {
      holder,
      unstored,
      ages: createKnownAges(world.passed),
      once: createOnce({
        unstored,
        keys,
        transactions: store,
        clock: world.selling.clock,
        hmacKey: HMAC_KEY,
        leftOut: KEPT_NOWHERE,
        holder,
        isAlive: async (id) => !dead.has(id),
      }),
    };
  };
  let instance = newInstance();

  const run = async (
    what: string,
    trouble: PixTrouble | undefined,
    work: (parts: ReturnType<typeof partsOf>) => Promise<unknown>,
  ): Promise<void> => {
    const ways = withPixTrouble(plain, trouble);
    let isDone = false;
    const done = work(partsOf(world, ways, { ...instance, ...account })).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal) trace.push(`${what}: ${error.code}`);
        else world.problems.push(error);
      },
    );
    await Promise.race([
      done.then(() => {
        isDone = true;
      }),
      ways.stalled,
    ]);
    if (!isDone) held.push({ what, goOn: ways.goOn, done });
    trace.push(`${what} ${isDone ? 'ended' : 'stands still'}`);
  };

  return {
    world,
    trace,
    run,
    hasHeld: () => held.length > 0,
    /** Resumes the operation that has been stalled longest. */
    goOn: async (): Promise<void> => {
      const first = held.shift();
      if (!first) return;
      first.goOn();
      await first.done;
      trace.push(`${first.what} went on and ended`);
    },
    /** The instance dies with all it has under way; another one replaces it. */
    restart: (): void => {
      held = [];
      dead.add(instance.holder);
      instance = newInstance();
    },
    /** The others take the instance for dead, though it resumes later. */
    standStill: (): void => {
      dead.add(instance.holder);
      instance = newInstance();
    },
  };
}

function partsOf(
  world: PixWorld,
  ways: PixWays,
  { holder, unstored, ages, once, keeps, slipBank }: Instance & ModelAccount,
) {
  const isAlive = () => !world.dead.has(holder);
  const surplus = keeps ? { surplus: new Secret('keep') } : {};
  const settings = async () => ({ accountId: '0', settings: surplus });
  const route = { connector: ways.connector, accountId: 0, settings };
  const slipRoute = { connector: ways.slips, accountId: 0, settings };
  const banks = { route: async () => route, routeOf: async () => route, inUse: async () => [] };
  const routes = { routeOf: async () => (slipBank ? slipRoute : route) };
  const pixTokens = createDerivedTokens(HMAC_KEY);
  const common = {
    payers: pixTokens,
    ...world.recovering,
    chargedKind,
    store: ways.store,
    charges: ways.charges,
    acquirers: routes,
    ages,
    pixTokens,
    newReference,
    publicUrl: () => 'https://g.test',
  };
  const slips = createSlips({
    ...common,
    routes,
    slips: world.slips,
    slipBanks: { route: async () => slipRoute, readNotice: async () => [] },
    time: TIME,
  });
  const pix = createPix({
    ...common,
    banks,
    accounts: createPixAccountStore(world.database),
    addresses: { urlOf: async () => 'https://g.test' },
    onPaid: () => undefined,
    onNotListed: (_, reason) => world.problems.push(reason),
    onSurplusStuck: ({ reason }) => world.attention.push(`surplus: ${reason}`),
    onLookFailed: (_, error) => world.problems.push(error),
  });
  const paying: PaymentsDependencies = {
    ...world.selling,
    pix,
    slips,
    store: ways.store,
    acquirers: { ...world.selling.acquirers, ...banks, ...routes } as never,
    holder,
    createFence: async () => isAlive,
    newReference,
    unstored,
    ages,
    onMovement: () => undefined,
    history: world.history,
    once,
    defaultsOf: async () => ({ statementName: undefined, postBackUrl: undefined }),
    intentions: createIntentionStore(world.database),
    tokens: pixTokens,
  };
  const recovering: RecoverDependencies = {
    ...world.recovering,
    ages,
    store: ways.store,
    acquirers: routes,
    buyersOf: () => (slipBank ? foundSlip : foundPix),
  };
  return { payments: createPayments(paying), recovering, pix };
}

const TABLES = [
  'pix_charges',
  'pix_payments',
  'pix_returns',
  'slips',
  'simulator_pix_charges',
  'simulator_pix_payments',
];

/** Nothing of Pix and of slips is stored, here and at the bank. */
export async function emptyPixWorld({ database, notices }: PixWorld): Promise<void> {
  await database.write(async (write) => {
    const tables = write.tables<Record<string, object>>();
    for (const table of TABLES) await tables.deleteFrom(table).execute();
  });
  notices.length = 0;
}
