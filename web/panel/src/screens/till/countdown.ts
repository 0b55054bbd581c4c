const SECOND = 1_000;
const HOUR_S = 60 * 60;

/** What is left until a time: `9:05`, `23 h 59 min`; nothing once it is over. */
export function timeLeft(until: number, now: number): string | undefined {
  const seconds = Math.ceil((until - now) / SECOND);
  if (seconds <= 0) return undefined;
  if (seconds >= HOUR_S)
    return `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
