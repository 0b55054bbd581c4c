import type { WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import {
  type CallbackMessage,
  type CardMessage,
  callbackRow,
  cardRow,
  type NewPostback,
  postbackRow,
} from './postback.ts';
import { POSTBACKS } from './tables.ts';

/** Postbacks are written here in the commit of the change that they report, and delivered from here. */
export interface PostbackOutbox {
  write(write: WriteTransaction, postbacks: readonly NewPostback[]): Promise<void>;
  /** Messages of the back office, sent by the same delivery from a second later on. */
  writeCallbacks(write: WriteTransaction, callbacks: readonly CallbackMessage[]): Promise<void>;
  /** A card stored without a sale, notified from a second later on. */
  writeCard(write: WriteTransaction, card: CardMessage): Promise<void>;
  /** Call it after the commit. */
  committed(postback: NewPostback): void;
  /** The listener is called with every postback committed from now on in this process. */
  subscribe(listener: (postback: NewPostback) => void): void;
}

export function createPostbackOutbox({ clock }: { readonly clock: Clock }): PostbackOutbox {
  const listeners: ((postback: NewPostback) => void)[] = [];
  return {
    write: async (write, postbacks) => {
      if (postbacks.length === 0) return;
      const now = clock.now();
      await write.insertRows(
        POSTBACKS,
        postbacks.map((one) => postbackRow(one, now)),
      );
    },
    writeCallbacks: async (write, callbacks) => {
      if (callbacks.length === 0) return;
      const now = clock.now();
      await write.insertRows(
        POSTBACKS,
        callbacks.map((one) => callbackRow(one, now)),
      );
    },
    writeCard: (write, card) => write.insertRows(POSTBACKS, [cardRow(card, clock.now())]),
    committed: (postback) => {
      for (const listener of listeners) listener(postback);
    },
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
}
