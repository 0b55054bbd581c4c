import { type CaseStore, type SalesReader, Status } from '../../gateway/transactions/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import type { AcquirerFacts, HealthFacts, HealthSources } from './health-facts.ts';
import { jobTitle } from './health-words.ts';
import { acquirerState, isJobBad, judgeHealth, worstState } from './judge-health.ts';
import type { Health } from './schema.ts';

export interface HealthDependencies {
  readonly health: HealthSources;
  readonly cases: Pick<CaseStore, 'counts'>;
  readonly sales: SalesReader;
  readonly clock: Clock;
  readonly time: LocalTime;
  readonly mode: 'sandbox' | 'production';
}

const DAY_MS = 24 * 60 * 60_000;
/** Acquirers are judged by this many of the newest sales of all shops. */
const MAX_SALES = 500;
const UNANSWERED: readonly number[] = [Status.pending, Status.failed];

/** The health of the service now. Throws the database's error while it cannot be reached. */
export async function readHealth(dependencies: HealthDependencies): Promise<Health> {
  const facts = await readFacts(dependencies);
  const { instanceId } = dependencies.health;
  const checks = judgeHealth(facts);
  return {
    at: isoOf(facts.now),
    state: worstState(checks),
    checks,
    instances: facts.instances.map(({ id, host, version, startedAt, alive }) => ({
      id,
      host: host ?? null,
      version: version ?? null,
      startedAt: isoOf(startedAt),
      alive,
      own: id === instanceId,
    })),
    jobs: facts.jobs.map((job) => ({
      name: job.name,
      title: jobTitle(job.name),
      state: isJobBad(job, facts) ? 'bad' : 'good',
      endedAt: isoOf(job.endedAt),
      durationMs: job.durationMs,
      everyMs: job.everyMs,
      instance: job.instance,
      error: job.error ?? null,
      okAt: job.okAt === undefined ? null : isoOf(job.okAt),
    })),
    acquirers: facts.acquirers.map((one) => ({
      provider: one.provider,
      state: acquirerState(one),
      sales: one.sales,
      answered: one.sales - one.unanswered,
      unanswered: one.unanswered,
      lastSaleAt: isoOf(one.lastSaleAt),
    })),
  };
}

async function readFacts(dependencies: HealthDependencies): Promise<HealthFacts> {
  const { health, cases, clock, mode } = dependencies;
  const [
    instances,
    jobs,
    database,
    disk,
    postbacks,
    recovery,
    acquirers,
    cardAccounts,
    certificates,
    notices,
  ] = await Promise.all([
    health.instances(),
    health.jobs(),
    health.database(),
    health.disk(),
    health.postbacks(),
    cases.counts(),
    acquirerFacts(dependencies),
    health.cardAccounts(),
    health.certificates(),
    health.notices(),
  ]);
  return {
    now: clock.now(),
    production: mode === 'production',
    instances,
    jobs,
    database,
    disk,
    backup: health.lastBackup(),
    postbacks,
    recovery,
    acquirers,
    cardAccounts,
    certificates,
    notices,
  };
}

/** From the newest sales since yesterday, without those of the demo, which were never sent. */
async function acquirerFacts({ sales, clock, time }: HealthDependencies): Promise<readonly AcquirerFacts[]> {
  const { sales: newest } = await sales.list({ from: time.day(clock.now() - DAY_MS) }, { limit: MAX_SALES });
  const real = newest.filter(({ demo }) => !demo);
  return [...Map.groupBy(real, ({ order }) => order.provider)].map(([provider, ofProvider]) => ({
    provider,
    sales: ofProvider.length,
    unanswered: ofProvider.filter(({ result }) => UNANSWERED.includes(result.status)).length,
    lastSaleAt: Math.max(...ofProvider.map(({ createdAt }) => createdAt)),
  }));
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
