import type { ChargeTerms } from '../capabilities.ts';
import type { ChargeProvider } from '../charge-provider.ts';
import type { ConnectorOptions } from '../connector-kind.ts';
import { createHttpLink, type DeadlineIn, deadlineIn as realDeadlineIn } from '../http/index.ts';
import { readPixNotice } from '../pix-notice.ts';
import type { AccountSettings } from '../provider.ts';
import { certificateProblem, createBankHost } from './call/host.ts';
import { type BankAccount, bankAccount, bankSettings } from './call/settings.ts';
import { type BankTiming, bacenTiming } from './call/timing.ts';
import { createBankTokens } from './call/tokens.ts';
import { putBankCharge } from './charges/create.ts';
import { queryCharge } from './charges/query.ts';
import { removeBankCharge, undoBankCharge } from './charges/remove.ts';
import type { BacenContext } from './context.ts';
import { noticesOf, registerNotices } from './notices.ts';
import { receivedPayments } from './payments/received.ts';
import { queryChargeRefund, queryPaymentRefund, refundCharge, refundPayment } from './payments/refund.ts';
import type { BankProfile } from './profiles/profile.ts';

const VERSION = '2.9.0';
const REFUND_DAYS = 90;

/** Speaks the Banco Central's API Pix to one bank. Its only state are connections and tokens. */
export function createBankConnector(
  profile: BankProfile,
  { clock, production, timeScale, ending, onTokenRefused = () => undefined }: ConnectorOptions,
  timing: BankTiming = bacenTiming(timeScale),
  deadlineIn: DeadlineIn = realDeadlineIn,
): ChargeProvider {
  const link = createHttpLink({ connectMs: timing.connectMs, ending });
  const tokens = createBankTokens({
    link,
    clock,
    newDeadline: () => deadlineIn(timing.tokenMs),
    onRefused: () => onTokenRefused(profile.provider),
  });
  const host = createBankHost({ link, tokens, clock, leastMs: timing.leastMs });
  const context: BacenContext = { host, clock, timing, deadlineIn };
  const terms = termsWith(timing);
  const bank = { profile, rules: bankSettings(profile) };

  /** Makes a call with the account, or returns `unusable` for settings with which nothing can be sent. */
  const through = <Outcome, Unusable>(
    settings: AccountSettings,
    work: (account: BankAccount) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ): Promise<Outcome | Unusable> => {
    const account = bankAccount(settings, bank, production);
    return typeof account === 'string' ? Promise.resolve(unusable(account)) : work(account);
  };

  return {
    provider: profile.provider,
    version: VERSION,
    live: true,
    capabilities: () => terms,
    create: (request) =>
      through(request.account, (account) => putBankCharge(context, account, request), invalid),
    capture: async () => invalid('nothing is held that could be captured'),
    void: (ids, amount) =>
      through(ids.account, (account) => removeBankCharge(context, account, ids, amount), invalid),
    undo: (ids) => through(ids.account, (account) => undoBankCharge(context, account, ids), notSent),
    query: (ids) => through(ids.account, (account) => queryCharge(context, account, ids), notSent),
    refund: (ids, amount, reference) =>
      through(ids.account, (account) => refundCharge(context, account, ids, { amount, reference }), invalid),
    queryRefund: (ids, reference) =>
      through(ids.account, (account) => queryChargeRefund(context, account, ids, reference), notSent),
    refundPayment: ({ endToEndId, account: settings }, amount, reference) =>
      through(
        settings,
        (account) => refundPayment(context, account, { endToEndId, amount, reference }),
        invalid,
      ),
    queryPaymentRefund: ({ endToEndId, account: settings }, reference) =>
      through(
        settings,
        (account) => queryPaymentRefund(context, account, { endToEndId, reference }),
        notSent,
      ),
    received: (settings, period) =>
      through(settings, (account) => receivedPayments(context, account, period), notSent),
    registerNotices: (settings, url) =>
      through(settings, (account) => registerNotices(context, account, url), notSent),
    noticesOf: (settings) => through(settings, (account) => noticesOf(context, account), notSent),
    readNotice: readPixNotice,
    health: (settings) =>
      through(
        settings,
        async (account) => {
          const over = certificateProblem(account, clock.now());
          if (over !== undefined) return { healthy: false, reason: over };
          const token = await tokens.fetchNew(account);
          return token.kind === 'token' ? { healthy: true } : { healthy: false, reason: token.reason };
        },
        (reason) => ({ healthy: false, reason }),
      ),
  };
}

function termsWith({ connectMs, authorizeMs, otherMs, maxProcessingMs }: BankTiming): ChargeTerms {
  return {
    capture: { later: false, partial: false, multiple: false, windowDays: 0 },
    voidBeforeCapture: 'full',
    refund: { partial: true, multiple: true, windowDays: REFUND_DAYS, asynchronous: true },
    timing: { connectMs, authorizeMs, otherMs, maxProcessingMs },
  };
}

function invalid(reason: string) {
  return { outcome: 'invalid_request', reason, answer: {} } as const;
}

function notSent(reason: string) {
  return { outcome: 'not_sent', reason } as const;
}
