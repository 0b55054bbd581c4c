import type { Payer } from '../../received-payment.ts';
import { referenceOfTxid } from '../../txid.ts';
import { refuse } from '../control.ts';
import type { BankCharge } from './book/bank-charge.ts';
import { pay } from './book/pay.ts';
import type { BankContext } from './connector/context.ts';
import { amountIn, type ControlFields, controlText, fieldsOf, timeOf } from './control-fields.ts';
import { isServed, locationPayload, locationSigner } from './pix-location.ts';
import { paySlip } from './slip/pay-slip.ts';

const DEFAULT_LISTED = 50;
const MAX_LISTED = 500;

/** What testers can see and do at the simulated bank. Throws `Refusal` for what cannot be read or done. */
export interface BankControl {
  /** Pays a charge: `{txid, amount?, at?, payer?, force?}`, or `{transactionId, …}`. */
  pay(body: unknown): Promise<{ readonly endToEndId: string }>;
  /** Pays a slip: `{transactionId, amount?, at?}`, or its `line`, or the text of its `pix`. */
  paySlip(body: unknown): Promise<{ readonly paymentId: string }>;
  /** Newest first; `txid` picks one, `before` the txid of the last one that is known gives those before it. */
  book(query: ControlFields): Promise<readonly ShownBankCharge[]>;
  /** What a payer's bank reads at a location: a signed text. `over`: it cannot be paid any more. */
  at(token: string): Promise<{ readonly signed: string } | 'unknown' | 'over'>;
}

/** A charge as the control interface shows it. */
export type ShownBankCharge = Omit<BankCharge, 'agenda' | 'token'> & {
  /** Ours; absent where the charge is not the service's. */
  readonly reference: string | undefined;
};

export function createBankControl(context: BankContext): BankControl {
  const { book, storage, clock, timeScale, dayOf, txidOfTransaction } = context;
  const sign = locationSigner();
  return {
    async pay(body) {
      const { transactionId, txid: named, ...asked } = readPay(body, clock.now());
      const txid = named ?? (await txidOfTransaction(transactionId ?? ''));
      if (txid === undefined) throw refuse('sim_unknown');
      const changed = await book.change(txid, (charge) => {
        const at = asked.at ?? clock.now();
        const paid =
          at < charge.createdAt ? undefined : pay(charge, { ...asked, at, timeScale, dayOf, byPix: true });
        return { charge: paid?.charge ?? charge, told: paid?.payment.endToEndId };
      });
      if (!changed) throw refuse('sim_unknown');
      if (changed.told === undefined) throw refuse('sim_not_payable');
      return { endToEndId: changed.told };
    },
    paySlip: (body) => paySlip(context, body),
    async book({ txid, limit, before }) {
      if (typeof txid === 'string' && txid !== '') {
        const charge = await book.find(txid);
        return charge ? [shown(charge)] : [];
      }
      return (await storage.newest(limitOf(limit), controlText(before, 'before'))).map(({ charge }) =>
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
  const names = [controlText(transactionId, 'transactionId'), controlText(txid, 'txid')] as const;
  if (names.filter((name) => name !== undefined).length !== 1) {
    throw refuse('sim_invalid', { message: 'Informe transactionId ou txid.' });
  }
  if (force !== undefined && typeof force !== 'boolean') {
    throw refuse('sim_invalid', { message: 'force deve ser true ou false.' });
  }
  return {
    transactionId: names[0],
    txid: names[1],
    amount: amountIn(amount),
    at: timeOf(at, now),
    payer: payerOf(payer),
    force: force === true,
  };
}

function payerOf(payer: unknown): Payer | undefined {
  if (payer === undefined) return undefined;
  const { name, document } = fieldsOf(payer, 'payer');
  const known = { name: controlText(name, 'payer.name'), document: controlText(document, 'payer.document') };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function limitOf(value: unknown): number {
  const limit = value === undefined ? DEFAULT_LISTED : Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LISTED) return limit;
  throw refuse('sim_invalid', { message: `limit deve ser um inteiro de 1 a ${MAX_LISTED}.` });
}
