import type { BankCharge, Happening } from './bank-charge.ts';
import { type DayOf, pay } from './pay.ts';
import { endRefund, takeBack } from './refund.ts';

/** The charge after all that has happened to it by itself until now, in the order of the times. Notices stay: they are sent. */
export function settledUntil(charge: BankCharge, now: number, timeScale: number, dayOf: DayOf): BankCharge {
  let current = charge;
  for (;;) {
    const due = current.agenda
      .filter(({ kind, at }) => kind !== 'tell' && at <= now)
      .toSorted((one, other) => one.at - other.at)[0];
    if (!due) return current;
    const without = { ...current, agenda: current.agenda.filter((one) => one !== due) };
    current = happened(without, due, timeScale, dayOf);
  }
}

function happened(charge: BankCharge, due: Happening, timeScale: number, dayOf: DayOf): BankCharge {
  switch (due.kind) {
    case 'pay':
      return (
        pay(charge, { at: due.at, byPix: due.byPix, force: due.byPix, timeScale, dayOf })?.charge ?? charge
      );
    case 'take_back':
      return takeBack(charge, due.endToEndId, due.at);
    case 'end_refund':
      return endRefund(charge, due.endToEndId, due.id, due.at);
    case 'tell':
      return charge;
  }
}

/** Nobody can pay it any more. What is told of a payment that has not arrived is not told. */
export function removed(charge: BankCharge): BankCharge {
  const known = new Set(charge.payments.map(({ endToEndId }) => endToEndId));
  const agenda = charge.agenda.filter((one) => one.kind !== 'pay' && known.has(one.endToEndId));
  return { ...charge, state: 'removed', revision: charge.revision + 1, agenda };
}

/** The notices that are due. */
export function dueNotices(
  { agenda }: BankCharge,
  now: number,
): readonly Extract<Happening, { kind: 'tell' }>[] {
  return agenda.filter((one) => one.kind === 'tell' && one.at <= now).filter((one) => one.kind === 'tell');
}
