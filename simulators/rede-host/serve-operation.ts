import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../src/platform/index.ts';
import { authenticate } from './access/authenticate.ts';
import type { Merchant } from './access/merchants.ts';
import type { ApiVersion, Call } from './call.ts';
import { type Delivery, deliver, LATE_MS, type Played } from './faults/deliver.ts';
import type { Operation, WireFault } from './faults/wire-faults.ts';
import { type Fields, objectOf } from './fields.ts';
import type { Host } from './host.ts';
import { refuse } from './return-codes.ts';

type Work = (host: Host, call: Call) => Promise<Played>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Drawn before the body is read. */
    fault?: WireFault | undefined;
  }
}

/** Faults that turn a call away before anybody looks at what it brings. */
const AT_THE_DOOR: ReadonlySet<Delivery> = new Set(['unauthorized', 'too_many_requests']);
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Hook that draws the fault of a call; a refused one is cut before its body is read. */
export function drawFault(host: Host, operation: Operation) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.fault = host.chance.wireFault(operation);
    if (request.fault?.delivery !== 'reset_unread') return;
    host.requests.add({ at: host.clock.now(), operation, fault: request.fault.name });
    await deliver(reply, { status: 0, body: {}, delivery: 'reset_unread' }, host.clock);
  };
}

/**
 * Serves one call as the host does: the door (credentials, content type), then the work; and misbehaves where a fault
 * says so. Whatever the host refuses becomes its return code.
 */
export function serve(host: Host, operation: Operation, version: ApiVersion, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const played = await play(host, operation, version, work, request);
    await deliver(reply, played, host.clock);
  };
}

async function play(
  host: Host,
  operation: Operation,
  version: ApiVersion,
  work: Work,
  request: FastifyRequest,
): Promise<Played> {
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
    if (fault && AT_THE_DOOR.has(fault.delivery)) {
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
    if (fault?.delivery === 'late_processing') await host.clock.wait(LATE_MS);
    const played = await work(host, callOf(merchant, version, request, body));
    if (fault?.returnCode !== undefined) return failing(fault);
    // Where the card hides the answer there is none that a fault could spoil.
    const isHidden = played.delivery !== undefined && played.delivery !== 'given';
    return fault && !isHidden ? { ...played, delivery: fault.delivery } : played;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note({ refused: error.code });
    const refusal = { status: error.status, body: { returnCode: error.code, returnMessage: error.message } };
    // What the host refuses travels no better than what it does.
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

function failing({ delivery, returnCode }: WireFault): Played {
  if (returnCode === undefined) return { status: 500, body: {}, delivery };
  return { status: 422, body: { returnCode, returnMessage: 'Forced.' } };
}

/** GETs have none; a PUT or POST must say that it brings JSON, and bring an object. */
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
