import { bankingDayFrom } from '../../../src/platform/time/banking-days.ts';
import { refuseControl } from '../../host/control/reading.ts';
import type { Host } from '../host.ts';
import { receivePayment } from '../payments/receive.ts';
import { announceSlip } from './announce.ts';
import type { Slip, SlipPayment } from './book.ts';
import { dayOf, isPaid, isRegistered } from './standing.ts';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;
const PERCENT = 10_000;

export interface PayingSlip {
  readonly amount?: number | undefined;
  readonly at?: number | undefined;
  /** Also what is paid, taken back or over: a race that the bank lost. */
  readonly force?: boolean;
}

/** What is due on a day: late, with interest by days and the fine once; early, less the discount. */
function dueAt({ amount, dueOn, terms }: Pick<Slip, 'amount' | 'dueOn' | 'terms'>, day: string) {
  const { interest, fine, discounts } = terms;
  const share = (of: { readonly type: 'percent' | 'amount'; readonly value: number }) =>
    of.type === 'amount' ? of.value : Math.round((amount * of.value) / PERCENT);
  // What falls due on a day without banks is paid without more on the next one.
  const lateDays =
    day > bankingDayFrom(dueOn) ? Math.round((Date.parse(day) - Date.parse(dueOn)) / DAY_MS) : 0;
  if (lateDays === 0) {
    const open = discounts.find(({ until }) => day <= until);
    return { interest: 0, fine: 0, discount: open ? share(open) : 0 };
  }
  const perMonth = interest?.type === 'percent' ? amount * (interest.value / PERCENT) : 0;
  return {
    interest:
      interest?.type === 'amount'
        ? interest.value * lateDays
        : Math.round((perMonth * lateDays) / MONTH_DAYS),
    fine: fine ? share(fine) : 0,
    discount: 0,
  };
}

/** Pays a slip by its barcode. Throws a refusal of the control interface for what cannot be paid. */
export function payByBarcode(host: Host, slip: Slip, { amount, at, force = false }: PayingSlip): SlipPayment {
  const now = at ?? host.clock.now();
  const day = dayOf(now);
  const why = force ? undefined : hindrance(host, slip, day);
  if (why !== undefined) throw refuseControl('sim_conflict', { message: `O boleto ${why}.` });
  const more = dueAt(slip, day);
  const payment = {
    ...more,
    at: now,
    amount: amount ?? slip.amount + more.interest + more.fine - more.discount,
  };
  slip.payments.push(payment);
  // The bank takes the other half away by itself, unless both are paid at once.
  if (!force && slip.charge?.status === 'ATIVA') slip.charge.status = 'REMOVIDA_PELO_PSP';
  announceSlip(host, slip);
  return payment;
}

/** Pays the Pix half of a hybrid slip. */
export function payByPix(host: Host, slip: Slip, { amount, at, force = false }: PayingSlip) {
  if (!slip.charge) throw refuseControl('sim_conflict', { message: 'O boleto não tem Pix.' });
  const why = force ? undefined : hindrance(host, slip, dayOf(at ?? host.clock.now()));
  if (why !== undefined) throw refuseControl('sim_conflict', { message: `O boleto ${why}.` });
  return receivePayment(host, slip.charge, {
    ...(amount === undefined ? {} : { amount }),
    ...(at === undefined ? {} : { at }),
    force,
  });
}

function hindrance({ clock }: Host, slip: Slip, day: string): string | undefined {
  if (slip.isCanceled) return 'foi baixado';
  if (isPaid(slip)) return 'já foi pago';
  if (!isRegistered(slip, clock)) return 'ainda não está registrado';
  return day > bankingDayFrom(slip.limitOn) ? 'passou da data limite' : undefined;
}
