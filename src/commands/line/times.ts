/** For programs: ISO 8601 in UTC. Takes milliseconds since 1970. */
export function isoTime(epochMs: number | undefined): string | null {
  return epochMs === undefined ? null : new Date(epochMs).toISOString();
}

/** For people: `15/01/2026 09:00:00` in the zone. */
export function spokenTime(epochMs: number, timeZone: string): string {
  return new Date(epochMs).toLocaleString('pt-BR', { timeZone }).replace(',', '');
}

/** `spokenTime` in one zone. */
export function timeWriter(timeZone: string): (epochMs: number) => string {
  return (epochMs) => spokenTime(epochMs, timeZone);
}
