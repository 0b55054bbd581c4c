import { nameOfCode } from './issuer-scenarios.ts';
import { isScenario } from './scenarios.ts';

const MAX_FORCED = 20;
const MAX_TIMES = 100_000;
const CODE = /^[0-9A-Z]{2,3}$/;
const ADVICE = /^\w{1,4}$/;
const APPROVED = /^0+$/;

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
 * Reads `{"scenario":"051","times":1}`, or `{"code":"51","advice":"06"}` for a refusal with the issuer's code and
 * Mastercard's advice code; `times` is optional. For anything else returns a text that says what is wrong.
 */
export function parseForced(body: Readonly<Record<string, unknown>>): ForcedOutcome | string {
  const { times = 1 } = body;
  const named = 'code' in body ? readCode(body) : readScenario(body);
  if ('wrong' in named) return named.wrong;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > MAX_TIMES) {
    return `times deve ser um inteiro de 1 a ${MAX_TIMES}`;
  }
  return { scenario: named.scenario, times };
}

type Named = Pick<ForcedOutcome, 'scenario'> | { readonly wrong: string };

function readScenario({ scenario }: Readonly<Record<string, unknown>>): Named {
  if (typeof scenario === 'string' && isScenario(scenario)) return { scenario };
  return { wrong: 'scenario deve ser um cenário conhecido, por exemplo "051"' };
}

function readCode({ scenario, code, advice }: Readonly<Record<string, unknown>>): Named {
  if (scenario !== undefined) return { wrong: 'use scenario ou code, não os dois' };
  if (typeof code !== 'string' || !CODE.test(code) || APPROVED.test(code)) {
    return {
      wrong: 'code deve ser o código de uma recusa, de duas ou três letras e dígitos, por exemplo "51"',
    };
  }
  if (advice === undefined || advice === null) return { scenario: nameOfCode({ code }) };
  if (typeof advice !== 'string' || !ADVICE.test(advice)) {
    return { wrong: 'advice deve ser o código de conselho da Mastercard, por exemplo "06"' };
  }
  return { scenario: nameOfCode({ code, advice }) };
}
