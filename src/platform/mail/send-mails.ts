import type { Job } from '../jobs/index.ts';
import type { Clock } from '../time/clock.ts';
import { type AddressedMail, afterSending, type DueMail, type NotYet, type SendResult } from './mail.ts';
import type { MailTransport } from './smtp.ts';
import type { MailQueue } from './store.ts';

const EVERY_MS = 5_000;
/** Ten a second at the most: each is a write of its own, beside those of sales. */
const MAILS_A_RUN = 50;
const SECOND_MS = 1_000;
/** While the mail server is away it is asked again after this long, and after twice as long each time. */
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = 10 * 60 * SECOND_MS;

export interface MailSenderOptions {
  readonly queue: MailQueue;
  readonly transport: Pick<MailTransport, 'send'>;
  readonly clock: Clock;
  /** What a mail says and to whom; undefined when there is nothing to say any more. */
  compose(mail: DueMail): Promise<AddressedMail | NotYet | undefined>;
  onResult(result: (SendResult | NotYet)['kind'] | 'dropped'): void;
  onError(error: unknown): void;
}

/**
 * Sends what is due, one instance at a time and one mail after another: nothing of it stands in the way of a sale. While
 * the mail server is away, one mail asks for all.
 */
export function mailJob({ queue, transport, clock, compose, onResult, onError }: MailSenderOptions): Job {
  let pausedUntil = 0;
  let pauseMs = FIRST_PAUSE_MS;
  const rest = (): void => {
    pausedUntil = clock.now() + pauseMs;
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };
  const composed = async (mail: DueMail): Promise<AddressedMail | undefined | SendResult | NotYet> => {
    try {
      return await compose(mail);
    } catch (error) {
      onError(error);
      return { kind: 'later', error: 'could not be composed' };
    }
  };
  /** False: the mail server is away. */
  const sendOne = async (mail: DueMail): Promise<boolean> => {
    const ready = await composed(mail);
    if (ready === undefined) {
      onResult('dropped');
      await queue.record(mail, { state: 'failed', tries: mail.tries, nextAt: clock.now(), error: null });
      return true;
    }
    const result = 'kind' in ready ? ready : await transport.send(mail.id, ready);
    onResult(result.kind);
    await queue.record(mail, afterSending(mail, result, clock.now()));
    if (result.kind === 'unreachable') return false;
    if (result.kind !== 'not_yet') pauseMs = FIRST_PAUSE_MS;
    return true;
  };
  return {
    name: 'send mails',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      // A clock that was set back must not make the pause endless.
      if (pausedUntil > clock.now() + LONGEST_PAUSE_MS) pausedUntil = 0;
      if (clock.now() < pausedUntil) return;
      for (const mail of await queue.due(MAILS_A_RUN)) {
        if (signal.aborted) return;
        if (await sendOne(mail)) continue;
        rest();
        return;
      }
    },
  };
}
