import { limitOf, numberUpTo, refuseControl, textOf } from '../../host/control/reading.ts';
import type { Fields } from '../../host/fields.ts';
import type { Host } from '../host.ts';
import { instantOf } from '../wire/paging.ts';
import { announceSlip } from './announce.ts';
import type { Slip } from './book.ts';
import { type PayingSlip, payByBarcode, payByPix } from './pay.ts';
import { isPaid } from './standing.ts';

const LONGEST_REGISTRATION_MS = 86_400_000;
const MAX_AMOUNT = 9_999_999_999;

/** What a tester may do with slips: `/__sim/slip/…`. */
export function createSlipControl(host: Host) {
  return {
    /** `{line | pix, amount?, at?, force?}`: paid by that half. */
    async pay({ line, pix, amount, at, force }: Fields) {
      const text = textOf(line) ?? textOf(pix);
      const slip = text === undefined ? undefined : host.slips.payable(text);
      if (!slip) throw refuseControl('sim_unknown', { message: 'Não há esse boleto.' });
      const moment = at === undefined ? undefined : instantOf(at);
      if (at !== undefined && moment === undefined) {
        throw refuseControl('sim_invalid', {
          message: 'at deve ser um instante, como 2026-01-31T12:00:00Z.',
        });
      }
      const paying: PayingSlip = {
        amount: amount === undefined ? undefined : Math.floor(numberUpTo('amount', amount, MAX_AMOUNT)),
        at: moment,
        force: force === true,
      };
      if (textOf(line) === undefined) return { paymentId: payByPix(host, slip, paying).endToEndId };
      payByBarcode(host, slip, paying);
      return { paymentId: String(slip.payments.length) };
    },
    /** `{line}`: the payer's bank takes its word back; the slip is open again. */
    takeBack({ line }: Fields) {
      const slip = host.slips.payable(textOf(line) ?? '');
      if (!slip) throw refuseControl('sim_unknown', { message: 'Não há esse boleto.' });
      slip.payments.pop();
      announceSlip(host, slip);
      return { payments: slip.payments.length };
    },
    /** `{laterMs}`: new slips are registered so much later. */
    registration({ laterMs }: Fields) {
      host.slips.registrationMs = numberUpTo('laterMs', laterMs, LONGEST_REGISTRATION_MS);
      return { laterMs };
    },
    /** Newest first; all of them with `all`. */
    book({ limit, all }: Fields) {
      const newest = host.slips.slips().toReversed();
      return { slips: (all === undefined ? newest.slice(0, limitOf(limit)) : newest).map(bookForm) };
    },
  };
}

function bookForm(slip: Slip): Fields {
  const { name, id, line, barcode, amount, dueOn, limitOn, payments, isCanceled, charge } = slip;
  return {
    name,
    id,
    line,
    barcode,
    amount,
    dueOn,
    limitOn,
    status: isCanceled ? 'canceled' : isPaid(slip) ? 'paid' : 'open',
    payments,
    ...(charge ? { txid: charge.txid } : {}),
  };
}
