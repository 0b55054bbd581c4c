import { crc16 } from './crc16.ts';
import { ID, NO_TXID, PIX } from './names.ts';
import { readTlv } from './tlv.ts';

/** What a code says. Of a dynamic one, what stands at its location counts. */
export interface BrCode {
  readonly kind: 'static' | 'dynamic' | 'recurrence';
  readonly location?: string;
  readonly recurrence?: string;
  readonly key?: string;
  readonly info?: string;
  /** Centavos. */
  readonly amount?: number;
  readonly txid?: string;
  readonly name: string;
  readonly city: string;
}

export type CodeProblem =
  | 'no_code'
  /** It was changed on its way, or is none. */
  | 'wrong_crc'
  | 'no_pix'
  | 'wrong_field';

const CRC_LENGTH = 4;
const MONEY = /^(\d{1,10})(?:\.(\d{1,2}))?$/;
const ACCOUNTS = { first: 26, last: 51 };
const MERCHANT: Readonly<Record<string, string>> = {
  [ID.format]: '01',
  [ID.currency]: '986',
  [ID.country]: 'BR',
};

/** Reads a code as the app of a bank does; a text that says why where it takes none. */
export function readBrCode(text: string): BrCode | CodeProblem {
  const fields = readTlv(text);
  if (!fields || !text.startsWith(`${ID.format}02`)) return 'no_code';
  const crc = fields.get(ID.crc);
  if (crc === undefined || !text.endsWith(`${ID.crc}04${crc}`)) return 'no_code';
  if (crc.toUpperCase() !== crc16(text.slice(0, -CRC_LENGTH))) return 'wrong_crc';
  if (Object.entries(MERCHANT).some(([id, value]) => fields.get(id) !== value)) return 'wrong_field';
  const account = accountIn(fields);
  const recurrence = pixIn(fields.get(ID.recurrence))?.get(ID.location);
  const name = fields.get(ID.name);
  const city = fields.get(ID.city);
  if (name === undefined || city === undefined) return 'wrong_field';
  const amount = centavosIn(fields.get(ID.amount));
  if (amount === 'wrong_field') return amount;
  const txid = readTlv(fields.get(ID.additional) ?? '')?.get(ID.txid);
  const location = account?.get(ID.location);
  const key = account?.get(ID.key);
  const kind = kindOf({ location, key, recurrence });
  if (kind === undefined) return 'no_pix';
  return present({
    ...{ kind, name, city, location, recurrence, key, amount, info: account?.get(ID.info) },
    txid: txid === NO_TXID ? undefined : txid,
  });
}

interface Places {
  readonly location: string | undefined;
  readonly key: string | undefined;
  readonly recurrence: string | undefined;
}

function kindOf({ location, key, recurrence }: Places): BrCode['kind'] | undefined {
  if (location !== undefined) return 'dynamic';
  if (key !== undefined) return 'static';
  return recurrence === undefined ? undefined : 'recurrence';
}

function accountIn(fields: ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  for (let id = ACCOUNTS.first; id <= ACCOUNTS.last; id += 1) {
    const account = pixIn(fields.get(String(id)));
    if (account) return account;
  }
  return undefined;
}

function pixIn(template: string | undefined): ReadonlyMap<string, string> | undefined {
  const fields = template === undefined ? undefined : readTlv(template);
  return fields?.get(ID.domain)?.toLowerCase() === PIX ? fields : undefined;
}

function centavosIn(money: string | undefined): number | undefined | 'wrong_field' {
  if (money === undefined) return undefined;
  const [, reais, cents = ''] = MONEY.exec(money) ?? [];
  return reais === undefined ? 'wrong_field' : Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}

/** Without the members that are undefined. */
function present<Known extends object>(known: { [Name in keyof Known]: Known[Name] | undefined }): Known {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Known;
}
