import { refuseCardData } from './refusals.ts';
import { DEFAULT_TTL_MINUTES, isTtl } from './session.ts';

/** Reads the ttl of the query, whole minutes; absent or empty means 10. Throws ttl_invalid (400). */
export function readTtl(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_TTL_MINUTES;
  const ttl = typeof value === 'string' && /^\d{1,4}$/.test(value.trim()) ? Number(value) : Number.NaN;
  if (!isTtl(ttl)) throw refuseCardData('ttl_invalid');
  return ttl;
}
