/** Asked more often, it tells what it found last. */
const LOOK_EVERY_MS = 1_000;

export interface DiskWatch {
  /** A write failed because the disk of the database is full. */
  full(): void;
  /** False from such a failure until the disk takes writes again, which is tried while somebody asks. */
  hasRoom(): Promise<boolean>;
}

/**
 * Remembers that the disk of the database is full: it answers then, and reads as before. A write that succeeds says little,
 * because it may fall into room that the files have already.
 */
export function createDiskWatch(options: {
  /** Whether the disk takes more; asked only after a failure. */
  readonly probe: () => Promise<boolean>;
  /** A monotonic clock, in milliseconds. */
  readonly nowMs?: () => number;
}): DiskWatch {
  const { probe, nowMs = () => performance.now() } = options;
  let failures = 0;
  let looked: { readonly at: number; readonly found: Promise<boolean> } | undefined;

  const look = async (): Promise<boolean> => {
    const before = failures;
    const hasRoom = await probe().catch(() => false);
    if (!hasRoom || failures !== before) return false;
    failures = 0;
    return true;
  };
  return {
    full: () => {
      failures += 1;
    },
    hasRoom: () => {
      if (failures === 0) return Promise.resolve(true);
      if (!looked || nowMs() - looked.at >= LOOK_EVERY_MS) looked = { at: nowMs(), found: look() };
      return looked.found;
    },
  };
}
