import type { TestEngine } from '../../../../test/support/databases.ts';
import { Refusal } from '../../../platform/index.ts';
import { resolveAuthentication } from '../authentication/resume.ts';
import { createVisits, type VisitDependencies } from '../authentication/visit.ts';
import { createOnce, type Once } from '../idempotency/once.ts';
import type { RequestedMovement } from '../movements/plan.ts';
import { createPayments, type PaymentsDependencies } from '../payments.ts';
import {
  changed,
  createAuthenticationStore,
  createIdempotencyStore,
  createIntentionStore,
  type Status,
  type Transaction,
  type TransactionStore,
} from '../record/index.ts';
import type { RecoverDependencies } from '../recovery/recover.ts';
import { MERCHANT, openTestWorld, type TestWorld } from '../recovery/test-world.ts';
import { createIntentionTokens } from '../sale/intention-token.ts';
import {
  newReference,
  type TestSaleOrder,
  testBuyerPayment,
  testNewIntention,
  testNewTransaction,
} from '../test-sale.ts';
import { reportUnfencedCalls } from './test-fence.ts';
import { type Trouble, type Troubled, type Ways, withTrouble } from './test-trouble.ts';

const TABLES = [
  'transaction_events',
  'transactions',
  'attempts',
  'movements',
  'authentications',
  'intentions',
  'idempotency_keys',
  'recovery_cases',
  'simulator_charges',
];
const HMAC_KEY = Buffer.alloc(32, 1);
const SALE_KEY = 'sale';
const ORIGIN = { kind: 'merchant' } as const;
/** A buyer who comes after this many others sends the form of the first one again. */
const FORMS = 3;
/** Longer than any life here. */
const LINK_LIFE_MS = 365 * 24 * 60 * 60_000;

export interface ModelSale {
  readonly card: string;
  readonly order: TestSaleOrder;
  /** Sold by a link that may be paid once: each request is a buyer of its own. */
  readonly isByLink?: true;
}

export interface ModelMovement {
  readonly wanted: RequestedMovement;
  readonly amount: number | undefined;
  readonly key: string | undefined;
}

/** A commit that went through. */
export interface Written {
  readonly id: string;
  readonly version: number;
  readonly status: Status;
  readonly isFirstOutcome: boolean;
  readonly withoutPostback: boolean;
}

interface Held {
  readonly what: string;
  readonly goOn: () => void;
  readonly done: Promise<void>;
}

/** The latest time at which a request that was sent can arrive. */
interface Sent {
  readonly latest: number;
  readonly arrive: () => Promise<unknown>;
}

/** One instance of the service. Its memory dies with it. */
interface Instance {
  readonly holder: string;
  readonly once: Once;
}

/** The simulator's `maxProcessingMs`. */
const MAX_PROCESSING_MS = 30_000;

let instances = 0;

