import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../src/platform/refusal.ts';
import type { CardFault } from '../host/card/card-faults.ts';
import { type Delivery, deliver, type HostAnswer, LATE_MS } from '../host/faults/deliver.ts';
import { type Fields, objectOf } from '../host/fields.ts';
import { authenticate } from './access/authenticate.ts';
import type { Merchant } from './access/merchants.ts';
import type { ApiVersion, Call } from './call.ts';
import type { Operation } from './faults/operations.ts';
import type { Host } from './host.ts';
import { refuse } from './return-codes.ts';

type Work = (host: Host, call: Call) => Promise<HostAnswer>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Chosen before the body is read. */
    fault?: CardFault | undefined;
  }
}

/** Faults that reject a call before its body is read. */
const UNREAD_REJECTIONS: ReadonlySet<Delivery> = new Set(['unauthorized', 'too_many_requests']);
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Hook that chooses the fault of a call at random; a refused connection is reset before its body is read. */
export function drawFault(host: Host, operation: Operation) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.fault = host.chance.wireFault(operation);
    if (request.fault?.delivery !== 'reset_unread') return;
    host.requests.add({ at: host.clock.now(), operation, fault: request.fault.name });
    await deliver(reply, { status: 0, body: {}, delivery: 'reset_unread' }, host);
  };
}

/**
 * Serves one call: checks credentials and content type, then runs the operation, and applies the chosen fault. A refusal
 * is answered with its return code.
 */
export function serve(host: Host, operation: Operation, version: ApiVersion, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const answer = await play(host, operation, version, work, request);
    await deliver(reply, answer, host);
  };
}

async function play(
  host: Host,
  operation: Operation,
  version: ApiVersion,
  work: Work,
  request: FastifyRequest,
): Promise<HostAnswer> {
  const { fault } = request;
  let reference: unknown;
  const note = (more: object) =>
    host.requests.add({
      at: host.clock.now(),
      operation,
      ...(fault && { fault: fault.name }),
      ...(reference !== undefined && { reference }),
      ...more,
    });
  try {
    const merchant = authenticate(host, version, request.headers.authorization);
    if (fault && UNREAD_REJECTIONS.has(fault.delivery)) {
      note({});
      return failing(fault);
    }
    const body = readBody(request);
    ({ reference } = body);
    if (operation === 'authorize' && typeof reference === 'string') {
      host.references.attempted(merchant.pv, reference);
    }
    if (fault?.processed === false) {
      note({});
      return failing(fault);
    }
    if (fault?.delivery === 'late_processing') await host.hold(LATE_MS);
    const answer = await work(host, callOf(merchant, version, request, body));
    if (fault?.returnCode !== undefined) return failing(fault);
    // Where the card's scenario suppresses the answer, there is none for the fault to change.
    const isHidden = answer.delivery !== undefined && answer.delivery !== 'given';
    return fault && !isHidden ? { ...answer, delivery: fault.delivery } : answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note({ refused: error.code });
    const refusal = { status: error.status, body: { returnCode: error.code, returnMessage: error.message } };
    // Faults of delivery apply to refusals too.
    const garbled = fault?.processed === true && fault.returnCode === undefined;
    return garbled ? { ...refusal, delivery: fault.delivery } : refusal;
  }
}

function callOf(merchant: Merchant, version: ApiVersion, request: FastifyRequest, body: Fields): Call {
  return {
    merchant,
    version,
    brandOpened: request.headers['transaction-response'] === 'brand-return-opened',
    params: objectOf(request.params),
    query: objectOf(request.query),
    body,
  };
}

function failing({ delivery, returnCode }: CardFault): HostAnswer {
  if (returnCode === undefined) return { status: 500, body: {}, delivery };
  return { status: 422, body: { returnCode, returnMessage: 'Forced.' } };
}

/** A GET has no body; a PUT or POST must have the JSON content type and an object. */
function readBody({ method, headers, body }: FastifyRequest): Fields {
  if (method === 'GET') return {};
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) throw refuse('169');
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('167');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('167');
  return value as Fields;
}
