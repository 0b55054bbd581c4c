import type { SimulatedClock } from '../../host/simulated-clock.ts';
import type { BankQuirks } from '../bank-quirks.ts';
import type { Payment } from '../charges/book.ts';
import { paymentForm } from '../charges/wire-form.ts';
import type { Identity } from '../tls/authority.ts';
import { postJson } from './post-json.ts';
import type { Registration } from './registration.ts';

/** Payments of one key within this time are told together. */
const GROUPED_MS = 1_000;
const RETRIES_MS = [60_000, 300_000, 1_800_000] as const;
/** When the second and the third copy of a notice leave, with what was true at first. */
const COPIES_MS = [2_000, 3_000] as const;
const MAX_REMEMBERED = 500;

/** A notice as it was sent. */
export interface SentNotice {
  readonly at: number;
  readonly url: string;
  readonly body: object;
  /** From 1. */
  readonly attempt: number;
  /** HTTP status of the receiver; undefined when there was no answer. */
  readonly status: number | undefined;
}

/** What a bank tells its customers, over HTTP. */
export interface Notices {
  /** Tells of a payment, so many times. Not at all where no address is registered for its key, or it names no charge. */
  announce(payment: Payment, times: number): void;
  /** Posts something to an address once, as the bank does. */
  post(url: string, body: object): Promise<SentNotice>;
  /** Whether an address takes calls with the bank's certificate, and none without. */
  isLocked(url: string): Promise<boolean>;
  /** The next so many are sent to nobody. */
  lose(times: number): void;
  /** Newest last. */
  readonly sent: SentNotice[];
  /** How many are on their way. */
  underWay(): number;
}

export interface NoticeParts {
  readonly clock: SimulatedClock;
  readonly quirks: BankQuirks;
  readonly registrations: ReadonlyMap<string, Registration>;
  /** The bank's own; undefined without TLS. */
  readonly identity: Identity | undefined;
}

export function createNotices({ clock, quirks, registrations, identity }: NoticeParts): Notices {
  const groups = new Map<string, object[]>();
  const sent: SentNotice[] = [];
  let toLose = 0;
  let underWay = 0;

  const attempt = async (
    url: string,
    body: object,
    number: number,
    shown = identity,
  ): Promise<SentNotice> => {
    underWay += 1;
    const status = await postJson(url, body, shown);
    underWay -= 1;
    const notice = { at: clock.now(), url, body, attempt: number, status };
    sent.push(notice);
    if (sent.length > MAX_REMEMBERED) sent.shift();
    return notice;
  };

  const deliver = async (key: string, payments: readonly object[]): Promise<void> => {
    for (let number = 1; number <= RETRIES_MS.length + 1; number += 1) {
      const registration = registrations.get(key);
      if (!registration) return;
      const shown = registration.withoutCertificate ? undefined : identity;
      const { status = 0 } = await attempt(`${registration.url}/pix`, { pix: payments }, number, shown);
      if (status >= 200 && status < 300) return;
      const waitMs = RETRIES_MS[number - 1];
      if (waitMs === undefined || !(await clock.wait(waitMs))) return;
    }
  };

  const enqueue = async (key: string, form: object): Promise<void> => {
    const waiting = groups.get(key);
    if (waiting) {
      waiting.push(form);
      return;
    }
    const group = [form];
    groups.set(key, group);
    const isOver = await clock.wait(GROUPED_MS);
    groups.delete(key);
    if (isOver) await deliver(key, group);
  };

  const copy = async (key: string, form: object, afterMs: number): Promise<void> => {
    if (await clock.wait(afterMs)) await deliver(key, [form]);
  };

  return {
    sent,
    underWay: () => underWay,
    announce(payment, times) {
      if (payment.txid === undefined || !registrations.has(payment.key)) return;
      if (toLose > 0) {
        toLose -= 1;
        return;
      }
      const form = paymentForm(payment, quirks);
      void enqueue(payment.key, form);
      for (const afterMs of COPIES_MS.slice(0, times - 1)) void copy(payment.key, form, afterMs);
    },
    post: (url, body) => attempt(url, body, 1),
    async isLocked(url) {
      const without = await attempt(url, { evento: 'teste_webhook' }, 1, undefined);
      if (without.status !== undefined && without.status < 400) return false;
      const { status = 0 } = await attempt(url, { evento: 'teste_webhook' }, 1);
      return status >= 200 && status < 300;
    },
    lose(times) {
      toLose = times;
    },
  };
}
