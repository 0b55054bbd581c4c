import type { FastifyInstance } from 'fastify';
import { serveToken } from './access/token-route.ts';
import type { ApiVersion } from './call.ts';
import { manageTokenization, queryTokenization, tokenizeCard } from './cards/tokenization.ts';
import type { Host } from './host.ts';
import { registerNotificationUrl } from './notifications/notification-url.ts';
import { authorizeTransaction } from './sales/authorize-transaction.ts';
import { captureTransaction } from './sales/capture-transaction.ts';
import { queryByReference, queryByTid, queryRefund, queryRefunds } from './sales/query-transaction.ts';
import { refundTransaction } from './sales/refund-transaction.ts';
import { drawFault, serve } from './serve-operation.ts';

/** Path prefixes of the sandbox (none) and of production (docs/contract/acquirers.md A.1). */
const API_PREFIXES = ['', '/erede'] as const;
const TOKEN_PREFIXES = ['', '/redelabs'] as const;
const VERSIONS: readonly ApiVersion[] = ['v1', 'v2'];

/** The interface that shops call. */
export function registerApi(app: FastifyInstance, host: Host): void {
  // The last is where older clients of statements ask.
  for (const path of [...TOKEN_PREFIXES.map((prefix) => `${prefix}/oauth2/token`), '/redelabs/oauth/token']) {
    app.post(path, { onRequest: drawFault(host, 'token') }, serveToken(host));
  }
  for (const prefix of TOKEN_PREFIXES) {
    const cards = `${prefix}/token-service/oauth/v2/tokenization`;
    const drawn = { onRequest: drawFault(host, 'tokenize') };
    app.post(cards, drawn, serve(host, 'tokenize', 'v2', tokenizeCard));
    app.get(`${cards}/:id`, drawn, serve(host, 'tokenize', 'v2', queryTokenization));
    app.put(`${cards}/:id`, drawn, serve(host, 'tokenize', 'v2', manageTokenization));
  }
  for (const prefix of API_PREFIXES) {
    for (const version of VERSIONS) registerVersion(app, host, version, `${prefix}/${version}/transactions`);
  }
}

function registerVersion(app: FastifyInstance, host: Host, version: ApiVersion, sales: string): void {
  const hook = (operation: Parameters<typeof drawFault>[1]) => ({ onRequest: drawFault(host, operation) });
  app.post(sales, hook('authorize'), serve(host, 'authorize', version, authorizeTransaction));
  app.get(sales, hook('query'), serve(host, 'query', version, queryByReference));
  app.get(`${sales}/:tid`, hook('query'), serve(host, 'query', version, queryByTid));
  app.put(`${sales}/:tid`, hook('capture'), serve(host, 'capture', version, captureTransaction));
  app.post(`${sales}/:tid/refunds`, hook('refund'), serve(host, 'refund', version, refundTransaction));
  app.get(`${sales}/:tid/refunds`, hook('query'), serve(host, 'query', version, queryRefunds));
  app.get(`${sales}/:tid/refunds/:refundId`, hook('query'), serve(host, 'query', version, queryRefund));
  app.post(`${sales}/notification-URL`, serve(host, 'query', version, registerNotificationUrl));
}
