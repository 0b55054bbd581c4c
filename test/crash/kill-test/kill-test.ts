import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabasePlace } from '../../support/databases.ts';
import { openStoredRows } from '../../support/stored-rows.ts';
import { collect } from './collect.ts';
import { BANK_FAULTS, HOST_FAULTS, LATE_FAULTS, OFTEN_UNREACHABLE, SECOND_FAULTS } from './faults.ts';
import type { Evidence, Finding } from './judge/evidence.ts';
import { failOversIn } from './judge/fail-overs.ts';
import { judge } from './judge/judge.ts';
import { withoutUnavailable } from './judge/unavailable.ts';
import { startLoad } from './load.ts';
import { cancelWaiting, untilMoneyIsBooked } from './pix/end-pix.ts';
import { createRandom, type Random } from './random.ts';
import { openTestBed, SERVICE_TIME_SCALE, type TestBed } from './test-bed.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Time of load between the restart of an instance and the next kill. */
const LEAST_ROUND_MS = 150;
const MOST_ROUND_MS = 450;
/** Some rounds are longer than the time after which an instance considers others dead (2 s): then it recovers their work. */
const LONG_ROUND_MS = 3_400;
const LONG_ROUNDS = { sqlite: 0.02, postgres: 0.08 } as const;
/** Answers before the next kill, also on a slow machine, unless the round reaches its longest time. */
const LEAST_ANSWERS = 15;
const MOST_ANSWERS = 45;
const LONGEST_ROUND_MS = 4_000;
const POLL_MS = 5;
const KILL_ALL_PROBABILITY = 0.15;
/** The writer thread of SQLite or a worker process dies instead of the whole instance. */
const KILL_PART_PROBABILITY = 0.25;
const KILL_POOLER_PROBABILITY = 0.2;
/** With two instances, one may be frozen instead of killed, long enough for the other to take its work over. */
const STALL_PROBABILITY = 0.15;
const LEAST_STALL_MS = 2_500;
const MOST_STALL_MS = 6_000;
/** An idle machine needs two to five seconds. */
const SETTLES_WITHIN_MS = 180_000;
/**
 * For so long recovery asks by itself: a day of the service. On a machine that is busy enough the rounds take longer, while no
 * process lives long enough to believe that a sale is not there.
 */
const RECOVERY_DAY_MS = 86_400_000 / SERVICE_TIME_SCALE;
/** A person looks as often at what was left, after wrong clocks or after that day. */
const LOOKED_AFTER_MS = 5_000;
/** Longer than a buyer may take, so that unfinished authentications expire. */
const HOST_ADVANCE_MS = 30 * 60_000;
/** What an instance logs when recovery has asked for a day. */
const LEFT_TO_A_PERSON = /"msg":"a (transaction|stored card) needs attention/;

/** Of so many attempts at the second acquirer some are tries after the first one. */
const ENOUGH_AT_SECOND = 80;

/**
 * Rules that go by the times in the history. They say nothing where a clock was set back between two events: then the
 * history is out of order for whoever reads it, too.
 */
const BY_ORDER_OF_TIME: ReadonlySet<string> = new Set([
  'an answered status stays answered',
  'statuses only change as allowed',
  'the history has every change',
  'every change is delivered once, in order',
  'a payment is told at its last acquirer',
]);

/** A merchant names the end of its Pix by its own clock: one that is ahead refuses it. */
const ENDED_BY_CLOCK = /pix_expiration_invalid$/;

export interface KillTestOptions {
  readonly place: DatabasePlace;
  readonly engine: 'sqlite' | 'postgres';
  readonly rounds: number;
  readonly instances: number;
  /** Worker processes of each instance, on PostgreSQL. */
  readonly processes: number;
  readonly seed: number;
  /** Merchants at work at the same time. */
  readonly workers: number;
  /** The clocks of the instances and of the database are set ahead and back, and run too fast or too slow. */
  readonly wrongClocks: boolean;
  /** Connections of a pooler in transaction mode between the instances and PostgreSQL; 0: none. */
  readonly pooler: number;
  /** Most sales are at pin pads, and their payment clients die every few moments. */
  readonly pinPads: boolean;
  /** A third merchant has a second acquirer, which its rules name too. */
  readonly twoAcquirers: boolean;
  /** Ends the test early; the work done until then is judged. */
  readonly signal?: AbortSignal;
  onRound?(round: number): void;
}

