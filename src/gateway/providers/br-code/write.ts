import { asciiText } from '../texts.ts';
import { crc16 } from './crc16.ts';
import { ID, MAX, NO_TXID, PIX } from './names.ts';
import { type Field, writeTlv } from './tlv.ts';

/** Who is paid, as the payer's bank shows it: written without accents and cut to what fits. */
export interface CodeReceiver {
  readonly name: string;
  readonly city: string;
}

/** What the payer's bank reads at the location counts: amount, key, until when. */
export interface DynamicCode {
  /** Without `https://`. */
  readonly location: string;
  readonly receiver: CodeReceiver;
  /** Of the recurrence that the payer agrees to with this payment (Pix Automático), or by itself. */
  readonly recurrence?: string | undefined;
}

/** Paid without asking the receiver's bank: as often as one likes. */
export interface StaticCode {
  readonly key: string;
  readonly receiver: CodeReceiver;
  /** Centavos; undefined: the payer types it. */
  readonly amount?: number | undefined;
  /** 1 to 25 letters and digits. */
  readonly txid?: string | undefined;
  /** Shown to the payer; cut to what the key leaves. */
  readonly info?: string | undefined;
}

const TXID = /^[a-zA-Z0-9]{1,25}$/;
const USED_ONCE = '12';
const UNKNOWN_NAME = 'RECEBEDOR';
const UNKNOWN_CITY = 'BRASIL';

/** Undefined where the location cannot stand in a code. */
export function writeDynamicCode({ location, receiver, recurrence }: DynamicCode): string | undefined {
  if (!isLocation(location) || (recurrence !== undefined && !isLocation(recurrence))) return undefined;
  const agreed = recurrence === undefined ? [] : [template(ID.recurrence, [[ID.location, recurrence]])];
  return written([
    [ID.initiation, USED_ONCE],
    template(ID.account, [[ID.location, location]]),
    ...end(receiver, NO_TXID),
    ...agreed,
  ]);
}

/** Undefined where the key, the amount or the txid cannot stand in a code. */
export function writeStaticCode({ key, receiver, amount, txid, info }: StaticCode): string | undefined {
  if (key.length > MAX.key || asciiText(key, MAX.key) !== key) return undefined;
  if (txid !== undefined && !TXID.test(txid)) return undefined;
  if (amount !== undefined && !(Number.isSafeInteger(amount) && amount > 0)) return undefined;
  const money = amount === undefined ? undefined : reaisOf(amount);
  if (money !== undefined && money.length > MAX.amount) return undefined;
  const left = MAX.template - `0014${PIX}01nn${key}02nn`.length;
  const told = info === undefined || left <= 0 ? undefined : asciiText(info, left);
  const account: readonly Field[] = [[ID.key, key], ...(told ? [[ID.info, told] as const] : [])];
  return written([template(ID.account, account), ...end(receiver, txid ?? NO_TXID, money)]);
}

/** From the category on, which is the same in both. */
function end({ name, city }: CodeReceiver, txid: string, amount?: string): readonly Field[] {
  return [
    [ID.category, '0000'],
    [ID.currency, '986'],
    ...(amount === undefined ? [] : [[ID.amount, amount] as const]),
    [ID.country, 'BR'],
    [ID.name, asciiText(name, MAX.name) ?? UNKNOWN_NAME],
    [ID.city, asciiText(city, MAX.city) ?? UNKNOWN_CITY],
    [ID.additional, writeTlv([[ID.txid, txid]]) ?? ''],
  ];
}

function template(id: string, fields: readonly Field[]): Field {
  return [id, writeTlv([[ID.domain, PIX], ...fields]) ?? ''];
}

function written(fields: readonly Field[]): string | undefined {
  const text = writeTlv([[ID.format, '01'], ...fields]);
  if (text === undefined) return undefined;
  const counted = `${text}${ID.crc}04`;
  return counted + crc16(counted);
}

function isLocation(location: string): boolean {
  return (
    location.length > 0 &&
    location.length <= MAX.location &&
    /^[!-~]+$/.test(location) &&
    !/:\/\//.test(location)
  );
}

function reaisOf(centavos: number): string {
  const digits = String(centavos).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
