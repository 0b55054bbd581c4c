import { timingSafeEqual } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { objectOf } from '../../host/fields.ts';
import type { Host } from '../host.ts';
import { Problem } from '../wire/problems.ts';
import type { BankClient, Scope } from './clients.ts';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The client of a call. Throws a problem for a token, certificate or header that is missing or wrong. */
export function authenticate(host: Host, request: FastifyRequest, scope: Scope): BankClient {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const grant = token === undefined ? undefined : host.tokens.grantOf(token);
  if (!grant || !showsCertificate(host, request, grant.client)) {
    throw new Problem('CredencialInvalida', 'O token não existe ou venceu.');
  }
  checkHeaders(host, request, grant.client);
  if (!grant.scopes.includes(scope)) {
    throw new Problem('AcessoNegado', `O token não tem o escopo ${scope}.`);
  }
  return grant.client;
}

/** Whether the certificate of the connection, which is one of the bank's, was issued to this client. */
export function showsCertificate(
  host: Host,
  { socket }: Pick<FastifyRequest, 'socket'>,
  client: BankClient,
): boolean {
  if (!host.isMutual) return true;
  return socket instanceof TLSSocket && objectOf(socket.getPeerCertificate().subject).CN === client.clientId;
}

export function isSame(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function checkHeaders({ quirks }: Host, { headers, query }: FastifyRequest, client: BankClient): void {
  for (const [name, meaning] of Object.entries(quirks.headers)) {
    const value = headers[name];
    const isGood =
      typeof value === 'string' &&
      {
        client_id: value === client.clientId,
        account: value === client.account,
        guid: GUID.test(value),
        anything: value !== '',
      }[meaning];
    if (!isGood) throw new Problem('AcessoNegado', `O cabeçalho ${name} falta ou não confere.`);
  }
  if (quirks.appKeyInQuery && objectOf(query)['gw-dev-app-key'] !== client.appKey) {
    throw new Problem('AcessoNegado', 'O parâmetro gw-dev-app-key falta ou não confere.');
  }
}
