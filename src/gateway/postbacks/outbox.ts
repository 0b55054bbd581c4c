import type { Clock, WriteTransaction } from '../../platform/index.ts';
import { type News, postbackRow } from './postback.ts';
import { POSTBACKS } from './tables.ts';

/** What merchants are to be told is written here, in the commit of the change, and goes out from here. */
export interface PostbackOutbox {
  write(write: WriteTransaction, news: readonly News[]): Promise<void>;
  /** To be called after the commit. */
  committed(news: News): void;
  /** Called with all that is committed from now on, in this process. */
  subscribe(listener: (news: News) => void): void;
}

export function createPostbackOutbox({ clock }: { readonly clock: Clock }): PostbackOutbox {
  const listeners: ((news: News) => void)[] = [];
  return {
    write: async (write, news) => {
      if (news.length === 0) return;
      const now = clock.now();
      await write.insertRows(
        POSTBACKS,
        news.map((one) => postbackRow(one, now)),
      );
    },
    committed: (news) => {
      for (const listener of listeners) listener(news);
    },
    subscribe: (listener) => {
      listeners.push(listener);
    },
  };
}
