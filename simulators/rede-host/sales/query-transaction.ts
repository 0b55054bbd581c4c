import type { BookCharge } from '../../../src/gateway/providers/issuer/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import type { Host, ReceivedCall } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { findByReference, findByTid, queriesAreDown } from './find-charge.ts';
import { linksOf, queryAnswer, shownRefunds } from './wire-form.ts';

/** `GET /transactions/{tid}` */
export async function queryByTid(host: Host, call: Call): Promise<HostAnswer> {
  note(host, 'query', { theirId: String(call.params.tid) });
  return answerQuery(host, await findByTid(host, call), (charge) => queryAnswer(host, call, charge));
}

/** `GET /transactions?reference=` */
export async function queryByReference(host: Host, call: Call): Promise<HostAnswer> {
  note(host, 'query', { reference: call.query.reference });
  return answerQuery(host, await findByReference(host, call), (charge) => queryAnswer(host, call, charge));
}

/** `GET /transactions/{tid}/refunds` */
export async function queryRefunds(host: Host, call: Call): Promise<HostAnswer> {
  note(host, 'query_refund', { theirId: String(call.params.tid) });
  return answerQuery(host, await findByTid(host, call), (charge) => {
    const refunds = shownRefunds(host, charge);
    if (refunds.length === 0) throw refuse('369');
    return { refunds, links: linksOf(host, call, charge.id) };
  });
}

/** `GET /transactions/{tid}/refunds/{refundId}` */
export async function queryRefund(host: Host, call: Call): Promise<HostAnswer> {
  const { tid, refundId } = call.params;
  note(host, 'query_refund', { theirId: String(tid), refund: String(refundId) });
  return answerQuery(host, await findByTid(host, call), (charge) => {
    const refund = shownRefunds(host, charge).find((shown) => shown.refundId === refundId);
    if (refund === undefined) throw refuse('362');
    return { ...refund, tid: charge.id, links: linksOf(host, call, charge.id) };
  });
}

function answerQuery(host: Host, charge: BookCharge, body: (charge: BookCharge) => object): HostAnswer {
  if (queriesAreDown(host, charge)) return { status: 503, body: {}, delivery: 'unavailable' };
  return { status: 200, body: body(charge) };
}

function note(
  { clock, requests }: Host,
  operation: ReceivedCall['operation'],
  names: Partial<ReceivedCall>,
): void {
  requests.add({ at: clock.now(), operation, ...names });
}
