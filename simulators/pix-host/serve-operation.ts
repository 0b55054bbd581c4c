import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Delivery, deliver, type HostAnswer, LATE_MS } from '../host/faults/deliver.ts';
import { type Fields, isObject, objectOf, parsedBody } from '../host/fields.ts';
import { authenticate } from './access/authenticate.ts';
import type { BankClient, Scope } from './access/clients.ts';
import type { Call } from './call.ts';
import type { WireFault } from './faults/chance.ts';
import type { Operation } from './faults/operations.ts';
import type { Host } from './host.ts';
import { Problem, problemAnswer } from './wire/problems.ts';

export interface Work {
  readonly operation: Operation;
  readonly scope: Scope;
  /** The answer has no body. */
  readonly isEmpty?: boolean;
  readonly run: (host: Host, call: Call) => Promise<HostAnswer>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Chosen before the body is read. */
    bankFault?: WireFault | undefined;
  }
}

/** Faults that reject a call before its body is read. */
const UNREAD_REJECTIONS: ReadonlySet<Delivery> = new Set(['unauthorized', 'too_many_requests']);
const JSON_TYPE = /^application\/json\s*(;|$)/i;
const ONLY_JSON = /^\s*application\/json\s*$/i;
const WITHOUT_BODY = new Set(['GET', 'DELETE']);

/** Hook that chooses the fault of a call; a refused connection is reset before its body is read. */
export function drawFault(host: Host, { operation }: Pick<Work, 'operation'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.bankFault = host.chance.fault(operation);
    if (request.bankFault?.delivery !== 'reset_unread') return;
    note(host, request, operation, {});
    await deliver(reply, { status: 0, body: {}, delivery: 'reset_unread' }, host);
  };
}

/** Serves one call: who calls, what for, the operation itself, and the chosen fault. */
export function serve(host: Host, work: Work) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await deliver(reply, await play(host, work, request), host);
  };
}

async function play(host: Host, work: Work, request: FastifyRequest): Promise<HostAnswer> {
  const { bankFault: fault } = request;
  let client: BankClient | undefined;
  const noted = (refused?: string): void =>
    note(host, request, work.operation, {
      ...(client ? { clientId: client.clientId } : {}),
      ...(refused === undefined ? {} : { refused }),
    });
  try {
    client = authenticate(host, request, work.scope);
    if (fault && UNREAD_REJECTIONS.has(fault.delivery)) {
      noted();
      return { status: 500, body: {}, delivery: fault.delivery };
    }
    checkAccept(host, work, request);
    const call = { ...callOf(request), client };
    if (fault?.processed === false) {
      noted();
      return failing(host, fault);
    }
    if (fault?.delivery === 'late_processing') await host.hold(LATE_MS);
    const answer = await work.run(host, call);
    noted();
    if (fault?.problem !== undefined) return failing(host, fault);
    const isHidden = answer.delivery !== undefined && answer.delivery !== 'given';
    return fault && !isHidden ? { ...answer, delivery: fault.delivery } : answer;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    noted(error.type);
    const refusal = problemAnswer(error, host.quirks, host.clock.now());
    // Faults of delivery apply to refusals too.
    const isGarbled = fault?.processed === true && fault.problem === undefined;
    return isGarbled ? { ...refusal, delivery: fault.delivery } : refusal;
  }
}

function note(
  host: Host,
  { bankFault: fault, method, url }: FastifyRequest,
  operation: Operation,
  more: object,
): void {
  const path = url.split('?', 1)[0] ?? url;
  host.requests.add({
    at: host.clock.now(),
    operation,
    method,
    path,
    ...(fault ? { fault: fault.name } : {}),
    ...more,
  });
}

function failing(host: Host, { delivery, problem }: WireFault): HostAnswer {
  if (problem === undefined) return { status: 500, body: {}, delivery };
  return problemAnswer(new Problem(problem, 'Forçado.'), host.quirks, host.clock.now());
}

function checkAccept({ quirks }: Host, { isEmpty }: Work, { headers }: FastifyRequest): void {
  if (!quirks.refusesJsonOfNothing || !isEmpty || !ONLY_JSON.test(headers.accept ?? '')) return;
  throw new Problem('NaoAceitavel', 'A resposta não tem corpo: aceite application/problem+json.');
}

function callOf(request: FastifyRequest): Omit<Call, 'client'> {
  return {
    params: objectOf(request.params),
    query: objectOf(request.query),
    headers: request.headers,
    body: readBody(request),
  };
}

/** Anything that writes must have the JSON content type and an object. */
function readBody({ method, headers, body }: FastifyRequest): Fields {
  if (WITHOUT_BODY.has(method)) return {};
  const value = JSON_TYPE.test(headers['content-type'] ?? '') ? parsedBody(body) : undefined;
  if (!isObject(value)) throw new Problem('RequisicaoInvalida', 'O corpo deve ser um objeto JSON.');
  return value;
}
