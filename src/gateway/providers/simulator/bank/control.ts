import type { Payer } from '../../received-payment.ts';
import { referenceOfTxid } from '../../txid.ts';
import { refuse } from '../http/control.ts';
import type { BankCharge } from './book/bank-charge.ts';
import { pay } from './book/pay.ts';
import type { BankContext } from './connector/context.ts';
import { isServed, locationPayload, locationSigner } from './pix-location.ts';

const DEFAULT_LISTED = 50;
const MAX_LISTED = 500;
const MAX_TEXT = 140;

type Fields = Readonly<Record<string, unknown>>;

/** What testers can see and do at the simulated bank. Throws `Refusal` for what cannot be read or done. */
export interface BankControl {
  /** Pays a charge: `{txid, amount?, at?, payer?, force?}`, or `{transactionId, …}`. */
  pay(body: unknown): Promise<{ readonly endToEndId: string }>;
  /** Newest first; `txid` picks one, `before` the txid of the last one that is known gives those before it. */
  book(query: Fields): Promise<readonly ShownBankCharge[]>;
  /** What a payer's bank reads at a location: a signed text. `over`: it cannot be paid any more. */
  at(token: string): Promise<{ readonly signed: string } | 'unknown' | 'over'>;
}

/** A charge as the control interface shows it. */
export type ShownBankCharge = Omit<BankCharge, 'agenda' | 'token'> & {
  /** Ours; absent where the charge is not the service's. */
  readonly reference: string | undefined;
};

export function createBankControl(context: BankContext): BankControl {
  const { book, storage, clock, timeScale, txidOfTransaction } = context;
  const sign = locationSigner();
  return {
    async pay(body) {
      const { transactionId, txid: named, ...asked } = readPay(body, clock.now());
      const txid = named ?? (await txidOfTransaction(transactionId ?? ''));
      if (txid === undefined) throw refuse('sim_unknown');
      const changed = await book.change(txid, (charge) => {
        const at = asked.at ?? clock.now();
        const paid = at < charge.createdAt ? undefined : pay(charge, { ...asked, at, timeScale });
        return { charge: paid?.charge ?? charge, told: paid?.payment.endToEndId };
      });
      if (!changed) throw refuse('sim_unknown');
      if (changed.told === undefined) throw refuse('sim_not_payable');
      return { endToEndId: changed.told };
    },
    async book({ txid, limit, before }) {
      if (typeof txid === 'string' && txid !== '') {
        const charge = await book.find(txid);
        return charge ? [shown(charge)] : [];
      }
      return (await storage.newest(limitOf(limit), textOf(before, 'before'))).map(({ charge }) =>
        shown(charge),
      );
    },
    at: async (token) => {
      const kept = await storage.byToken(token);
      const charge = kept && (await book.find(kept.charge.txid));
      if (!charge) return 'unknown';
      const now = clock.now();
      return isServed(charge, now) ? { signed: await sign(locationPayload(charge, now)) } : 'over';
    },
  };
}

function shown({ agenda: _, token: __, ...charge }: BankCharge): ShownBankCharge {
  return { ...charge, reference: referenceOfTxid(charge.txid) };
}

interface AskedPay {
  readonly transactionId: string | undefined;
  readonly txid: string | undefined;
  readonly amount: number | undefined;
  readonly at: number | undefined;
  readonly payer: Payer | undefined;
  readonly force: boolean;
}

function readPay(body: unknown, now: number): AskedPay {
  const { transactionId, txid, amount, at, payer, force } = fieldsOf(body, 'O corpo');
  const names = [textOf(transactionId, 'transactionId'), textOf(txid, 'txid')] as const;
  if (names.filter((name) => name !== undefined).length !== 1) {
    throw refuse('sim_invalid', { message: 'Informe transactionId ou txid.' });
  }
  if (amount !== undefined && !(Number.isSafeInteger(amount) && Number(amount) > 0)) {
    throw refuse('sim_invalid', { message: 'amount deve ser um inteiro em centavos, maior que zero.' });
  }
  if (force !== undefined && typeof force !== 'boolean') {
    throw refuse('sim_invalid', { message: 'force deve ser true ou false.' });
  }
  return {
    transactionId: names[0],
    txid: names[1],
    amount: amount === undefined ? undefined : Number(amount),
    at: timeOf(at, now),
    payer: payerOf(payer),
    force: force === true,
  };
}

function timeOf(at: unknown, now: number): number | undefined {
  if (at === undefined) return undefined;
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time) || time > now) {
    throw refuse('sim_invalid', { message: 'at deve ser uma data ISO com fuso, que não esteja no futuro.' });
  }
  return time;
}

function payerOf(payer: unknown): Payer | undefined {
  if (payer === undefined) return undefined;
  const { name, document } = fieldsOf(payer, 'payer');
  const known = { name: textOf(name, 'payer.name'), document: textOf(document, 'payer.document') };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('sim_invalid', { message: `${what} deve ser um objeto JSON.` });
  }
  return value as Fields;
}

function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && value.length <= MAX_TEXT) return value;
  throw refuse('sim_invalid', { message: `${name} deve ser um texto de até ${MAX_TEXT} caracteres.` });
}

function limitOf(value: unknown): number {
  const limit = value === undefined ? DEFAULT_LISTED : Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LISTED) return limit;
  throw refuse('sim_invalid', { message: `limit deve ser um inteiro de 1 a ${MAX_LISTED}.` });
}
