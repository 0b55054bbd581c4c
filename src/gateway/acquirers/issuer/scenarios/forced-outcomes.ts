import { isScenario } from './scenarios.ts';

const MAX_FORCED = 20;
const MAX_TIMES = 100_000;

/** The scenario for the next `times` authorizations, whatever the card. */
export interface ForcedOutcome {
  readonly scenario: string;
  readonly times: number;
}

export interface ForcedOutcomes {
  /** Queued behind the outcomes that already wait. False when too many wait. */
  add(forced: ForcedOutcome): boolean;
  /** Uses one up. */
  take(): string | undefined;
  waiting(): readonly ForcedOutcome[];
  clear(): void;
}

export function createForcedOutcomes(): ForcedOutcomes {
  let queue: readonly ForcedOutcome[] = [];

  return {
    add(forced) {
      if (queue.length >= MAX_FORCED) return false;
      queue = [...queue, forced];
      return true;
    },
    take() {
      if (queue.length === 0) return undefined;
      const [first, ...rest] = queue as [ForcedOutcome, ...ForcedOutcome[]];
      queue = first.times > 1 ? [{ ...first, times: first.times - 1 }, ...rest] : rest;
      return first.scenario;
    },
    waiting: () => queue,
    clear() {
      queue = [];
    },
  };
}

/**
 * Reads `{"scenario":"051","times":1}`; `times` is optional. For anything else returns a text that says what is wrong.
 */
export function parseForced(body: Readonly<Record<string, unknown>>): ForcedOutcome | string {
  const { scenario, times = 1 } = body;
  if (typeof scenario !== 'string' || !isScenario(scenario)) {
    return 'scenario deve ser um cenário conhecido, por exemplo "051"';
  }
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > MAX_TIMES) {
    return `times deve ser um inteiro de 1 a ${MAX_TIMES}`;
  }
  return { scenario, times };
}
