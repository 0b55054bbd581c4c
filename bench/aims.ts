import type { ScenarioResult } from './run-scenario.ts';
import type { ScenarioName } from './scenarios.ts';

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

interface Goal {
  readonly of: ScenarioName;
  readonly text: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  measured(result: ScenarioResult, capacity: Capacity): number | undefined;
}

const ofFloor = (result: ScenarioResult) => busiest(result, (load) => load.ofFloor);
const perSecond = (result: ScenarioResult) => busiest(result, (load) => load.subject.perSecond);
const alone = (result: ScenarioResult) =>
  result.loads.find(({ connections }) => connections === 1)?.subject.p50Ms;
const p99Ms = (result: ScenarioResult) => result.arrivals.p99Ms;
const idleMb = (result: ScenarioResult) => result.idleRssMb;
const loadedMb = (result: ScenarioResult) => result.loadedRssMb;
const bytes = (result: ScenarioResult) => result.bytesPerRow;
const ofRsa = (result: ScenarioResult, { rsaMicros, cores }: Capacity) =>
  (perSecond(result) * rsaMicros) / 1e6 / cores;

const GOALS: readonly Goal[] = [
  { of: 'clear-sqlite', text: 'clear card, SQLite: share of the floor', atLeast: 0.4, measured: ofFloor },
  { of: 'clear-sqlite', text: 'clear card, SQLite: requests/s', atLeast: 8000, measured: perSecond },
  { of: 'clear-postgres', text: 'clear card, PostgreSQL: requests/s', atLeast: 5000, measured: perSecond },
  { of: 'clear-sqlite', text: 'p50 of one connection, SQLite, ms', atMost: 0.9, measured: alone },
  { of: 'clear-postgres', text: 'p50 of one connection, PostgreSQL, ms', atMost: 1.8, measured: alone },
  { of: 'card-hash', text: "cardHash: share of what the cores' RSA allows", atLeast: 0.9, measured: ofRsa },
  { of: 'public-key', text: 'public key: share of the floor', atLeast: 0.5, measured: ofFloor },
  { of: 'clear-sqlite', text: 'p99 at 500/s, SQLite, ms', atMost: 10, measured: p99Ms },
  { of: 'clear-postgres', text: 'p99 at 500/s, PostgreSQL, ms', atMost: 10, measured: p99Ms },
  { of: 'clear-sqlite', text: 'idle memory, SQLite, MB', atMost: 100, measured: idleMb },
  { of: 'clear-postgres', text: 'idle memory, PostgreSQL, MB', atMost: 100, measured: idleMb },
  { of: 'clear-sqlite', text: 'memory after load, SQLite, MB', atMost: 200, measured: loadedMb },
  { of: 'clear-postgres', text: 'memory after load, PostgreSQL, MB', atMost: 200, measured: loadedMb },
  { of: 'clear-sqlite', text: 'bytes for each transaction, SQLite', atMost: 1200, measured: bytes },
  { of: 'clear-postgres', text: 'bytes for each transaction, PostgreSQL', atMost: 1500, measured: bytes },
];

/** Every aim whose scenario was run and whose figure could be measured. */
export function judge(results: readonly ScenarioResult[], capacity: Capacity): readonly Aim[] {
  return GOALS.flatMap((goal) => {
    const result = results.find(({ name }) => name === goal.of);
    const measured = result && goal.measured(result, capacity);
    if (measured === undefined) return [];
    const { text, atLeast, atMost } = goal;
    const met =
      measured >= (atLeast ?? Number.NEGATIVE_INFINITY) && measured <= (atMost ?? Number.POSITIVE_INFINITY);
    return [{ text, ...(atLeast === undefined ? { atMost } : { atLeast }), measured, met } as Aim];
  });
}

function busiest(result: ScenarioResult, figure: (load: ScenarioResult['loads'][number]) => number): number {
  const busy = result.loads.filter(({ connections }) => BUSY_CONNECTIONS.includes(connections));
  return Math.min(...busy.map(figure));
}
