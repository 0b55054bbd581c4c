import { parseArgs } from 'node:util';
import { newDatabasePlace } from '../../support/databases.ts';
import { globalTeardown, setUp } from '../../support/global-setup.ts';
import { endGuardian, killStarted } from '../../support/service-process.ts';
import { type KillTestOptions, runKillTest } from './kill-test.ts';
import { MANY_WORKERS } from './load.ts';
import { reportOf, summaryOf } from './report.ts';

const USAGE = `npm run crash-test -- [--rounds N] [--engine sqlite|postgres|both] [--instances N] [--processes N] [--workers N] [--seed N] [--clocks]
                      [--pooler N] [--pin-pads] [--one-acquirer]

Kills the service again and again while merchants sell through it, then compares what everybody knows.
Without options: 50 rounds on both engines, one instance. Several instances, and several
processes of an instance, need PostgreSQL. With --clocks the clocks of all instances, and of
PostgreSQL, are set ahead and back all the time. With --pooler all instances reach PostgreSQL through
a pooler in transaction mode with N connections, which is killed too. With --pin-pads most sales are
at pin pads, and their payment clients die every few moments. With --one-acquirer no merchant has a second
one.
`;
const PROGRESS_EVERY = 25;
const MAX_SEED = 2 ** 31;
const USAGE_ERROR = 2;
const INTERRUPTED = 130;

type Engine = KillTestOptions['engine'];

interface Arguments {
  readonly rounds: number;
  readonly engines: readonly Engine[];
  readonly instances: number;
  readonly processes: number;
  readonly workers: number;
  readonly seed: number;
  readonly wrongClocks: boolean;
  readonly pooler: number;
  readonly pinPads: boolean;
  readonly twoAcquirers: boolean;
}

const chosen = readArguments();
if (typeof chosen === 'string') {
  process.stderr.write(`${chosen}\n${USAGE}`);
  process.exitCode = USAGE_ERROR;
} else {
  await runAll(chosen);
}

async function runAll({ engines, ...options }: Arguments): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      process.exitCode = INTERRUPTED;
      if (!interrupt.signal.aborted) interrupt.abort();
      else process.exit();
    });
  }
  if (engines.includes('postgres')) await setUp({ onDisk: true });
  try {
    for (const engine of engines) {
      if (!interrupt.signal.aborted) await runOne({ ...options, engine, signal: interrupt.signal });
    }
  } finally {
    killStarted();
    endGuardian();
    await globalTeardown();
  }
}

async function runOne(options: Omit<KillTestOptions, 'place'>): Promise<void> {
  const { engine, instances, processes, rounds, seed, wrongClocks, pooler, pinPads, twoAcquirers } = options;
  const startedAt = performance.now();
  write(
    `${engine}, ${instances} instance(s), ${processes} process(es) each, ${rounds} rounds, seed ${seed}${wrongClocks ? ', wrong clocks' : ''}${pooler > 0 ? `, pooler of ${pooler}` : ''}${pinPads ? ', mostly pin pads' : ''}${twoAcquirers ? '' : ', one acquirer'}`,
  );
  const place = await newDatabasePlace(engine);
  const complete: KillTestOptions = {
    ...options,
    place,
    onRound: (round) => {
      if (round % PROGRESS_EVERY === 0) write(`  round ${round}, ${seconds(startedAt)}`);
    },
  };
  try {
    await runKillTest(complete, async (testBed, result) => {
      write(`${summaryOf(result)}; ${seconds(startedAt)}`);
      if (result.findings.length === 0) return write('nothing lost, nothing charged twice');
      write(await reportOf(complete, testBed, result));
      process.exitCode = 1;
    });
  } finally {
    await place.remove();
  }
}

function readArguments(): Arguments | string {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '50' },
      engine: { type: 'string', default: 'both' },
      instances: { type: 'string', default: '1' },
      processes: { type: 'string', default: '1' },
      workers: { type: 'string', default: String(MANY_WORKERS) },
      seed: { type: 'string' },
      clocks: { type: 'boolean', default: false },
      pooler: { type: 'string' },
      'pin-pads': { type: 'boolean', default: false },
      'one-acquirer': { type: 'boolean', default: false },
    },
  });
  const counts = {
    rounds: Number(values.rounds),
    instances: Number(values.instances),
    processes: Number(values.processes),
    workers: Number(values.workers),
    ...(values.pooler === undefined ? {} : { pooler: Number(values.pooler) }),
  };
  const seed = values.seed === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(values.seed);
  if (!Object.values(counts).every(isCount) || !Number.isInteger(seed))
    return '--rounds, --instances, --processes, --workers, --pooler and --seed must be whole numbers';
  const { pooler = 0 } = counts;
  const engines = enginesOf(values.engine, counts.instances * counts.processes > 1 || pooler > 0);
  if (typeof engines === 'string') return engines;
  return {
    ...counts,
    ...{ pooler, seed, engines, wrongClocks: values.clocks, pinPads: values['pin-pads'] },
    twoAcquirers: !values['one-acquirer'],
  };
}

function enginesOf(engine: string, needsPostgres: boolean): readonly Engine[] | string {
  if (engine === 'both') return needsPostgres ? ['postgres'] : ['sqlite', 'postgres'];
  if (engine === 'sqlite')
    return needsPostgres ? 'SQLite supports one instance of one process only, without a pooler' : ['sqlite'];
  return engine === 'postgres' ? ['postgres'] : `unknown engine ${engine}`;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
