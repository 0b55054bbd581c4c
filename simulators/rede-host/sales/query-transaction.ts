import type { BookCharge } from '../../../src/gateway/acquirers/issuer/index.ts';
import type { Call } from '../call.ts';
import type { Played } from '../faults/deliver.ts';
import type { Host, ReceivedCall } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { findByReference, findByTid, isOutOfReach } from './find-charge.ts';
import { linksOf, queryAnswer, shownRefunds } from './wire-form.ts';

/** `GET /transactions/{tid}` */
export async function queryByTid(host: Host, call: Call): Promise<Played> {
  note(host, 'query', { theirId: String(call.params.tid) });
  return told(host, await findByTid(host, call), (charge) => queryAnswer(host, call, charge));
}

/** `GET /transactions?reference=` */
export async function queryByReference(host: Host, call: Call): Promise<Played> {
  note(host, 'query', { reference: call.query.reference });
  return told(host, await findByReference(host, call), (charge) => queryAnswer(host, call, charge));
}

/** `GET /transactions/{tid}/refunds` */
export async function queryRefunds(host: Host, call: Call): Promise<Played> {
  note(host, 'query_refund', { theirId: String(call.params.tid) });
  return told(host, await findByTid(host, call), (charge) => {
    const refunds = shownRefunds(host, charge);
    if (refunds.length === 0) throw refuse('369');
    return { refunds, links: linksOf(host, call, charge.id) };
  });
}

/** `GET /transactions/{tid}/refunds/{refundId}` */
export async function queryRefund(host: Host, call: Call): Promise<Played> {
  const { tid, refundId } = call.params;
  note(host, 'query_refund', { theirId: String(tid), refund: String(refundId) });
  return told(host, await findByTid(host, call), (charge) => {
    const refund = shownRefunds(host, charge).find((shown) => shown.refundId === refundId);
    if (refund === undefined) throw refuse('362');
    return { ...refund, tid: charge.id, links: linksOf(host, call, charge.id) };
  });
}

function told(host: Host, charge: BookCharge, body: (charge: BookCharge) => object): Played {
  if (isOutOfReach(host, charge)) return { status: 503, body: {}, delivery: 'unavailable' };
  return { status: 200, body: body(charge) };
}

function note(
  { clock, requests }: Host,
  operation: ReceivedCall['operation'],
  names: Partial<ReceivedCall>,
): void {
  requests.add({ at: clock.now(), operation, ...names });
}
