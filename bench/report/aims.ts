import type { MeasuredDataSize } from '../parts/run-data-size.ts';
import type { MeasuredOpenCodes } from '../parts/run-open-codes.ts';
import type { MeasuredOpenPages } from '../parts/run-open-pages.ts';
import type { ScenarioResult } from '../parts/run-scenario.ts';
import type { MeasuredSlowAcquirer } from '../parts/run-slow-acquirer.ts';
import type { ScenarioName } from '../parts/scenarios.ts';
import type { Compared } from './compare.ts';

/** Loads by which throughput is judged: the worse of the two counts. */
const BUSY_CONNECTIONS = [32, 64];

export interface Aim {
  readonly text: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly measured: number;
  readonly met: boolean;
}

/** What the machine can do, by which some figures are judged. */
export interface Capacity {
  /** Of one RSA private operation. */
  readonly rsaMicros: number;
  readonly cores: number;
}

/** What there are aims for, as far as it was measured. */
export interface Measured {
  readonly scenarios: readonly ScenarioResult[];
  readonly dataSize: readonly MeasuredDataSize[];
  readonly pix: readonly Compared[];
  readonly openCodes: MeasuredOpenCodes | undefined;
  readonly openPages: MeasuredOpenPages | undefined;
  readonly slowAcquirer: MeasuredSlowAcquirer | undefined;
}

interface Goal {
  readonly text: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  measured(measured: Measured, capacity: Capacity): number | undefined;
}

type Figure = (result: ScenarioResult, capacity: Capacity) => number | undefined;

const ofFloor: Figure = (result) => busiest(result.loads, (load) => load.ofFloor);
const ofMinimum: Figure = ({ minimum }) => minimum && busiest(minimum.loads, (load) => load.ofFloor);
const ofMinimumAlone: Figure = ({ minimum }) =>
  minimum?.loads.find(({ connections }) => connections === 1)?.ofFloor;
const p99OfMinimum: Figure = ({ arrivals, minimum }) => minimum && arrivals.p99Ms / minimum.arrivals.p99Ms;
const perSecond = (result: ScenarioResult) => busiest(result.loads, (load) => load.subject.perSecond);
const idleMb: Figure = (result) => result.idleRssMb;
const loadedMb: Figure = (result) => result.loadedRssMb;
const bytes: Figure = (result) => result.bytesPerRow;
const ofRsa: Figure = (result, { rsaMicros, cores }) => (perSecond(result) * rsaMicros) / 1e6 / cores;

const sqlite = ofScenario('clear-sqlite');
const postgres = ofScenario('clear-postgres');

const GOALS: readonly Goal[] = [
  {
    text: 'SQLite: share of the durable minimum, 32 and 64 connections',
    atLeast: 0.75,
    measured: sqlite(ofMinimum),
  },
  {
    text: 'PostgreSQL: share of the durable minimum, 32 and 64 connections',
    atLeast: 0.75,
    measured: postgres(ofMinimum),
  },
  {
    text: 'SQLite: share of the durable minimum, one connection',
    atLeast: 0.5,
    measured: sqlite(ofMinimumAlone),
  },
  {
    text: 'PostgreSQL: share of the durable minimum, one connection',
    atLeast: 0.5,
    measured: postgres(ofMinimumAlone),
  },
  { text: "SQLite: p99 at 500/s, times the minimum's", atMost: 4, measured: sqlite(p99OfMinimum) },
  { text: "PostgreSQL: p99 at 500/s, times the minimum's", atMost: 4, measured: postgres(p99OfMinimum) },
  {
    text: "cardHash: share of what the cores' RSA allows",
    atLeast: 0.45,
    measured: ofScenario('card-hash')(ofRsa),
  },
  { text: 'public key: share of the floor', atLeast: 0.5, measured: ofScenario('public-key')(ofFloor) },
  { text: 'idle memory, SQLite, MB', atMost: 120, measured: sqlite(idleMb) },
  { text: 'idle memory, PostgreSQL, MB', atMost: 120, measured: postgres(idleMb) },
  { text: 'memory after load, SQLite, MB', atMost: 230, measured: sqlite(loadedMb) },
  { text: 'memory after load, PostgreSQL, MB', atMost: 230, measured: postgres(loadedMb) },
  { text: 'bytes for each transaction, SQLite', atMost: 1400, measured: sqlite(bytes) },
  { text: 'bytes for each transaction, PostgreSQL', atMost: 1700, measured: postgres(bytes) },
  {
    text: 'slow acquirer: memory after load, MB',
    atMost: 300,
    measured: ({ slowAcquirer }) => slowAcquirer?.loadedRssMb,
  },
  { text: 'many sales stored, SQLite: share of few', atLeast: 0.95, measured: ofFew('sqlite') },
  { text: 'many sales stored, PostgreSQL: share of few', atLeast: 0.95, measured: ofFew('postgres') },
  { text: 'making a Pix: share of a card sale', atLeast: 1, measured: ({ pix }) => worst(pix) },
  {
    text: 'open codes of Pix: share of the sales without them',
    atLeast: 0.95,
    measured: ({ openCodes }) => openCodes && worst(openCodes.loads),
  },
  {
    text: 'open codes of Pix: looks each second',
    atMost: 100,
    measured: ({ openCodes }) => openCodes?.mostLooks,
  },
  { text: 'an open page of a Pix, kB', atMost: 30, measured: ({ openPages }) => openPages?.kbEach },
];

/** Every aim whose part was run and whose figure could be measured. */
export function judge(measured: Measured, capacity: Capacity): readonly Aim[] {
  return GOALS.flatMap((goal) => {
    const figure = goal.measured(measured, capacity);
    if (figure === undefined) return [];
    const { text, atLeast, atMost } = goal;
    const met =
      figure >= (atLeast ?? Number.NEGATIVE_INFINITY) && figure <= (atMost ?? Number.POSITIVE_INFINITY);
    return [{ text, ...(atLeast === undefined ? { atMost } : { atLeast }), measured: figure, met } as Aim];
  });
}

function ofScenario(wanted: ScenarioName): (figure: Figure) => Goal['measured'] {
  return (figure) =>
    ({ scenarios }, capacity) => {
      const result = scenarios.find(({ name }) => name === wanted);
      return result && figure(result, capacity);
    };
}

function worst(loads: readonly Compared[]): number | undefined {
  return loads.length > 0 ? busiest(loads, ({ ofFloor }) => ofFloor) : undefined;
}

/** Of all calls and loads the one that loses most. */
function ofFew(engine: MeasuredDataSize['engine']): Goal['measured'] {
  return ({ dataSize }) => {
    const calls = dataSize.filter((measured) => measured.engine === engine).flatMap(({ calls }) => calls);
    const shares = calls.flatMap(({ loads }) => loads.map(({ ofFloor }) => ofFloor));
    return shares.length > 0 ? Math.min(...shares) : undefined;
  };
}

function busiest(loads: readonly Compared[], figure: (load: Compared) => number): number {
  return Math.min(...loads.filter(({ connections }) => BUSY_CONNECTIONS.includes(connections)).map(figure));
}
