import { parseArgs } from 'node:util';
import { runSoak, type Soak, type Window } from './parts/run-soak.ts';

const USAGE = `npm run soak -- [--minutes N] [--engine sqlite|postgres]
  --minutes N  how long (30 by default)
  --engine     sqlite (default) or postgres
`;
const DEFAULT_MINUTES = '30';
const WRONG_USE = 2;

const { minutes, engine } = readOptions(process.argv.slice(2));
const cleanup = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cleanup.disposeAsync().finally(() => process.exit(1)));
}
try {
  process.stdout.write('minute   p50 ms   p99 ms   memory MB\n');
  report(await runSoak(engine, minutes, cleanup, line));
} finally {
  await cleanup.disposeAsync();
}

function line({ minute, p50Ms, p99Ms, rssMb }: Window): void {
  const columns = [String(minute).padStart(6), p50Ms.toFixed(2).padStart(8), p99Ms.toFixed(2).padStart(8)];
  process.stdout.write(`${columns.join(' ')} ${rssMb.toFixed(0).padStart(11)}\n`);
}

function report(soak: Soak): void {
  process.stdout.write(
    `capacity ${soak.capacityPerSecond.toFixed(0)}/s, sold ${soak.perSecond}/s: ${soak.answers} answers, as many rows
memory in the second half: ${soak.memorySlopeMbPerHour.toFixed(1)} MB/hour · p99 of the last third / of the first: ${soak.p99Drift.toFixed(2)}\n`,
  );
}

function readOptions(argv: readonly string[]): { minutes: number; engine: 'sqlite' | 'postgres' } {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      minutes: { type: 'string', default: DEFAULT_MINUTES },
      engine: { type: 'string', default: 'sqlite' },
    },
  });
  const requestedMinutes = Number(values.minutes);
  const { engine: named } = values;
  if (
    !Number.isInteger(requestedMinutes) ||
    requestedMinutes < 1 ||
    (named !== 'sqlite' && named !== 'postgres')
  ) {
    process.stderr.write(USAGE);
    process.exit(WRONG_USE);
  }
  return { minutes: requestedMinutes, engine: named };
}
