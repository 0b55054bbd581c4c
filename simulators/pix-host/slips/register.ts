import {
  modulo10,
  modulo11,
  typeableLineOf,
  writeBarcode,
} from '../../../src/gateway/providers/slip-code/index.ts';
import type { BankClient } from '../access/clients.ts';
import type { Charge } from '../charges/book.ts';
import type { Host } from '../host.ts';
import { reaisOf } from '../wire/money.ts';
import type { Slip } from './book.ts';

/** A slip as it is asked for, checked. */
export type AskedSlip = Pick<
  Slip,
  'client' | 'name' | 'id' | 'version' | 'ourNumber' | 'amount' | 'dueOn' | 'limitOn' | 'terms'
> & {
  readonly bank: '341' | '336';
  readonly portfolio: string;
  /** Of its Pix half; undefined for a plain one. */
  readonly txid: string | undefined;
  /** How long its registration takes. */
  readonly registrationMs: number;
};

const AGENCY = '0057';
const ACCOUNT_DIGITS = 7;

/** Agency 4, account 7 and check digit, as Itaú names a beneficiary. */
export function beneficiaryOf({ account }: BankClient): string {
  const number = account.slice(0, ACCOUNT_DIGITS).padStart(ACCOUNT_DIGITS, '0');
  return `${AGENCY}${number}${modulo10(`${AGENCY}${number.slice(-5)}`)}`;
}

/** Writes a slip into the book, with its Pix half. */
export function addSlip(host: Host, asked: AskedSlip): Slip {
  const { client, txid, bank, amount, dueOn } = asked;
  const now = host.clock.now();
  const barcode = writeBarcode({ bank, dueDate: dueOn, amount, freeField: freeFieldOf(asked) });
  const slip: Slip = {
    ...asked,
    digit: digitOf(asked),
    createdAt: now,
    registeredAt: now + (host.slips.registrationMs ?? asked.registrationMs),
    barcode,
    line: typeableLineOf(barcode),
    charge: txid === undefined ? undefined : addCharge(host, { client, txid, amount, until: asked.limitOn }),
    payments: [],
    isCanceled: false,
  };
  host.slips.add(slip);
  return slip;
}

function addCharge(
  host: Host,
  { client, txid, amount, until }: { client: BankClient; txid: string; amount: number; until: string },
): Charge {
  const now = host.clock.now();
  const end = Date.parse(`${until}T23:59:59-03:00`);
  const location = host.book.newLocation({ client, kind: 'cob', host: host.openHost(), at: now });
  location.txid = txid;
  const charge: Charge = {
    kind: 'cob',
    client,
    txid,
    createdAt: now,
    status: 'ATIVA',
    revision: 0,
    members: {
      calendario: { expiracao: Math.max(1, Math.ceil((end - now) / 1_000)) },
      valor: { original: reaisOf(amount) },
      chave: client.keys.RANDOM_KEY,
    },
    location,
    earlier: [],
  };
  host.book.addCharge(charge);
  return charge;
}

function digitOf({ bank, client, portfolio, ourNumber }: AskedSlip): string {
  if (bank === '341') {
    const beneficiary = beneficiaryOf(client);
    return modulo10(`${AGENCY}${beneficiary.slice(6, 11)}${portfolio}${ourNumber}`);
  }
  const rest = 11 - modulo11(`0${portfolio}${ourNumber}`, 7);
  return rest === 10 ? 'P' : String(rest % 11);
}

/** 25 digits, of which each bank has its own use. */
function freeFieldOf(asked: AskedSlip): string {
  const { bank, client, portfolio, ourNumber, version } = asked;
  if (bank === '341') {
    const account = beneficiaryOf(client).slice(6, 11);
    const dac = modulo10(AGENCY + account);
    return `${portfolio}${ourNumber}${digitOf(asked)}${AGENCY}${account}${dac}000`;
  }
  return `${client.account.padStart(12, '0')}${ourNumber}${portfolio}${version === 'hybrid' ? 4 : 3}`;
}
