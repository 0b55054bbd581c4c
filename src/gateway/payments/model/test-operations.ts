import { createDerivedTokens } from '../../../platform/derived-tokens.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { createKnownAges, type KnownAges } from '../../../platform/time/known-ages.ts';
import { createAuthenticationStore } from '../../kinds/card/authentication/authentication-store.ts';
import { authenticatedBuyers } from '../../kinds/card/authentication/resume.ts';
import { createVisits, type VisitDependencies } from '../../kinds/card/authentication/visit.ts';
import { KEPT_NOWHERE } from '../../kinds/index.ts';
import { createOnce, type Once } from '../../transactions/idempotency/once.ts';
import type { RecoverDependencies } from '../../transactions/recovery/recover.ts';
import { createIdempotencyStore } from '../../transactions/stores/idempotency-store.ts';
import { createIntentionStore } from '../../transactions/stores/intention-store.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';
import {
  createUnstoredOutcomes,
  type UnstoredOutcomes,
} from '../../transactions/stores/unstored-outcomes.ts';
import { newReference } from '../../transactions/test-sale.ts';
import { createPayments } from '../create-payments.ts';
import type { PaymentsDependencies } from '../dependencies.ts';
import type { TestWorld } from '../test-world.ts';
import { reportUnfencedCalls } from './test-fence.ts';
import { type Trouble, type Troubled, type Ways, withTrouble } from './test-trouble.ts';

const HMAC_KEY = Buffer.alloc(32, 1);
/** The simulator's `maxProcessingMs`. */
const MAX_PROCESSING_MS = 30_000;
/** All tables that an operation writes. */
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
  // Or the ceilings of the cards would be reached after a few lives, and nothing would be tried elsewhere any more.
  'card_tries',
];

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
  readonly unstored: UnstoredOutcomes;
  readonly ages: KnownAges;
  readonly once: Once;
}

let instances = 0;

/** Runs operations on instances that die, each with one failure injected into it, writing through `store`. */
export function createOperations(world: TestWorld, store: TransactionStore) {
  const { dead } = world;
  const plain: Ways = { store, acquirers: world.selling.acquirers };
  const keys = createIdempotencyStore(world.database);
  const authentications = createAuthenticationStore(world);
  const trace: string[] = [];
  let held: Held[] = [];
  let sent: Sent[] = [];
  let hasLied = false;
  let policy: 'accept' | 'undo' = 'accept';

  const newInstance = (): Instance => {
    instances += 1;
    const holder = `instance-${instances}`;
    const unstored = createUnstoredOutcomes();
    return {
      holder,
      unstored,
      ages: createKnownAges(world.passed),
      once: createOnce({
        leftOut: KEPT_NOWHERE,
        unstored,
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

  const partsOf = (ways: Ways, { holder, unstored, ages, once }: Instance) => {
    const isAlive = () => !dead.has(holder);
    // Typed, so that the compiler refuses a name that the use cases do not read.
    const paying: PaymentsDependencies = {
      ...world.selling,
      store: ways.store,
      acquirers: reportUnfencedCalls(ways.acquirers, isAlive, (problem) => world.problems.push(problem)),
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
      tokens: createDerivedTokens(HMAC_KEY),
    };
    const recovering: RecoverDependencies = {
      ...world.recovering,
      ages,
      store: ways.store,
      acquirers: ways.acquirers,
      lateApproval: async () => policy,
      buyersOf: () => authenticatedBuyers({ ...paying, authentications }),
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
        sent.push({ latest: world.passed() + MAX_PROCESSING_MS - 1, arrive: ways.arrive });
    }
    trace.push(`${what} ${isDone ? 'ended' : 'stands still'}`);
  };

  return {
    world,
    trace,
    run,
    hasHeld: () => held.length > 0,
    isQuiet: () => held.length === 0 && sent.length === 0,
    pass: async (ms: number): Promise<void> => {
      const until = world.passed() + ms;
      const due = sent.filter(({ latest }) => latest <= until);
      for (const { latest, arrive } of due) {
        world.pass(Math.max(0, latest - world.passed()));
        await arrive();
      }
      sent = sent.filter((one) => !due.includes(one));
      world.pass(Math.max(0, until - world.passed()));
    },
    setPolicy: (to: 'accept' | 'undo') => {
      policy = to;
    },
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

export type Operations = ReturnType<typeof createOperations>;

/** Nothing is stored, here and at the acquirer. */
export async function emptyWorld({ database, simulator, problems, setClock }: TestWorld): Promise<void> {
  await database.write(async (write) => {
    const tables = write.tables<Record<string, object>>();
    for (const table of TABLES) await tables.deleteFrom(table).execute();
  });
  simulator.control.reset();
  setClock({ aheadMs: 0, rate: 0 });
  problems.length = 0;
}
