import type { FastifyReply, FastifyRequest } from 'fastify';
import { deliver, type HostAnswer, LATE_MS } from '../../host/faults/deliver.ts';
import { type Fields, objectOf, parsedBody } from '../../host/fields.ts';
import type { Host } from '../host.ts';
import { isSame, showsCertificate } from './authenticate.ts';
import { type BankClient, SCOPES, type Scope } from './clients.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** The token endpoint. `expires_in` is the real lifetime, already divided by the time scale. */
export function serveToken(host: Host) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const fault = host.chance.fault('token');
    if (fault?.delivery === 'late_processing') await host.hold(LATE_MS);
    const answer = fault?.processed === false ? { status: 500, body: {} } : tokenAnswer(host, request);
    host.requests.add({
      at: host.clock.now(),
      operation: 'token',
      method: request.method,
      path: request.url,
      ...(fault ? { fault: fault.name } : {}),
      ...(answer.status === 200 ? {} : { refused: String(answer.status) }),
    });
    await deliver(reply, fault ? { ...answer, delivery: fault.delivery } : answer, host);
  };
}

function tokenAnswer(host: Host, request: FastifyRequest): HostAnswer {
  const { token } = host.quirks;
  const form = formOf(request, token.body);
  if (!form) return failed(400, 'invalid_request');
  const client = clientOf(host, request, form);
  if (!client || !showsCertificate(host, request, client)) return failed(401, 'invalid_client');
  if (form.grant_type !== 'client_credentials') return failed(400, 'unsupported_grant_type');
  if (token.scope === 'required' && typeof form.scope !== 'string') return failed(400, 'invalid_scope');
  const scopes = scopesOf(client, form.scope);
  if (scopes.length === 0) return failed(400, 'invalid_scope');
  return {
    status: 200,
    body: {
      access_token: host.tokens.issue({ client, scopes }),
      token_type: 'Bearer',
      expires_in: Math.max(1, Math.floor(token.lifeSeconds / host.timeScale)),
      scope: scopes.join(' '),
    },
  };
}

function formOf({ headers, body }: FastifyRequest, kind: 'form' | 'json'): Fields | undefined {
  const type = headers['content-type'] ?? '';
  if (kind === 'json') return JSON_TYPE.test(type) ? objectOf(parsedBody(body)) : undefined;
  if (!FORM_TYPE.test(type)) return undefined;
  return Object.fromEntries(new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : ''));
}

/** Who asks, where that is shown in the way of this bank. */
function clientOf(
  { quirks, clients }: Host,
  { headers }: FastifyRequest,
  form: Fields,
): BankClient | undefined {
  const { credentials } = quirks.token;
  const named = (id: unknown) => clients.find(({ clientId }) => clientId === id);
  const proven = (id: unknown, secret: unknown): BankClient | undefined => {
    const client = named(id);
    return client && typeof secret === 'string' && isSame(secret, client.clientSecret) ? client : undefined;
  };
  if (credentials === 'certificate') return named(form.client_id);
  const encoded = /^Basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) {
    return credentials === 'basic' ? undefined : proven(form.client_id, form.client_secret);
  }
  if (credentials === 'body') return undefined;
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return proven(id, secret.join(':'));
}

/** Of those that are asked for, the ones that the bank grants; without asking, all of them. */
function scopesOf({ scopes: granted = SCOPES }: BankClient, asked: unknown): readonly Scope[] {
  if (typeof asked !== 'string') return granted;
  const names = asked.split(' ');
  return granted.filter((scope) => names.includes(scope));
}

function failed(status: number, error: string): HostAnswer {
  return { status, body: { error } };
}
