import type { LocalTime } from './clock.ts';

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?$/;
const WITH_OFFSET = /^(.+T.+?)(Z|[+-]\d{2}:?\d{2})$/i;

/** The moment of `yyyy-MM-ddTHH:mm:ss`, local or with an offset, in milliseconds since 1970. NaN for anything else. */
export function momentFromIso(text: string, time: Pick<LocalTime, 'fromIso'>): number {
  const [, local = text.trim(), offset] = WITH_OFFSET.exec(text.trim()) ?? [];
  if (!LOCAL.test(local)) return Number.NaN;
  return Math.floor(offset ? Date.parse(`${local}${withColon(offset)}`) : time.fromIso(local));
}

function withColon(offset: string): string {
  return /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
}
