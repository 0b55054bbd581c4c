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

interface Goal {
  readonly of: ScenarioName;
  readonly text: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  measured(result: ScenarioResult, rsaMicros: number): number | undefined;
}

const ofFloor = (result: ScenarioResult) => busiest(result, (load) => load.ofFloor);
const perSecond = (result: ScenarioResult) => busiest(result, (load) => load.subject.perSecond);
const p99Ms = (result: ScenarioResult) => result.arrivals.p99Ms;
const idleMb = (result: ScenarioResult) => result.idleRssMb;
const bytes = (result: ScenarioResult) => result.bytesPerRow;
const ofRsa = (result: ScenarioResult, rsaMicros: number) => (perSecond(result) * rsaMicros) / 1e6;

const GOALS: readonly Goal[] = [
  { of: 'clear-sqlite', text: 'clear card, SQLite: share of the floor', atLeast: 0.35, measured: ofFloor },
  { of: 'clear-sqlite', text: 'clear card, SQLite: requests/s', atLeast: 3000, measured: perSecond },
  {
    of: 'clear-postgres',
    text: 'clear card, PostgreSQL: share of the floor',
    atLeast: 0.15,
    measured: ofFloor,
  },
  { of: 'card-hash', text: "cardHash: share of what one core's RSA allows", atLeast: 0.7, measured: ofRsa },
  { of: 'public-key', text: 'public key: share of the floor', atLeast: 0.4, measured: ofFloor },
  { of: 'clear-sqlite', text: 'p99 at 500/s, SQLite, ms', atMost: 20, measured: p99Ms },
  { of: 'clear-postgres', text: 'p99 at 500/s, PostgreSQL, ms', atMost: 20, measured: p99Ms },
  { of: 'clear-sqlite', text: 'idle memory, SQLite, MB', atMost: 120, measured: idleMb },
  { of: 'clear-postgres', text: 'idle memory, PostgreSQL, MB', atMost: 120, measured: idleMb },
  { of: 'clear-sqlite', text: 'bytes for each transaction, SQLite', atMost: 2500, measured: bytes },
  { of: 'clear-postgres', text: 'bytes for each transaction, PostgreSQL', atMost: 2500, measured: bytes },
];

/** Every aim whose scenario was run and whose figure could be measured. */
export function judge(results: readonly ScenarioResult[], rsaMicros: number): readonly Aim[] {
  return GOALS.flatMap((goal) => {
    const result = results.find(({ name }) => name === goal.of);
    const measured = result && goal.measured(result, rsaMicros);
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
