import { limitOf, refuseControl, textOf } from '../../host/control/reading.ts';
import type { Fields } from '../../host/fields.ts';
import type { Host } from '../host.ts';
import { payPix } from './pay-pix.ts';
import type { PixCharge } from './pix-book.ts';
import { pixStatus } from './wire-form.ts';

/** A Pix as the control interface shows it. */
export interface ShownPix
  extends Pick<PixCharge, 'reference' | 'amount' | 'merchantId' | 'payment' | 'refund'> {
  readonly paymentId: string;
  readonly status: number;
  readonly code: string;
}

/** What a tester may see and do of Pix. Throws `Refusal` for invalid input. */
export function pixControl(host: Host) {
  const named = ({ paymentId, reference }: Fields): readonly PixCharge[] => {
    const [id, order] = [textOf(paymentId), textOf(reference)];
    if (id === undefined) return order === undefined ? host.pix.all() : host.pix.ofOrder(order);
    const found = host.pix.byId(id);
    return found ? [found] : [];
  };
  return {
    /** Newest first. */
    pix: (query: Fields) => ({ charges: named(query).slice(0, limitOf(query.limit)).map(shown) }),
    /** `paymentId` or `reference`. With `force` it is paid although it was removed, or is over. */
    payPix: ({ force, ...query }: Fields) => {
      const [charge] = query.paymentId === undefined && query.reference === undefined ? [] : named(query);
      if (!charge) throw refuseControl('sim_unknown');
      const paid = payPix(host, charge, force === true);
      if (!paid) throw refuseControl('sim_conflict', { message: 'A Cielo não recebe mais este Pix.' });
      return { charges: [shown(paid)] };
    },
  };
}

function shown(charge: PixCharge): ShownPix {
  const { id, reference, amount, merchantId, payment, refund, code } = charge;
  return { paymentId: id, reference, amount, merchantId, status: pixStatus(charge), payment, refund, code };
}
