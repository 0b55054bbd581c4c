import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../src/platform/refusal.ts';
import type { CardFault } from '../host/card/card-faults.ts';
import { type Delivery, deliver, type HostAnswer, LATE_MS } from '../host/faults/deliver.ts';
import { type Fields, isObject, objectOf, parsedBody } from '../host/fields.ts';
import { authenticate } from './access/authenticate.ts';
import type { Call } from './call.ts';
import { errorList, refuse } from './errors.ts';
import type { Host } from './host.ts';
import type { Operation } from './operations.ts';

type Work = (host: Host, call: Call) => Promise<HostAnswer>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Chosen before the body is read. */
    cieloFault?: CardFault | undefined;
  }
}

/** Faults that reject a call before its body is read. */
const UNREAD_REJECTIONS: ReadonlySet<Delivery> = new Set(['unauthorized', 'too_many_requests']);

/** Hook that chooses the fault of a call; a refused connection is reset before its body is read. */
export function drawFault(host: Host, operation: Operation) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.cieloFault = host.chance.wireFault(operation);
    if (request.cieloFault?.delivery !== 'reset_unread') return;
    host.requests.add({ at: host.clock.now(), operation, fault: request.cieloFault.name });
    await deliver(reply, { status: 0, body: {}, delivery: 'reset_unread' }, host);
  };
}

/** Serves one call: checks the credentials, runs the operation, and applies the chosen fault. */
export function serve(host: Host, operation: Operation, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const id = request.headers.requestid;
    if (typeof id === 'string' && id !== '') reply.header('RequestId', id);
    await deliver(reply, await play(host, operation, work, request), host);
  };
}

async function play(
  host: Host,
  operation: Operation,
  work: Work,
  request: FastifyRequest,
): Promise<HostAnswer> {
  const fault = request.cieloFault;
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
    const merchant = authenticate(host.merchants, request.headers);
    if (fault && UNREAD_REJECTIONS.has(fault.delivery)) {
      note({});
      return failing(fault);
    }
    const body = readBody(request);
    reference = body.MerchantOrderId;
    if (operation === 'authorize' && typeof reference === 'string') {
      host.references.attempted(merchant.merchantId, reference);
    }
    if (fault?.processed === false) {
      note({});
      return failing(fault);
    }
    if (fault?.delivery === 'late_processing') await host.hold(LATE_MS);
    const { params, query } = request;
    const answer = await work(host, { merchant, body, params: objectOf(params), query: objectOf(query) });
    if (fault?.returnCode !== undefined) return failing(fault);
    // Where the card's scenario suppresses the answer, there is none for the fault to change.
    const isHidden = answer.delivery !== undefined && answer.delivery !== 'given';
    return fault && !isHidden ? { ...answer, delivery: fault.delivery } : answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note({ refused: error.code });
    const refusal = { status: error.status, body: errorList(error.code, error.message) };
    // Faults of delivery apply to refusals too.
    const garbled = fault?.processed === true && fault.returnCode === undefined;
    return garbled ? { ...refusal, delivery: fault.delivery } : refusal;
  }
}

function failing({ delivery, returnCode }: CardFault): HostAnswer {
  if (returnCode === undefined) return { status: 500, body: {}, delivery };
  return { status: 400, body: errorList(returnCode, 'Forced') };
}

/** Captures and cancels have no body. */
function readBody({ method, body }: FastifyRequest): Fields {
  if (method !== 'POST') return {};
  const value = parsedBody(body);
  if (!isObject(value)) throw refuse('900');
  return value;
}
