import type { AcquirerCall } from '../guard.ts';
import { failedOnTheWay } from '../outcome.ts';

/** What is looked at: the last five minutes, or the last fifty calls where there were fewer. */
const WINDOW_MS = 5 * 60_000;
const WINDOW_CALLS = 50;
/** Calls of the last minutes are counted together, by parts of time. */
const PART_MS = 10_000;

/** Sales that an account was asked for. */
export interface Calls {
  /** The last ones, the newest at the end: `g` answered, `b` bad. */
  readonly last: string;
  /** Those of the last minutes, the oldest first. */
  readonly parts: readonly Part[];
}

/** How many calls of `PART_MS` from `from` on, and how many of them were bad. Milliseconds since 1970. */
export interface Part {
  readonly from: number;
  readonly all: number;
  readonly bad: number;
}

export const NO_CALLS: Calls = { last: '', parts: [] };

type AskedCall = Pick<AcquirerCall, 'outcome' | 'declineClass' | 'code'>;

/**
 * Whether the way to the acquirer or behind it is in doubt. Any other answer is good news of it, a refusal of the card and
 * one of the request too.
 */
export function isBadCall({ outcome, declineClass, code = '' }: AskedCall): boolean {
  if (outcome === 'not_sent' || outcome === 'unknown') return true;
  return declineClass !== undefined && failedOnTheWay({ declineClass, code });
}

export function withCall(calls: Calls, isBad: boolean, at: number): Calls {
  const from = at - (at % PART_MS);
  const last = isBad ? 'b' : 'g';
  const bad = isBad ? 1 : 0;
  const newest = calls.parts.at(-1);
  if (newest?.from !== from) return joined(calls, { last, parts: [{ from, all: 1, bad }] }, at);
  return {
    last: (calls.last + last).slice(-WINDOW_CALLS),
    parts: calls.parts.with(-1, { from, all: newest.all + 1, bad: newest.bad + bad }),
  };
}

/** Both together; those of `later` are taken for the newer ones. What is older than the window is left out. */
export function joined(earlier: Calls, later: Calls, now: number): Calls {
  const sums = new Map<number, Part>();
  for (const part of [...earlier.parts, ...later.parts]) {
    if (Math.abs(now - part.from) >= WINDOW_MS) continue;
    const { all = 0, bad = 0 } = sums.get(part.from) ?? {};
    sums.set(part.from, { from: part.from, all: all + part.all, bad: bad + part.bad });
  }
  return {
    last: (earlier.last + later.last).slice(-WINDOW_CALLS),
    parts: [...sums.values()].toSorted((one, other) => one.from - other.from),
  };
}

/** The counts of whichever part of the window is longer. */
export function countedAt(
  { last, parts }: Calls,
  now: number,
): { readonly all: number; readonly bad: number } {
  const recent = parts.filter(({ from }) => Math.abs(now - from) < WINDOW_MS);
  const all = recent.reduce((sum, part) => sum + part.all, 0);
  if (all >= last.length) return { all, bad: recent.reduce((sum, part) => sum + part.bad, 0) };
  return { all: last.length, bad: [...last].filter((call) => call === 'b').length };
}

export function hasBad({ last, parts }: Calls): boolean {
  return last.includes('b') || parts.some(({ bad }) => bad > 0);
}
