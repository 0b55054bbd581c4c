import type { DueMail, MailQueue } from '../../platform/mail/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';

/** Each day, from all links. */
const MOST_TO_ADDRESS = 5;
/** Each day, to whatever addresses. */
const MOST_OF_LINK = 200;

export interface TypedAddressOptions {
  readonly queue: Pick<MailQueue, 'countSent'>;
  readonly time: LocalTime;
}

/**
 * Whether a mail to an address that a visitor of a reusable link typed would be one too many of its local day. Mails are sent
 * one after another, so that none passes the limits beside another.
 */
export async function isBeyondLimits(
  { queue, time }: TypedAddressOptions,
  { askedBy, addressKey, createdAt }: Pick<DueMail, 'askedBy' | 'addressKey' | 'createdAt'>,
): Promise<boolean> {
  const since = time.startOfDay(time.day(createdAt));
  const isReached = async (by: 'askedBy' | 'addressKey', key: string | undefined, most: number) =>
    key !== undefined && (await queue.countSent(by, key, { since, most })) >= most;
  return (
    (await isReached('addressKey', addressKey, MOST_TO_ADDRESS)) ||
    (await isReached('askedBy', askedBy, MOST_OF_LINK))
  );
}
