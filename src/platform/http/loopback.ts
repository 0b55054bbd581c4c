import type { FastifyRequest } from 'fastify';

const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
];

/**
 * True for a caller on this machine. A reverse proxy on the same machine that was not named in
 * GUICHE_TRUSTED_PROXIES betrays itself by its headers: whoever is behind it is not taken for local.
 */
export function isLoopback(request: FastifyRequest): boolean {
  const { remoteAddress } = request.socket;
  const direct = request.ip === remoteAddress;
  if (direct && FORWARDING_HEADERS.some((header) => request.headers[header] !== undefined)) return false;
  return /^(?:::ffff:)?127\./.test(request.ip) || request.ip === '::1';
}
