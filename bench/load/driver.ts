import type { Program } from '../program.ts';
import { closedLoop, type Window } from './closed-loop.ts';
import { type Arrivals, constantArrivals } from './constant-arrivals.ts';
import type { Load } from './load.ts';

/** Requests per connection of the first run, which estimates the speed. */
const FIRST_REQUESTS_PER_CONNECTION = 20;
const MAX_REQUESTS = 200_000;

/** Puts load on one program and counts all its answers. */
export interface Driver {
  readonly program: Program;
  /** Sends as many requests as should take `milliseconds`, judging by the last run with as many connections. */
  closedLoop(connections: number, milliseconds: number): Promise<Window>;
  arrivals(perSecond: number, milliseconds: number): Promise<Arrivals>;
  readonly answers: number;
}

export function createDriver(program: Program, load: Load): Driver {
  const speeds = new Map<number, number>();
  let answers = 0;
  const amountFor = (connections: number, milliseconds: number): number => {
    const speed = speeds.get(connections);
    const wanted =
      speed === undefined ? connections * FIRST_REQUESTS_PER_CONNECTION : (speed * milliseconds) / 1000;
    return Math.min(MAX_REQUESTS, Math.max(connections, Math.round(wanted)));
  };
  return {
    program,
    closedLoop: async (connections, milliseconds) => {
      const window = await closedLoop(program, load, connections, amountFor(connections, milliseconds));
      speeds.set(connections, window.perSecond);
      answers += window.requests;
      return window;
    },
    arrivals: async (perSecond, milliseconds) => {
      const amount = Math.round((perSecond * milliseconds) / 1000);
      const arrivals = await constantArrivals(program.address, load, { perSecond, amount });
      answers += arrivals.requests;
      return arrivals;
    },
    get answers() {
      return answers;
    },
  };
}
