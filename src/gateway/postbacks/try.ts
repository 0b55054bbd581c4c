import type { Clock, Secret } from '../../platform/index.ts';
import type { Claimed, Tried } from './delivery.ts';
import type { DeliveryStore } from './delivery-store.ts';
import { afterTry, postbackId, type Schedule, type TryResult } from './postback.ts';
import type { Sender } from './send.ts';
import { signedHeaders } from './sign.ts';
import type { Slot, Slots } from './slots.ts';

/** How a try ended, for the metrics. `late`: its claim had run out, so its result does not count. */
export const TRY_ENDS = ['delivered', 'retry', 'failed', 'interrupted', 'late'] as const;
export type TryEnd = (typeof TRY_ENDS)[number];

export interface Tries {
  /** Sends a postback once and writes what came of it. True when a later one of its transaction may now go. */
  make(postback: Claimed, slot: Slot): Promise<boolean>;
}

/** Made anew for each round, in which a merchant's secrets are asked for once. */
export function createTries(options: {
  readonly store: DeliveryStore;
  readonly slots: Slots;
  readonly sender: Sender;
  readonly schedule: Schedule;
  readonly clock: Clock;
  signingSecrets(personId: number): Promise<readonly Secret[]>;
  onTry(end: TryEnd): void;
  onError(error: unknown): void;
}): Tries {
  const { store, slots, sender, schedule, clock } = options;
  const known = new Map<number, Promise<readonly Secret[]>>();
  const secretsOf = (merchantId: number): Promise<readonly Secret[]> => {
    const asked = known.get(merchantId) ?? options.signingSecrets(merchantId);
    known.set(merchantId, asked);
    return asked;
  };
  const send = async (postback: Claimed): Promise<TryResult> => {
    const { url, body } = postback;
    const message = { id: postbackId(postback), body, now: clock.now() };
    return sender.send({ url, body, headers: signedHeaders(message, await secretsOf(postback.merchantId)) });
  };

  return {
    make: async (postback, slot) => {
      let result: TryResult | undefined;
      let endedAt = slot.startedAt;
      try {
        result = await send(postback);
        endedAt = clock.now();
        const after = afterTry(result, postback.tries, schedule, endedAt);
        const tried: Tried = { postback, after, at: endedAt };
        const { held, freed } = await store.record(tried);
        options.onTry(held ? endOf(result, after.state) : 'late');
        return freed;
      } catch (error) {
        // Its claim runs out, and then it is sent again.
        options.onError(error);
        return false;
      } finally {
        slots.give(slot, howItWent(result), endedAt);
      }
    },
  };
}

function endOf(result: TryResult, state: Tried['after']['state']): TryEnd {
  if (result.result === 'interrupted') return 'interrupted';
  return state === 'waiting' ? 'retry' : state;
}

function howItWent(result: TryResult | undefined): 'well' | 'badly' | 'unused' {
  if (result?.result === 'delivered') return 'well';
  return result?.result === 'refused' ? 'badly' : 'unused';
}
