import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../../platform/refusal.ts';

const MAX_TRIES = 4;
const PAUSE_MS = 100;

/** Retries a write, unless it is refused: until it is stored, an acquirer's answer exists only in memory. */
export async function retryWrite<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (tries >= MAX_TRIES || error instanceof Refusal) throw error;
      await sleep(PAUSE_MS * tries);
    }
  }
}
