/** A written heartbeat: its time by the database's clock and by this process's monotonic clock. */
export interface Beat {
  readonly databaseMs: number;
  readonly ownMs: number;
}

/**
 * Until when, by the monotonic clock, no other instance may be taken for dead, because it may only have been
 * unable to write: after the first heartbeat, after heartbeats could not be written, and after a jump of the
 * database's clock (a standby was promoted). Undefined when this heartbeat gives no reason.
 */
export function cannotJudgeUntil(
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
