import { createCommonControl } from '../../host/control/common-control.ts';
import { limitOf, refuseControl, textOf } from '../../host/control/reading.ts';
import { type Fields, isObject } from '../../host/fields.ts';
import type { Charge, Payment } from '../charges/book.ts';
import { formOf } from '../charges/put-charge.ts';
import { instant, paymentForm } from '../charges/wire-form.ts';
import type { Host } from '../host.ts';
import { DEMO_PAYER, type Paying, receivePayment } from '../payments/receive.ts';
import { leftOf, MED_NATURES, type MedNature, takeBack } from '../payments/take-back.ts';
import { createSlipControl } from '../slips/control.ts';
import { endToEndId } from '../wire/ids.ts';
import { reaisOf } from '../wire/money.ts';
import { instantOf } from '../wire/paging.ts';

const MAX_LOST = 1_000;

/** What a tester may read and set while the host runs. Amounts in centavos. Throws `Refusal` for invalid input. */
export function createControl(host: Host, startOutage: (ms: number) => void) {
  const { book, chance, notices, quirks } = host;
  const told = (problem: string | undefined): void => {
    if (problem !== undefined) throw refuseControl('sim_invalid', { message: problem });
  };

  return {
    ...createCommonControl({ ...host, startOutage }),
    slips: createSlipControl(host),
    /** Newest first; one of them by its `txid`, or all of them. */
    book({ txid, limit, all }: Fields) {
      const one = textOf(txid);
      const newest = book.charges().toReversed();
      const some = all === undefined ? newest.slice(0, limitOf(limit)) : newest;
      const charges = one === undefined ? some : [book.chargeNamed(one)];
      return {
        charges: charges.filter((charge) => charge !== undefined).map((charge) => formOf(host, charge)),
        payments: book.payments().length,
      };
    },
    payments: ({ limit }: Fields) => ({
      payments: book
        .payments()
        .toReversed()
        .slice(0, limitOf(limit))
        .map((payment) => paymentForm(payment, quirks)),
    }),
    /** `{txid, amount?, at?, payer?, message?, force?}` */
    pay(body: Fields) {
      const charge = chargeNamed(host, body.txid);
      return { endToEndId: receivePayment(host, charge, payingOf(body)).endToEndId };
    },
    /** `{endToEndId, amount?, nature?}`: the payer's bank takes money back. */
    takeBack({ endToEndId: id, amount, nature = 'MED_FRAUDE' }: Fields) {
      const payment = paymentNamed(host, id);
      const known = MED_NATURES.find((one) => one === nature);
      told(known ? undefined : `nature deve ser ${MED_NATURES.join(' ou ')}`);
      const taken = takeBack(host, payment, {
        nature: known as MedNature,
        amount: centavos('amount', amount) ?? leftOf(payment),
      });
      return { id: taken.id };
    },
    /** Removed by the bank, as it does with a charge that it holds to be abused. */
    removeByBank({ txid }: Fields) {
      const charge = chargeNamed(host, txid);
      charge.status = 'REMOVIDA_PELO_PSP';
      charge.revision += 1;
      return { status: charge.status };
    },
    /** A notice about a payment that is not there, or is another's: posted to `url`, or to the address of `key`. */
    async forge({ url, key, txid, amount = 1_000 }: Fields) {
      const address = textOf(url) ?? registeredUrl(host, textOf(key));
      const now = host.clock.now();
      const forged = {
        endToEndId: endToEndId(now),
        ...(typeof txid === 'string' ? { txid } : {}),
        valor: reaisOf(centavos('amount', amount) ?? 0),
        horario: instant(now),
        chave: 'chave-de-outra-pessoa@outra.test',
      };
      return { sent: await notices.post(address, { pix: [forged] }) };
    },
    notices: () => ({ notices: notices.sent.toReversed(), underWay: notices.underWay() }),
    /** `{lose}`: the next so many notices reach nobody. */
    loseNotices({ lose }: Fields) {
      const isGood = typeof lose === 'number' && Number.isInteger(lose) && lose >= 0 && lose <= MAX_LOST;
      told(isGood ? undefined : `lose deve ser um inteiro de 0 a ${MAX_LOST}`);
      notices.lose(Number(lose));
      return { lose };
    },
    webhooks: () => ({ webhooks: [...host.registrations.values()].map(({ key, url }) => ({ key, url })) }),
    forced: () => ({ forced: chance.waiting() }),
    force(body: Fields) {
      told(chance.force(body));
      return { forced: chance.waiting() };
    },
    faults: () => ({ faults: chance.rates() }),
    setFaults(body: Fields) {
      told(chance.setRates(body));
      return { faults: chance.rates() };
    },
    revokeTokens() {
      host.tokens.revokeAll();
      return { revoked: true };
    },
    /** Clears forced faults, requests and notices, and restores the initial rates. The book stays. */
    reset() {
      chance.reset();
      host.requests.clear();
      notices.sent.length = 0;
      notices.lose(0);
      return { forced: chance.waiting(), faults: chance.rates() };
    },
  };
}

export type Control = ReturnType<typeof createControl>;

function chargeNamed({ book }: Host, txid: unknown): Charge {
  const charge = book.chargeNamed(String(txid));
  if (!charge) throw refuseControl('sim_unknown', { message: 'Não há essa cobrança.' });
  return charge;
}

function paymentNamed({ book }: Host, id: unknown): Payment {
  const payment = book.payment(String(id));
  if (!payment) throw refuseControl('sim_unknown', { message: 'Não há esse Pix.' });
  return payment;
}

function registeredUrl({ registrations }: Host, key: string | undefined): string {
  const [first] = registrations.values();
  const found = key === undefined ? first : registrations.get(key);
  if (!found) throw refuseControl('sim_unknown', { message: 'Não há endereço para avisos.' });
  return `${found.url}/pix`;
}

function payingOf({ amount, at, payer, message, force }: Fields): Paying {
  const moment = at === undefined ? undefined : instantOf(at);
  if (at !== undefined && moment === undefined)
    throw invalid('at deve ser um instante, como 2026-01-31T12:00:00Z');
  if (force !== undefined && typeof force !== 'boolean') throw invalid('force deve ser true ou false');
  const read = centavos('amount', amount);
  return {
    ...(read === undefined ? {} : { amount: read }),
    ...(moment === undefined ? {} : { at: moment }),
    ...(payer === undefined ? {} : { payer: payerOf(payer) }),
    ...(typeof message === 'string' ? { message } : {}),
    ...(force === undefined ? {} : { force }),
  };
}

function payerOf(payer: unknown) {
  if (!isObject(payer)) throw invalid('payer deve ter name e document');
  const { name = DEMO_PAYER.name, document = DEMO_PAYER.document } = payer;
  if (typeof name !== 'string' || typeof document !== 'string')
    throw invalid('payer deve ter name e document');
  return { name, document };
}

function centavos(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw invalid(`${name} deve ser um inteiro de centavos`);
}

function invalid(message: string) {
  return refuseControl('sim_invalid', { message });
}
