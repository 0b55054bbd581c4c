import { createHash } from 'node:crypto';

/** What a mail is about, in the order of a sale's life; then of people's access. */
export type MailKind =
  | 'payment'
  | 'refund'
  | 'failed_notices'
  | 'dispute'
  | 'receipt'
  | 'slip'
  | 'monthly_sales'
  | 'charge_soon'
  | 'charge_refused'
  | 'invitation'
  | 'new_password_link'
  | 'password_changed'
  | 'second_factor_removed';

export type MailState = 'waiting' | 'sent' | 'failed';

/** A mail to be sent. What it says is composed when it is sent, from `about` and `facts`. */
export interface NewMail {
  /** Names what happened and to whom it is told: a second one with this id is not written. */
  readonly id: string;
  readonly kind: MailKind;
  /** The id of the record it is about: a transaction, a person, a user. */
  readonly about: string;
  /** What was true when it happened. Secrets are sealed by whoever writes it, under the mail's id. */
  readonly facts: Readonly<Record<string, string | number>>;
  /** Who typed its address, if somebody did: `person:7`, `link:…`. What is sent for each of them is bounded. */
  readonly askedBy?: string;
  /** `addressKeyOf` an address that may be anybody's: what is sent to each of them is bounded. */
  readonly addressKey?: string;
}

const ADDRESS_DIGITS = 16;

/** By which mails to one address are counted, without keeping it. */
export function addressKeyOf(address: string): string {
  return createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, ADDRESS_DIGITS);
}

/** A mail whose address somebody typed. */
export interface AskedMail {
  readonly id: string;
  readonly state: MailState;
  readonly createdAt: number;
  /** When it was sent or given up. */
  readonly endedAt: number | undefined;
}

/** A mail that is due. */
export interface DueMail extends NewMail {
  readonly tries: number;
  readonly createdAt: number;
}

/** A file that a mail brings. */
export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Where a reader may go: an address that the service made. */
export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** What is sent, as people read it. */
export interface MailText {
  readonly subject: string;
  /** Whose mail it is: the name of the shop, or of the service. */
  readonly from: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Lines of two columns. */
  readonly lines?: readonly (readonly [label: string, value: string])[];
  readonly button?: MailLink;
  /** A second address, below the button. */
  readonly also?: MailLink;
  /** Why the reader gets it, and how to get no more. */
  readonly footer: string;
  /** Where answers go; absent: to the sender. */
  readonly replyTo?: string | undefined;
  readonly attachment?: MailAttachment;
}

/** A mail ready to be sent. */
export interface AddressedMail {
  readonly to: string;
  readonly text: MailText;
}

/** What cannot be said yet: it is asked again as long as the mail is not too old. */
export interface NotYet {
  readonly kind: 'not_yet';
}

/** How a try to send ended. `unreachable`: of the mail server, not of this mail. */
export type SendResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'refused' | 'unreachable'; readonly error: string };

export interface AfterSending {
  readonly state: MailState;
  readonly tries: number;
  readonly nextAt: number;
  readonly error: string | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits after each try that the mail server put off. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS] as const;
export const LONGEST_MAIL_WAIT_MS = Math.max(...WAITS_MS);
/** Older news helps nobody: a link in it is over too. */
const TOO_OLD_MS = 72 * HOUR_MS;
const MAX_ERROR = 200;

/** What becomes of a mail after a try, at `now`. */
export function afterSending(
  { tries, createdAt }: Pick<DueMail, 'tries' | 'createdAt'>,
  result: SendResult | NotYet,
  now: number,
): AfterSending {
  if (result.kind === 'sent') return { state: 'sent', tries: tries + 1, nextAt: now, error: null };
  const error = result.kind === 'not_yet' ? null : result.error.slice(0, MAX_ERROR);
  // While no mail can be sent at all, none uses up its tries; nor does one that was not tried.
  const made = result.kind === 'unreachable' || result.kind === 'not_yet' ? tries : tries + 1;
  const waitMs = WAITS_MS[Math.max(0, made - 1)];
  const isOver = result.kind === 'refused' || waitMs === undefined || now - createdAt >= TOO_OLD_MS;
  return isOver
    ? { state: 'failed', tries: made, nextAt: now, error }
    : { state: 'waiting', tries: made, nextAt: now + waitMs, error };
}
