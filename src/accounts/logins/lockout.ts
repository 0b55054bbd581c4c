/** Wrong passwords within the window that block a login from a network (decisions 4). */
export const MAX_WRONG_PASSWORDS = 10;
export const WRONG_PASSWORD_WINDOW_MS = 15 * 60_000;
export const LOCK_MS = 30 * 60_000;
/** After this time nothing of a failure matters any more. */
export const FAILURE_LIFE_MS = Math.max(WRONG_PASSWORD_WINDOW_MS, LOCK_MS);

/** Until when the login is blocked; undefined when it is free. Takes the latest failures, oldest first. */
export function lockedUntil(failedAt: readonly number[], now: number): number | undefined {
  const first = failedAt.at(-MAX_WRONG_PASSWORDS);
  const last = failedAt.at(-1);
  if (first === undefined || last === undefined || last - first >= WRONG_PASSWORD_WINDOW_MS) return undefined;
  const until = last + LOCK_MS;
  return until > now ? until : undefined;
}

/** The failures to remember when one more happens. A new count starts once a block is over. */
export function withFailure(failedAt: readonly number[], now: number): readonly number[] {
  const recent = failedAt.filter((time) => time > now - WRONG_PASSWORD_WINDOW_MS);
  return [...recent, now].slice(-MAX_WRONG_PASSWORDS);
}
