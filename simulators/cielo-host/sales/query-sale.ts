import { type BookCharge, queriesFail } from '../../../src/gateway/providers/issuer/index.ts';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { pixRecord } from '../pix/wire-form.ts';
import { findById, findByOrder, findPix, isShown } from './find-sale.ts';
import { localInstant } from './local-time.ts';
import { saleRecord } from './wire-form.ts';

/** `GET /1/sales/{PaymentId}` */
export async function querySale(host: Host, call: Call): Promise<HostAnswer> {
  host.requests.add({ at: host.clock.now(), operation: 'query', theirId: String(call.params.id) });
  const pix = findPix(host, call);
  if (!pix) return answerWith(host, await findById(host, call, 'not_found'));
  if (!isShown(host, { created: pix.createdAt })) throw refuse('not_found');
  return { status: 200, body: pixRecord(host, pix) };
}

/** `GET /1/sales/acquirerTid/{Tid}` */
export async function queryByTid(host: Host, call: Call): Promise<HostAnswer> {
  host.requests.add({ at: host.clock.now(), operation: 'query', tid: String(call.params.tid) });
  const id = host.index.ofTid(String(call.params.tid));
  if (id === undefined) throw refuse('not_found');
  return answerWith(host, await findById(host, { ...call, params: { id } }, 'not_found'));
}

/** `GET /1/sales?merchantOrderId=`: which sales there are, not how they ended. */
export async function queryOrder(host: Host, call: Call): Promise<HostAnswer> {
  const reference = String(call.query.merchantOrderId);
  host.requests.add({ at: host.clock.now(), operation: 'query', reference });
  const charges = (await findByOrder(host, call, reference)).filter((charge) => isShown(host, charge));
  if (charges.some((charge) => queriesFail(charge, host.clock.elapsed))) return unavailable();
  const pix = host.pix
    .ofOrder(reference, call.merchant.merchantId)
    .map(({ id, createdAt: created }) => ({ id, created }))
    .filter((one) => isShown(host, one));
  const found = [...charges, ...pix];
  if (found.length === 0) throw refuse('not_found');
  const Payment = found.map(({ id, created }) => ({
    PaymentId: id,
    ReceveidDate: localInstant(host.told(created)),
  }));
  return { status: 200, body: { Payment } };
}

function answerWith(host: Host, charge: BookCharge): HostAnswer {
  if (!isShown(host, charge)) throw refuse('not_found');
  if (queriesFail(charge, host.clock.elapsed)) return unavailable();
  return { status: 200, body: saleRecord(host, charge, 'query') };
}

function unavailable(): HostAnswer {
  return { status: 503, body: {}, delivery: 'unavailable' };
}
