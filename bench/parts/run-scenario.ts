import { setTimeout as sleep } from 'node:timers/promises';
import { type CountedTable, openStorage, type Storage } from '../data/storage.ts';
import type { Arrivals } from '../load/constant-arrivals.ts';
import { createDriver, type Driver } from '../load/driver.ts';
import { LoadFailed } from '../load/load.ts';
import { ARRIVALS_PER_SECOND, type Pace } from '../load/pace.ts';
import { newPlace, startFloor, startMinimum, startService } from '../place.ts';
import { type Compared, type Comparison, compare } from '../report/compare.ts';
import { answerTo, clearCardLoad, type Scenario, type ScenarioName } from './scenarios.ts';

export interface ScenarioResult extends Comparison {
  readonly name: ScenarioName;
  readonly title: string;
  readonly arrivals: Arrivals;
  /** Against the durable minimum, in the columns of the floor, and what that one does at a constant rate. */
  readonly minimum: { readonly loads: readonly Compared[]; readonly arrivals: Arrivals } | undefined;
  readonly idleRssMb: number | undefined;
  readonly loadedRssMb: number | undefined;
  /** Equal to the number of stored rows, otherwise the run fails. */
  readonly answers: number;
  readonly bytesPerRow: number;
  /** The same by table and index, largest first; those that hardly grow are left out. */
  readonly sizes: readonly (readonly [name: string, bytesPerRow: number])[];
}

/** Runs a scenario with its own service, database and floor. Throws LoadFailed for an unexpected answer or row count. */
export async function runScenario(
  scenario: Scenario,
  pace: Pace,
  cleanup: AsyncDisposableStack,
): Promise<ScenarioResult> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const place = await newPlace(own, scenario.engine);
    const service = await startService(own, place, scenario.settings);
    await sleep(pace.settleMs);
    const idleRssMb = service.usage()?.rssMb;
    const load = await scenario.load(service.address);
    const answer = { status: load.status, body: await answerTo(service.address, load) };
    const floor = await startFloor(own, place, 'floor', answer);
    const minimum = scenario.besideMinimum && (await startMinimum(own, place, answer));
    const subject = createDriver(service, load);
    const storage = await openStorage(own, place);

    const measure = async () => {
      const before = await stored(storage, scenario.table);
      const comparison = await compare(subject, createDriver(floor, load), pace);
      const arrivals = await subject.arrivals(ARRIVALS_PER_SECOND, pace.arrivalsMs);
      const beside = minimum && (await besideMinimum(subject, createDriver(minimum, load), pace));
      const loadedRssMb = service.usage()?.rssMb;
      const after = await stored(storage, scenario.table);
      checkRows(after.rows - before.rows, subject);
      const bytesPerRow = (after.bytes - before.bytes) / subject.answers;
      return {
        ...comparison,
        arrivals,
        minimum: beside,
        loadedRssMb,
        bytesPerRow,
        sizes: grown(before, after, subject.answers),
      };
    };
    const programs = [service, floor, ...(minimum ? [minimum] : []), ...(place.server ? [place.server] : [])];
    const measured = await Promise.race([measure(), ...programs.map(({ died }) => died)]);
    const { name, title } = scenario;
    return { name, title, idleRssMb, answers: subject.answers, ...measured };
  } finally {
    await own.disposeAsync();
  }
}

async function besideMinimum(
  subject: Driver,
  minimum: Driver,
  pace: Pace,
): Promise<NonNullable<ScenarioResult['minimum']>> {
  const { loads } = await compare(subject, minimum, pace);
  return { loads, arrivals: await minimum.arrivals(ARRIVALS_PER_SECOND, pace.arrivalsMs) };
}

interface Stored {
  readonly rows: number;
  readonly bytes: number;
  readonly sizes: ReadonlyMap<string, number>;
}

async function stored(storage: Storage, table: CountedTable): Promise<Stored> {
  return { rows: await storage.rows(table), bytes: await storage.bytes(), sizes: await storage.sizes() };
}

function grown(before: Stored, after: Stored, rows: number): ScenarioResult['sizes'] {
  return [...after.sizes]
    .map(([name, bytes]) => [name, (bytes - (before.sizes.get(name) ?? 0)) / rows] as const)
    .filter(([, bytes]) => bytes >= 1)
    .sort(([, one], [, other]) => other - one);
}

function checkRows(rows: number, { answers }: Driver): void {
  if (rows !== answers) throw new LoadFailed(`${answers} answers, but ${rows} rows were stored`);
}

/** The cost of the service's HTTP server above plain Fastify: the floor is the subject, `bare` its floor. */
export async function runHttp(pace: Pace, cleanup: AsyncDisposableStack): Promise<readonly Compared[]> {
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const place = await newPlace(own, 'sqlite');
    const load = clearCardLoad();
    const service = await startService(own, place);
    const answer = { status: load.status, body: await answerTo(service.address, load) };
    const floor = await startFloor(own, place, 'floor', answer);
    const bare = await startFloor(own, place, 'bare', answer);
    const measured = compare(createDriver(floor, load), createDriver(bare, load), pace);
    const { loads } = await Promise.race([measured, floor.died, bare.died]);
    return loads;
  } finally {
    await own.disposeAsync();
  }
}
