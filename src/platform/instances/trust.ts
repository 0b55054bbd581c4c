/** A beat that was written: its time by the database's clock and by the clock of this process, which nobody sets. */
export interface Beat {
  readonly databaseMs: number;
  readonly ownMs: number;
}

/**
 * Until when, by the clock of this process, no other instance may be taken for dead: they may only not have been able
 * to write. That is so after the first beat, after beats could not be written, and after the database's clock made a
 * jump (a standby was promoted). Undefined when this beat gives no reason.
 */
export function distrustUntil(
  last: Beat | undefined,
  beat: Beat,
  limits: { readonly deadAfterMs: number; readonly gapMs: number; readonly jumpMs: number },
): number | undefined {
  const until = beat.ownMs + limits.deadAfterMs;
  if (!last) return until;
  const elapsedMs = beat.ownMs - last.ownMs;
  const jumpedMs = Math.abs(beat.databaseMs - last.databaseMs - elapsedMs);
  return elapsedMs > limits.gapMs || jumpedMs > limits.jumpMs ? until : undefined;
}
