import type { FastifyRequest } from 'fastify';
import { refusePanel } from '../refusals.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/**
 * Throws `cross_site` for a write that may come from another site's page. A form cannot send JSON, and browsers send
 * the origin of a request in `Sec-Fetch-Site` or, older ones, in `Origin`.
 */
export function requireOwnOrigin(request: Pick<FastifyRequest, 'headers'>, publicUrl: string): void {
  const { origin, 'content-type': type, 'sec-fetch-site': site } = request.headers;
  if (!JSON_TYPE.test(type ?? '')) throw refusePanel('cross_site');
  const own = site === undefined ? origin === new URL(publicUrl).origin : site === 'same-origin';
  if (!own) throw refusePanel('cross_site');
}
