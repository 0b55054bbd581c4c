import { setTimeout as sleep } from 'node:timers/promises';
import type { Places } from './places.ts';
import { startVersion } from './start-version.ts';

const WATCH_MS = 1_000;

export interface MeasuredStart {
  readonly ms: number;
  /** Resident memory of the service. */
  readonly memoryMb: number;
  /** Beyond what the files of the engine took before. */
  readonly diskMb: number;
}

/** Starts the version on a copy of the database, which is removed afterwards. */
export async function measureStart(places: Places, folder: string): Promise<MeasuredStart> {
  const copy = await places.copy();
  const before = await places.diskMb();
  const start = startVersion(folder, copy);
  try {
    const listening = start.listening.then(({ afterMs }) => afterMs);
    const peak = { memoryMb: 0, diskMb: 0 };
    for (;;) {
      const ms = await Promise.race([listening, sleep(WATCH_MS, undefined)]);
      peak.memoryMb = Math.max(peak.memoryMb, await start.memoryMb());
      peak.diskMb = Math.max(peak.diskMb, (await places.diskMb()) - before);
      if (ms !== undefined) return { ms, ...peak };
    }
  } finally {
    await start.kill();
    await copy.remove();
  }
}