export interface KillTestResult {
  readonly findings: readonly Finding[];
  readonly evidence: Evidence;
  readonly rounds: number;
  /** How many of each kind merchants began. */
  readonly begun: Readonly<
    Record<'sale' | 'routed' | 'link' | 'card' | 'till' | 'recurrence' | 'pix' | 'slip', number>
  >;
  /** Callbacks whose tries were used up, and which were delivered again by hand. */
  readonly resent: number;
  /** Sales that recovery left to a person, because a clock said that their time was up. */
  readonly retried: number;
  /** Writer threads and worker processes that died, and that their instances replaced. */
  readonly partsLost: number;
  /** How often the pooler was killed and started again. */
  readonly poolerRestarts: number;
  readonly startsMs: readonly number[];
  readonly settledInMs: number;
  /** Payment clients that died, by the moment. */
  readonly clientDeaths: Readonly<Record<string, number>>;
}

/**
 * Kills the service repeatedly while merchants sell through it, then judges the evidence. `inspect` is called before the
 * clean-up, while the service is still running.
 */
export async function runKillTest(
  options: KillTestOptions,
  inspect: (testBed: TestBed, result: KillTestResult) => Promise<void>,
): Promise<KillTestResult> {
  const testBed = await openTestBed(options);
  try {
    const result = await run(options, testBed);
    await inspect(testBed, result);
    return result;
  } finally {
    await testBed.close();
  }
}

async function run(options: KillTestOptions, testBed: TestBed): Promise<KillTestResult> {
  const { seed, place, workers } = options;
  const { acquirer, secondAcquirer, bank, cluster, receivers } = testBed;
  const faults = options.wrongClocks ? LATE_FAULTS : HOST_FAULTS;
  await acquirer.setFaults(secondAcquirer ? { ...faults, ...OFTEN_UNREACHABLE } : faults);
  await secondAcquirer?.setFaults(SECOND_FAULTS);
  await bank.setFaults(BANK_FAULTS);
  const startedAt = performance.now();
  const load = startLoad(testBed, { seed, receivers: receivers.count, workers, pinPads: options.pinPads });
  const rounds = await killRepeatedly(options, testBed);
  await load.stop();
  await acquirer.setFaults({});
  await secondAcquirer?.setFaults({});
  await bank.setFaults({});
  testBed.pinPads.heal();
  await testBed.clocks?.setRight();
  receivers.acceptAll();
  await cancelWaiting(testBed);
  const moneyIsBooked = () => untilMoneyIsBooked(place, bank, SETTLES_WITHIN_MS);
  const bookedAtFirst = await moneyIsBooked();
  const wasLong = performance.now() - startedAt > RECOVERY_DAY_MS;
  const { settled, retried } = await settle(testBed, wasLong);
  // A surplus that a person lets be tried again is on its way back once more.
  const notBooked = retried === 0 ? bookedAtFirst : await moneyIsBooked();
  // On a busy machine a callback may use up its tries, which the time scale puts within six seconds.
  const lost = await countFailedPostbacks(place);
  const resent = await testBed.resendFailed();
  const { tookMs, left } = resent === 0 ? settled : await waitUntilSettled(place, SETTLES_WITHIN_MS);
  await acquirer.advance(HOST_ADVANCE_MS);
  const evidence = await collect(testBed);
  const calls = cluster.hadOutage() ? evidence.calls.map(withoutUnavailable) : evidence.calls;
  const all = judge({ ...evidence, calls });
  const findings = testBed.clocks ? all.filter(isTrueWithoutClocks) : [...all];
  if (left) findings.push({ rule: 'everything settles in time', details: `after ${tookMs} ms: ${left}` });
  if (notBooked) findings.push({ rule: 'everything settles in time', details: notBooked });
  if (lost > 0 && !testBed.clocks)
    findings.push({ rule: 'no postback uses up its tries', details: `${lost} did` });
  if (hasNoFailOver(evidence, testBed))
    findings.push({ rule: 'some payments are tried elsewhere', details: 'none was' });
  for (const line of cluster.errors) {
    if (wasLong && LEFT_TO_A_PERSON.test(line)) continue;
    findings.push({ rule: 'the service logs no error', details: line });
  }
  return {
    findings,
    evidence,
    rounds,
    begun: load.begun(),
    resent,
    retried,
    partsLost: cluster.partsLost(),
    poolerRestarts: testBed.pooler?.restarts() ?? 0,
    startsMs: cluster.startsMs,
    settledInMs: tookMs,
    clientDeaths: testBed.pinPads.deaths(),
  };
}

