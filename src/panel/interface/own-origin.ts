import type { FastifyRequest } from 'fastify';
import { refusePanel } from '../refusals.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Throws `cross_site` for a write that another site's page may have sent. A form cannot send JSON, and browsers say where
 * a request comes from: `Sec-Fetch-Site`, or, older ones, `Origin`.
 */
export function requireOwnOrigin(request: Pick<FastifyRequest, 'headers'>, publicUrl: string): void {
  const { origin, 'content-type': type, 'sec-fetch-site': site } = request.headers;
  if (!JSON_TYPE.test(type ?? '')) throw refusePanel('cross_site');
  const own = site === undefined ? origin === new URL(publicUrl).origin : site === 'same-origin';
  if (!own) throw refusePanel('cross_site');
}
