import { blockOf } from '../../platform/network.ts';
import { readAmountText } from '../../platform/text/amount-text.ts';
import { UsageError } from './command.ts';

const ID = /^[1-9]\d{0,15}$/;
const BLOCK = /\/(?:24|48)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An id from 1 to 2^53−1. `what` names it in the error. */
export function readId(text: string, what: string): number {
  const id = Number(text);
  if (!ID.test(text) || !Number.isSafeInteger(id)) {
    throw new UsageError(`${what} deve ser um número inteiro a partir de 1, não "${text}".`);
  }
  return id;
}

/** One of a list of words. */
export function readChoice<Choice extends string>(
  text: string,
  choices: readonly Choice[],
  what: string,
): Choice {
  const chosen = choices.find((choice) => choice === text);
  if (chosen === undefined) throw new UsageError(`${what} deve ser ${orList(choices)}, não "${text}".`);
  return chosen;
}

/** `AAAA-MM-DD`, up to and including that day in the zone: the first millisecond after it, since 1970. */
export function readLastDay(text: string, timeZone: string, what: string): number {
  return readDate(text, what).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

/** `AAAA-MM-DD`, from that day in the zone on: its first millisecond, since 1970. */
export function readFirstDay(text: string, timeZone: string, what: string): number {
  return readDate(text, what).toZonedDateTime(timeZone).epochMilliseconds;
}

/** `AAAA-MM-DD`, as it stands. */
export function readDay(text: string, what: string): string {
  readDate(text, what);
  return text;
}

function readDate(text: string, what: string): Temporal.PlainDate {
  if (DAY.test(text)) {
    try {
      return Temporal.PlainDate.from(text);
    } catch {
      // A text such as 2027-02-30 has the form of a day but is none: reported below.
    }
  }
  throw new UsageError(`${what} deve ser um dia no formato AAAA-MM-DD, não "${text}".`);
}

/** Reais as people type them, `1.234,50` or `10`: in centavos. */
export function readReais(text: string, what: string): number {
  const read = readAmountText(text);
  if (typeof read === 'number') return read;
  throw new UsageError(`${what} deve ser em reais, como 10,50, não "${text}".`);
}

/** A block of addresses, as `203.0.113.0/24` or `2001:db8:7::/48`, or any address in it. */
export function readBlock(text: string, what: string): string {
  const block = blockOf(text);
  if (BLOCK.test(block)) return block;
  throw new UsageError(
    `${what} deve ser um endereço IP, ou uma rede /24 (IPv4) ou /48 (IPv6), não "${text}".`,
  );
}

function orList(choices: readonly string[]): string {
  const last = choices.at(-1) ?? '';
  return choices.length > 1 ? `${choices.slice(0, -1).join(', ')} ou ${last}` : last;
}
