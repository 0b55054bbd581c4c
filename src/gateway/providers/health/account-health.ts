import { boundedCache } from '../../../platform/bounded-cache.ts';
import { shareRunning } from '../../../platform/caches/share-running.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { AcquirerCall } from '../guard.ts';
import type { ChargedThrough } from '../provider.ts';
import { type Calls, hasBad, isBadCall, joined, NO_CALLS, withCall } from './calls.ts';
import { type Admission, admission, type Circuit, CLOSED, isInDoubt, judged, type Pause } from './circuit.ts';
import { HealthMoved, type HealthStore, type SharedCircuit } from './health-store.ts';
import { healthKey, isAskedStill, type StandOf, standFrom } from './stands.ts';

const MAX_ACCOUNTS = 10_000;
/** Two instances agree within two seconds: each tells and asks once a second. */
const EVERY_MS = 1_000;

export interface AccountHealth {
  /**
   * Whether a new payment that could also go elsewhere may go to this account. From memory, for every sale.
   */
  admits(account: ChargedThrough, chance: number): Admission;
  /** A payment that was admitted as a trial is sent now: the next one may be a minute later. */
  tries(account: ChargedThrough): void;
  /** The same, for choices that are only tried out. */
  readonly standOf: StandOf;
  /** Providers of which an account is open that sales still go to: one that is removed, or that no rule names any more, is not. */
  openProviders(): ReadonlySet<string>;
  /** Every call that asked an acquirer for something; only those for new money count. */
  observe(call: AcquirerCall): void;
  /** Tells other instances, and hears of them. */
  readonly job: Job;
}

interface Own {
  readonly provider: string;
  /** What others are being told of at this moment. */
  readonly told: Calls;
  /** What they have not been told of. */
  readonly news: Calls;
  /** When a payment went there although it was open. */
  readonly triedAt: number;
}

const NOTHING_OWN: Pick<Own, 'told' | 'news' | 'triedAt'> = { told: NO_CALLS, news: NO_CALLS, triedAt: 0 };

/**
 * The health of accounts, shared by all instances through the database. Each counts its own calls in memory; while all are
 * good nothing is written. As soon as one is bad they are told to the others, once a second at most, and at once when they
 * change how the account stands.
 */
export function createAccountHealth(options: {
  readonly store: Pick<HealthStore, 'read' | 'add'>;
  readonly clock: Clock;
  /** Aborted when the service ends: calls that it cuts say nothing of their account. */
  readonly ending?: AbortSignal | undefined;
  /** Called when it could not be shared; it is tried again a second later. */
  onError(error: unknown): void;
}): AccountHealth {
  const { store, clock, ending, onError } = options;
  const own = boundedCache<string, Own>(MAX_ACCOUNTS);
  let shared: ReadonlyMap<string, SharedCircuit> = new Map();
  let pauses: ReadonlyMap<string, Pause> = new Map();

  const circuitOf = (key: string): Circuit => {
    const known = shared.get(key)?.circuit ?? CLOSED;
    const { told, news } = own.get(key) ?? NOTHING_OWN;
    // The usual case, for every sale.
    if (known === CLOSED && !hasBad(told) && !hasBad(news)) return CLOSED;
    const now = clock.now();
    const calls = joined(joined(known.calls, told, now), news, now);
    return judged({ ...known, calls }, now);
  };

  const tell = async (): Promise<void> => {
    const news = [...own.entries()].flatMap(([account, { provider, news: calls }]) =>
      calls !== NO_CALLS && (shared.has(account) || hasBad(calls)) ? { account, provider, calls } : [],
    );
    if (news.length === 0) return;
    for (const { account, calls } of news) change(account, { told: calls, news: NO_CALLS });
    try {
      const added = await store.add(news, clock.now());
      shared = new Map([...shared, ...added].filter(([, { circuit }]) => isInDoubt(circuit)));
      for (const { account } of news) change(account, { told: NO_CALLS });
    } catch (error) {
      for (const { account, calls } of news) {
        const since = own.get(account)?.news ?? NO_CALLS;
        change(account, { told: NO_CALLS, news: joined(calls, since, clock.now()) });
      }
      if (!(error instanceof HealthMoved)) throw error;
    }
  };
  const change = (key: string, changed: Partial<Own>): void => {
    const known = own.get(key);
    if (known) own.set(key, { ...known, ...changed });
  };
  const hear = async (): Promise<void> => {
    const read = await store.read();
    shared = read.circuits;
    pauses = read.pauses;
  };
  const share = shareRunning(async () => {
    await tell();
    await hear();
  });

  return {
    admits: (account, chance) => {
      const key = healthKey(account);
      const triedAt = own.get(key)?.triedAt ?? 0;
      return admission({ circuit: circuitOf(key), pause: pauses.get(key), triedAt }, chance, clock.now());
    },
    tries: (account) => {
      const key = healthKey(account);
      const known = own.get(key) ?? NOTHING_OWN;
      own.set(key, { ...known, provider: account.provider, triedAt: clock.now() });
    },
    standOf: (account) => {
      const key = healthKey(account);
      return standFrom(circuitOf(key), pauses.get(key), clock.now());
    },
    openProviders: () => {
      const open = new Set<string>();
      for (const [key, { provider }] of [...shared, ...own.entries()]) {
        const isAsked = wasAsked(own.get(key), shared.get(key), clock.now());
        if (circuitOf(key).openedAt !== undefined && isAsked) open.add(provider);
      }
      return open;
    },
    observe: (call) => {
      const { operation, accountId, provider } = call;
      if (operation !== 'authorize' || accountId === undefined || ending?.aborted) return;
      const key = healthKey({ accountId: Number(accountId), provider });
      const before = circuitOf(key);
      const known = own.get(key) ?? NOTHING_OWN;
      const news = withCall(known.news, isBadCall(call), clock.now());
      own.set(key, { ...known, provider, news });
      if ((circuitOf(key).openedAt === undefined) !== (before.openedAt === undefined)) share().catch(onError);
    },
    job: { name: 'acquirer health', where: 'everywhere', everyMs: EVERY_MS, run: share },
  };
}

function wasAsked(own = NOTHING_OWN, { changedAt = 0 }: Partial<SharedCircuit> = {}, now: number): boolean {
  return hasBad(own.told) || hasBad(own.news) || isAskedStill(changedAt, now);
}
