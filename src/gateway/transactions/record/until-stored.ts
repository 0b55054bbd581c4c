import { setTimeout as sleep } from 'node:timers/promises';

const MAX_TRIES = 4;
const PAUSE_MS = 100;

/** What an acquirer answered exists in memory alone until it is stored: a passing fault of the database is sat out. */
export async function untilStored<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (tries >= MAX_TRIES) throw error;
      await sleep(PAUSE_MS * tries);
    }
  }
}