/** One payment on an empty database: sold, moved and queried by instances that die. */
export async function newLife(world: TestWorld, about: ModelSale) {
  await empty(world);
  const { simulator, dead } = world;
  const notifiedBefore = world.notified.length;
  const attentionBefore = world.attention.length;
  world.problems.length = 0;
  const written: Written[] = [];
  const trace: string[] = [];
  const plain: Ways = { store: recorded(world.store, written), acquirers: world.selling.acquirers };
  const keys = createIdempotencyStore(world.database);
  const authentications = createAuthenticationStore(world);
  let held: Held[] = [];
  let sent: Sent[] = [];
  let hasLied = false;
  let policy: 'accept' | 'undo' = 'accept';
  let buyers = 0;

  const newInstance = (): Instance => {
    instances += 1;
    const holder = `instance-${instances}`;
    return {
      holder,
      once: createOnce({
        keys,
        transactions: plain.store,
        clock: world.selling.clock,
        hmacKey: HMAC_KEY,
        holder,
        isAlive: async (id) => !dead.has(id),
      }),
    };
  };
  let instance = newInstance();

  const partsOf = ({ store, acquirers }: Ways, { holder, once }: Instance) => {
    const isAlive = () => !dead.has(holder);
    // Typed, so that the compiler refuses a name that the use cases do not read.
    const paying: PaymentsDependencies = {
      ...world.selling,
      store,
      acquirers: reportUnfencedCalls(acquirers, isAlive, (problem) => world.problems.push(problem)),
      holder,
      createFence: () => isAlive,
      newReference,
      onMovement: () => undefined,
      history: world.history,
      once,
      defaultsOf: async () => ({ statementName: undefined, postBackUrl: undefined }),
      intentions: createIntentionStore(world.database),
      tokens: createIntentionTokens(HMAC_KEY),
    };
    const recovering: RecoverDependencies = {
      ...world.recovering,
      store,
      acquirers,
      lateApproval: async () => policy,
      resolveAuthentication: (...about) => resolveAuthentication(paying, ...about),
    };
    const visiting: VisitDependencies = { ...paying, authentications, timeScale: 1 };
    return { payments: createPayments(paying), recovering, visits: createVisits(visiting) };
  };
  type Parts = ReturnType<typeof partsOf>;

  /** Until it has ended or is stalled. */
  const run = async (
    what: string,
    trouble: Trouble | undefined,
    work: (parts: Parts) => Promise<unknown>,
  ): Promise<void> => {
    const isLie = trouble?.how === 'not found';
    // A wrong "not found" is believed the second time, so the acquirer gives only one.
    const ways: Troubled = withTrouble(plain, isLie && hasLied ? undefined : trouble);
    hasLied ||= isLie;
    let isDone = false;
    const done = work(partsOf(ways, instance)).then(
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
    if (!isDone) {
      held.push({ what, goOn: ways.goOn, done });
      if (trouble?.how === 'on the way')
        sent.push({ latest: world.now() + MAX_PROCESSING_MS - 1, arrive: ways.arrive });
    }
    trace.push(`${what} ${isDone ? 'ended' : 'stands still'}`);
  };

  const current = async (): Promise<Transaction | undefined> =>
    (await world.store.list({ merchantId: MERCHANT, limit: 1 }))[0];

  return {
    world,
    written,
    trace,
    run,
    current,
    notified: () => world.notified.slice(notifiedBefore),
    attention: () => world.attention.slice(attentionBefore),
    hasHeld: () => held.length > 0,
    isQuiet: () => held.length === 0 && sent.length === 0,
    pass: async (ms: number): Promise<void> => {
      const until = world.now() + ms;
      const due = sent.filter(({ latest }) => latest <= until);
      for (const { latest, arrive } of due) {
        world.pass(Math.max(0, latest - world.now()));
        await arrive();
      }
      sent = sent.filter((one) => !due.includes(one));
      world.pass(Math.max(0, until - world.now()));
    },
    book: () => simulator.control.book({ limit: 100 }),
    about,
    setPolicy: (to: 'accept' | 'undo') => {
      policy = to;
    },
    sell: (trouble?: Trouble) =>
      run('sell', trouble, async ({ payments }) => {
        const caller = { merchantId: MERCHANT, origin: ORIGIN } as const;
        const idempotency = { key: SALE_KEY, content: about.card };
        const sale = testNewTransaction(about.card, about.order);
        if (!about.isByLink) return payments.sell({ ...caller, sale, idempotency });
        const intention = testNewIntention(sale, world.now() + LINK_LIFE_MS);
        const { transaction } = await payments.intend({ ...caller, intention, idempotency });
        buyers += 1;
        return payments.pay({
          transaction: (await payments.find(MERCHANT, transaction.id)) ?? transaction,
          origin: { kind: 'checkout', requestId: `buyer-${buyers}` },
          payment: testBuyerPayment(sale),
          idempotencyKey: `form-${buyers % FORMS}`,
        });
      }),
    move: ({ wanted, amount, key: idempotencyKey }: ModelMovement, trouble?: Trouble) =>
      run(`${wanted} ${amount ?? 'all'}`, trouble, async ({ payments }) => {
        const transaction = await current();
        if (!transaction) return;
        const moved = await payments[wanted]({
          merchantId: MERCHANT,
          transactionId: transaction.id,
          origin: ORIGIN,
          amount,
          idempotencyKey,
        });
        if (moved.kind === 'refused') throw moved.refusal;
      }),
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

export type Life = Awaited<ReturnType<typeof newLife>>;

export const openLifeWorld = (engine: TestEngine): Promise<TestWorld> => openTestWorld(engine);

async function empty({ database, simulator }: TestWorld): Promise<void> {
  await database.write(async (write) => {
    const tables = write.tables<Record<string, object>>();
    for (const table of TABLES) await tables.deleteFrom(table).execute();
  });
  simulator.control.reset();
}

function recorded(store: TransactionStore, written: Written[]): TransactionStore {
  const note = ({ id, version, result }: Transaction, isFirstOutcome = false, withoutPostback = false) => {
    written.push({ id, version, status: result.status, isFirstOutcome, withoutPostback });
  };
  return {
    ...store,
    insertSale: async (begin) => {
      await store.insertSale(begin);
      note(begin.transaction);
    },
    change: async (change) => {
      const isOurs = await store.change(change);
      if (isOurs) note(changed(change), change.isFirstResult, change.withoutPostback);
      return isOurs;
    },
  };
}
