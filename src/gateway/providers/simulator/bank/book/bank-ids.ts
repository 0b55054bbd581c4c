import { createHash } from 'node:crypto';

/** Of no bank. */
const ISPB = '99999004';
const REST_CHARACTERS = 11;

/** `E`, the bank, the minute in UTC and eleven that follow from what it names: the same payment always has the same one. */
export function endToEndIdOf(txid: string, count: number, at: number): string {
  return `E${ISPB}${minuteOf(at)}${restOf(`payment:${txid}:${count}`)}`;
}

/** What the bank itself calls a return. */
export function returnIdOf(endToEndId: string, id: string, at: number): string {
  return `D${ISPB}${minuteOf(at)}${restOf(`return:${endToEndId}:${id}`)}`;
}

function minuteOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace(/\D/g, '');
}

function restOf(named: string): string {
  return createHash('sha256').update(named).digest('hex').slice(0, REST_CHARACTERS);
}
