import type { Window } from '../load/closed-loop.ts';
import type { Driver } from '../load/driver.ts';
import type { Pace } from '../load/pace.ts';
import { median, medianOfKnown, ratio } from '../load/statistics.ts';

const WARM_UP_CONNECTIONS = 32;
const WARM_UP_STEPS = 10;

/** Requests per second at the beginning and at the end of the warm-up: V8 compiles what is called often meanwhile. */
export interface WarmUp {
  readonly firstPerSecond: number;
  readonly lastPerSecond: number;
}

export interface Comparison {
  /** Of the subject. */
  readonly warmUp: WarmUp;
  readonly loads: readonly Compared[];
}

/** Medians over all rounds. */
export interface Compared {
  readonly connections: number;
  readonly subject: Window;
  readonly floor: Window;
  /** Ratio of requests per second, subject to floor; the median over pairs of consecutive windows. */
  readonly ofFloor: number;
  /** Its lowest and highest value: far apart when other processes used the machine. */
  readonly ofFloorRange: readonly [number, number];
  /** Ratio of CPU time per request, floor to subject: comparable even when other processes use the machine. */
  readonly ofFloorByCpu: number | undefined;
}

/** Warms up subject and floor, then loads them in turn, in alternating order, so that a slow machine slows both. */
export async function compare(subject: Driver, floor: Driver, pace: Pace): Promise<Comparison> {
  await warmUp(floor, pace);
  const warmedUp = await warmUp(subject, pace);
  const measured = pace.connections.map((connections) => ({
    connections,
    subject: [] as Window[],
    floor: [] as Window[],
  }));
  for (let round = 0; round < pace.rounds; round += 1) {
    for (const { connections, subject: ofSubject, floor: ofFloor } of measured) {
      const subjectWindow = async () =>
        void ofSubject.push(await subject.closedLoop(connections, pace.windowMs));
      const floorWindow = async () => void ofFloor.push(await floor.closedLoop(connections, pace.windowMs));
      const order = round % 2 === 0 ? [floorWindow, subjectWindow] : [subjectWindow, floorWindow];
      for (const window of order) await window();
    }
  }
  return { warmUp: warmedUp, loads: measured.map(summary) };
}

async function warmUp(driver: Driver, pace: Pace): Promise<WarmUp> {
  for (const connections of pace.connections) await driver.closedLoop(connections, 0);
  // A load of a thousand connections is not warmed up by fewer.
  const warming = Math.max(WARM_UP_CONNECTIONS, Math.min(...pace.connections));
  const speeds: number[] = [];
  for (let step = 0; step < WARM_UP_STEPS; step += 1) {
    const { perSecond } = await driver.closedLoop(warming, pace.warmUpMs / WARM_UP_STEPS);
    speeds.push(perSecond);
  }
  // Estimates the speed of what is now compiled.
  for (const connections of pace.connections) await driver.closedLoop(connections, pace.windowMs / 4);
  return { firstPerSecond: speeds.at(0) ?? Number.NaN, lastPerSecond: speeds.at(-1) ?? Number.NaN };
}

function summary(measured: { connections: number; subject: Window[]; floor: Window[] }): Compared {
  const pairs = measured.subject.flatMap((subject, round) => {
    const floor = measured.floor[round];
    return floor ? [{ subject, floor }] : [];
  });
  const shares = pairs.map(({ subject, floor }) => subject.perSecond / floor.perSecond);
  return {
    connections: measured.connections,
    subject: medianWindow(measured.subject),
    floor: medianWindow(measured.floor),
    ofFloor: median(shares),
    ofFloorRange: [Math.min(...shares), Math.max(...shares)],
    ofFloorByCpu: medianOfKnown(pairs.map(({ subject, floor }) => ratio(floor.cpuMicros, subject.cpuMicros))),
  };
}

function medianWindow(windows: readonly Window[]): Window {
  return {
    requests: windows.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: median(windows.map(({ perSecond }) => perSecond)),
    p50Ms: median(windows.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(windows.map(({ p99Ms }) => p99Ms)),
    cpuMicros: medianOfKnown(windows.map(({ cpuMicros }) => cpuMicros)),
    cores: medianOfKnown(windows.map(({ cores }) => cores)),
  };
}
