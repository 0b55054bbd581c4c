import { randomBytes, randomInt } from 'node:crypto';
import type { Client } from '../support/http-client.ts';
import type { HttpAnswer, HttpRequest } from '../support/http-exchange.ts';

/** Runs a command of the command line. `secretOutput`: its output is meant to show a secret once. */
export type RunCommand = (
  words: readonly string[],
  secretOutput?: 'secret output',
) => Promise<Record<string, unknown>>;

/** All secrets that were sent, and all answers. */
export interface Traces {
  readonly secrets: Map<string, string | Buffer>;
  /** What an answer tells its merchant, and nothing may store or log. */
  readonly told: Map<string, string>;
  readonly securityCodes: Set<string>;
  readonly answers: { readonly asked: string; readonly text: string; readonly status: number }[];
}

export function newTraces(): Traces {
  return { secrets: new Map(), told: new Map(), securityCodes: new Set(), answers: [] };
}

/** What the parts of the suite share. */
export interface Suite {
  readonly client: Client;
  readonly traces: Traces;
  readonly run: RunCommand;
  /** A new card with a unique security code. */
  card(what: string): { number: string; cvv: string; expirationMonth: string; expirationYear: string };
  /** A new key or password. */
  word(what: string): string;
  /** Sends a request and records its answer. */
  send(call: HttpRequest): Promise<HttpAnswer>;
}

export function newSuite(client: Client, run: RunCommand, traces: Traces): Suite {
  const { secrets, securityCodes, answers } = traces;
  /** Stored on purpose: no security code may be one of them by chance, nor one of them a security code. */
  const lastDigits = new Set<string>();
  return {
    client,
    traces,
    run,
    card: (what) => {
      const number = drawn(newCardNumber, (made) => !securityCodes.has(made.slice(-4)));
      lastDigits.add(number.slice(-4));
      const cvv = drawn(
        // No number that is counted or measured, and no year, begins with a zero.
        () => `0${randomInt(101, 1_000)}`,
        (made) => !lastDigits.has(made) && !made.endsWith('0'),
      );
      secrets.set(`card of ${what}`, number);
      securityCodes.add(cvv);
      return { number, cvv, expirationMonth: '12', expirationYear: '2035' };
    },
    word: (what) => {
      const made = `Segredo${randomBytes(12).toString('hex')}`;
      secrets.set(what, made);
      return made;
    },
    send: async (call) => {
      const answer = await client.send(call);
      answers.push({
        asked: `${call.method ?? 'GET'} ${call.path}`,
        text: answer.text,
        status: answer.status,
      });
      return answer;
    },
  };
}

function drawn(draw: () => string, isGood: (made: string) => boolean): string {
  for (let draws = 0; draws < 1_000; draws += 1) {
    const made = draw();
    if (isGood(made)) return made;
  }
  throw new Error('no unused value was found');
}

export function newCardNumber(): string {
  const digits = `4539${Array.from({ length: 11 }, () => randomInt(10)).join('')}`;
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
