import type { FastifyReply, FastifyRequest } from 'fastify';
import { deliver, type HostAnswer, LATE_MS } from '../../host/faults/deliver.ts';
import type { Host } from '../host.ts';
import { merchantOf } from './merchants.ts';
import { TOKEN_LIFE_MS } from './tokens.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * `POST /oauth2/token`: client credentials as Basic, a form body. `expires_in` is the real lifetime, already divided by
 * the time scale.
 */
export function serveToken(host: Host) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { fault } = request;
    const noted = { at: host.clock.now(), operation: 'token', ...(fault && { fault: fault.name }) } as const;
    if (fault?.delivery === 'late_processing') await host.hold(LATE_MS);
    const response = fault?.processed === false ? { status: 500, body: {} } : answer(host, request);
    host.requests.add({ ...noted, status: response.status });
    await deliver(reply, fault ? { ...response, delivery: fault.delivery } : response, host);
  };
}

function answer(host: Host, { headers, body }: FastifyRequest): HostAnswer {
  if (!FORM_TYPE.test(headers['content-type'] ?? '')) return failed(400, 'invalid_request');
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  const merchant = merchantOf(host.merchants, headers.authorization);
  if (merchant === undefined) return failed(401, 'invalid_client');
  const isPartner = form.get('grant_type') === 'password' && form.get('username') && form.get('password');
  if (!isPartner && form.get('grant_type') !== 'client_credentials')
    return failed(400, 'unsupported_grant_type');
  return {
    status: 200,
    body: {
      access_token: host.tokens.issue(merchant),
      token_type: 'Bearer',
      expires_in: Math.max(1, Math.floor(TOKEN_LIFE_MS / host.timeScale / 1_000)),
      scope: 'transactions merchant-statement',
    },
  };
}

function failed(status: number, error: string): HostAnswer {
  return { status, body: { error } };
}
