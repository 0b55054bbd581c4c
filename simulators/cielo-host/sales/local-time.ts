const BRASILIA_BEHIND_UTC_MS = 3 * 3_600_000;
const SECONDS = 19;

/** `yyyy-MM-dd HH:mm:ss` in Brasília, without a zone. */
export function localTime(epochMs: number): string {
  return inBrasilia(epochMs).slice(0, SECONDS).replace('T', ' ');
}

/** `yyyy-MM-ddTHH:mm:ss.fff` in Brasília, as the list of an order's sales has it. */
export function localInstant(epochMs: number): string {
  return inBrasilia(epochMs).replace('Z', '');
}

/** The last second of the day of a time. */
export function endOfDay(epochMs: number): number {
  const [day] = inBrasilia(epochMs).split('T');
  return Date.parse(`${day}T23:59:59Z`) + BRASILIA_BEHIND_UTC_MS;
}

export function isSameDay(one: number, other: number): boolean {
  return localTime(one).slice(0, 10) === localTime(other).slice(0, 10);
}

function inBrasilia(epochMs: number): string {
  return new Date(epochMs - BRASILIA_BEHIND_UTC_MS).toISOString();
}