/**
 * Until nothing is open. What recovery finds to wait for a buyer is canceled too; after wrong clocks, or a day, some sales were left
 * to a person, who lets recovery go on.
 */
async function settle(testBed: TestBed, wasLong: boolean) {
  const looksAfter = testBed.clocks !== undefined || wasLong;
  const startedAt = performance.now();
  let retried = 0;
  for (;;) {
    const { left } = await waitUntilSettled(testBed.place, LOOKED_AFTER_MS);
    const tookMs = performance.now() - startedAt;
    await cancelWaiting(testBed);
    const manual = looksAfter ? await testBed.retryManual() : 0;
    retried += manual;
    const isOver = manual === 0 && left === '';
    if (isOver || tookMs > SETTLES_WITHIN_MS) return { settled: { tookMs, left }, retried };
  }
}

/** Whether a finding would say something also where the clocks were wrong. */
function isTrueWithoutClocks({ rule, details }: Finding): boolean {
  return !BY_ORDER_OF_TIME.has(rule) && !ENDED_BY_CLOCK.test(details);
}

/** A test of what happens at a second acquirer that never gets there shows nothing. */
function hasNoFailOver({ attempts, history }: Evidence, { secondAcquirer }: TestBed): boolean {
  const atSecond = attempts.filter(({ provider }) => provider === secondAcquirer?.provider);
  return atSecond.length >= ENOUGH_AT_SECOND && failOversIn(history).length === 0;
}

/** Unlike callbacks, postbacks are tried for longer than a run takes. */
async function countFailedPostbacks(place: DatabasePlace): Promise<number> {
  const stored = await openStoredRows(place);
  try {
    return await stored.count('postbacks', "state = 'failed' and kind <> 'callback'");
  } finally {
    await stored.close();
  }
}

async function killRepeatedly(options: KillTestOptions, testBed: TestBed): Promise<number> {
  const { clocks, client } = testBed;
  const random = createRandom(options.seed, 'kills');
  for (let round = 1; round <= options.rounds; round += 1) {
    if (options.signal?.aborted) return round - 1;
    const enough = client.answered() + random.between(LEAST_ANSWERS, MOST_ANSWERS);
    const latest = performance.now() + LONGEST_ROUND_MS;
    await clocks?.change();
    await sleep(lengthOf(random, options.engine));
    while (client.answered() < enough && performance.now() < latest) await sleep(POLL_MS);
    await killOrStall(random, testBed);
    options.onRound?.(round);
  }
  return options.rounds;
}

async function killOrStall(random: Random, { cluster, pooler }: TestBed): Promise<void> {
  const { size } = cluster;
  if (pooler && random.happens(KILL_POOLER_PROBABILITY)) {
    cluster.expectOutage();
    await pooler.restart();
    return;
  }
  if (size > 1 && random.happens(STALL_PROBABILITY)) {
    await cluster.stall(random.between(0, size - 1), random.between(LEAST_STALL_MS, MOST_STALL_MS));
    return;
  }
  if (cluster.hasParts && random.happens(KILL_PART_PROBABILITY)) {
    cluster.killPart(random.between(0, size - 1));
    return;
  }
  const victims = victimsOf(random, size);
  await Promise.all(victims.map((instance) => cluster.kill(instance)));
  for (const instance of victims) await cluster.restart(instance);
}

function lengthOf(random: Random, engine: KillTestOptions['engine']): number {
  return random.happens(LONG_ROUNDS[engine]) ? LONG_ROUND_MS : random.between(LEAST_ROUND_MS, MOST_ROUND_MS);
}

function victimsOf(random: Random, size: number): readonly number[] {
  const all = Array.from({ length: size }, (_, instance) => instance);
  return random.happens(KILL_ALL_PROBABILITY) ? all : [random.between(0, size - 1)];
}
