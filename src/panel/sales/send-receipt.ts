import { randomBytes } from 'node:crypto';
import { type Database, lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { type AskedMail, addressKeyOf, type MailQueue } from '../../platform/mail/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { dayAfter } from '../../platform/time/local-days.ts';
import { momentText } from '../interface/moment.ts';
import { refusePanel } from '../refusals.ts';

const ID_BYTES = 12;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Whoever got one in this time looks for it again, instead of getting another. */
const ONE_IN_MS = HOUR_MS;
/** To whatever addresses, so that nobody sends mail to strangers by a shop's server. */
const MOST_OF_A_SALE = 5;
/** Ended mails are kept for as long. */
const OF_A_SALE_IN_MS = 30 * DAY_MS;
const MOST_OF_A_DAY = 200;

/** What became of a receipt: `queued` now, or the one before still waits, or was sent within the hour. */
export interface ReceiptSending {
  readonly state: 'queued' | 'waiting' | 'sent';
  readonly at: number;
}

export interface AskedReceipt {
  readonly saleId: string;
  readonly merchantId: number;
  readonly to: string;
}

/**
 * Sends a sale's receipt to an address that somebody of the shop typed, with what is written beside it. Refusals:
 * mails_unavailable, receipt_limit_reached.
 */
export type SendReceipt = (
  asked: AskedReceipt,
  written: (write: WriteTransaction) => Promise<unknown>,
) => Promise<ReceiptSending>;

export function createSendReceipt(options: {
  readonly enabled: boolean;
  readonly database: Database;
  readonly queue: Pick<MailQueue, 'write' | 'askedBy'>;
  readonly clock: Clock;
  readonly time: LocalTime;
}): SendReceipt {
  const { enabled, database, queue, clock, time } = options;
  return async ({ saleId, merchantId, to }, written) => {
    if (!enabled) throw refusePanel('mails_unavailable');
    const askedBy = `person:${merchantId}`;
    const ofAddress = `receipt-${saleId}-${addressKeyOf(to)}-`;
    return database.write(async (write) => {
      // One after another: of many at once none passes the limits.
      await lockSequence(write, 'asked receipts');
      const now = clock.now();
      const ofSale = await queue.askedBy(write, askedBy, { about: saleId, since: now - OF_A_SALE_IN_MS });
      const before = ofSale.find(({ id }) => id.startsWith(ofAddress));
      const standing = before && standingOf(before, now);
      if (standing) return standing;
      const beyond = (what: string, at: number) =>
        refusePanel('receipt_limit_reached', {
          message: `${what} Envie de novo a partir de ${momentText(at, time)}.`,
          retryAfterSeconds: Math.ceil((at - now) / 1_000),
        });
      const first = ofSale[MOST_OF_A_SALE - 1];
      if (first) {
        const what = `Este comprovante já foi enviado por e-mail ${MOST_OF_A_SALE} vezes.`;
        throw beyond(what, first.createdAt + OF_A_SALE_IN_MS + 1);
      }
      const today = time.day(now);
      const ofToday = await queue.askedBy(write, askedBy, { since: time.startOfDay(today) });
      if (ofToday.length >= MOST_OF_A_DAY) {
        const what = `Sua loja já enviou ${MOST_OF_A_DAY} comprovantes por e-mail hoje.`;
        throw beyond(what, time.startOfDay(dayAfter(today)));
      }
      const id = `${ofAddress}${randomBytes(ID_BYTES).toString('hex')}`;
      await queue.write(write, [{ id, kind: 'receipt', about: saleId, facts: { to }, askedBy }]);
      await written(write);
      return { state: 'queued', at: now };
    });
  };
}

/** Undefined: another one may be sent, also when the last was given up. */
function standingOf({ state, createdAt, endedAt }: AskedMail, now: number): ReceiptSending | undefined {
  if (state === 'waiting') return { state, at: createdAt };
  const at = endedAt ?? createdAt;
  return state === 'sent' && at > now - ONE_IN_MS ? { state, at } : undefined;
}

/** `a***@dominio.com` */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, at)][0] ?? ''}***${email.slice(at)}`;
}
