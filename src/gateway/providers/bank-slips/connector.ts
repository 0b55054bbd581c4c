import {
  type BankTiming,
  bacenTiming,
  certificateProblem,
  createBankHost,
  createBankTokens,
  queryPaymentRefund,
  refundPayment,
} from '../bacen-pix/index.ts';
import type { ConnectorOptions } from '../connector-kind.ts';
import { createHttpLink, type DeadlineIn, deadlineIn as realDeadlineIn } from '../http/index.ts';
import type { AccountSettings } from '../provider.ts';
import { BY_TRANSFER, isPaidByBarcode, type SlipProvider } from '../slips/slip-provider.ts';
import { type SlipAccount, slipAccount } from './account.ts';
import type { SlipContext } from './context.ts';
import { createSlip } from './create.ts';
import type { SlipDialect } from './dialect.ts';
import { registerSlipNotices } from './notices.ts';
import { querySlip } from './query.ts';
import { removeSlip } from './remove.ts';

const REFUND_DAYS = 90;

/** Speaks of slips to one bank. Its only state are connections and tokens. */
export function createSlipConnector(
  dialect: SlipDialect,
  { clock, production, timeScale, ending, onTokenRefused = () => undefined }: ConnectorOptions,
  timing: BankTiming = bacenTiming(timeScale),
  deadlineIn: DeadlineIn = realDeadlineIn,
): SlipProvider {
  const link = createHttpLink({ connectMs: timing.connectMs, ending });
  const tokens = createBankTokens({
    link,
    clock,
    newDeadline: () => deadlineIn(timing.tokenMs),
    onRefused: () => onTokenRefused(dialect.provider),
  });
  const host = createBankHost({ link, tokens, clock, leastMs: timing.leastMs });
  const context: SlipContext = { host, clock, timing, deadlineIn, dialect };

  /** Makes a call with the account, or returns `unusable` for settings with which nothing can be sent. */
  const through = <Outcome, Unusable>(
    settings: AccountSettings,
    work: (account: SlipAccount) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ): Promise<Outcome | Unusable> => {
    const account = slipAccount(dialect.provider, settings, production);
    return typeof account === 'string' ? Promise.resolve(unusable(account)) : work(account);
  };

  return {
    provider: dialect.provider,
    version: dialect.version,
    live: true,
    capabilities: () => ({
      capture: { later: false, partial: false, multiple: false, windowDays: 0 },
      voidBeforeCapture: 'full',
      refund: { partial: true, multiple: true, windowDays: REFUND_DAYS, asynchronous: true },
      timing,
      slip: dialect.terms,
    }),
    create: (request) =>
      through(request.account, (account) => createSlip(context, account, request), invalid),
    query: (ids) => through(ids.account, (account) => querySlip(context, account, ids), notSent),
    remove: (ids) => through(ids.account, (account) => removeSlip(context, account, ids), invalid),
    refundPayment: async (payment, amount, reference) => {
      const { endToEndId } = payment;
      if (isPaidByBarcode(payment)) return BY_TRANSFER;
      return through(
        payment.account,
        async ({ pix }) =>
          pix ? refundPayment(context, pix, { endToEndId, amount, reference }) : invalid(NO_KEY),
        invalid,
      );
    },
    queryPaymentRefund: async (payment, reference) => {
      const { endToEndId } = payment;
      if (isPaidByBarcode(payment)) return { outcome: 'not_found' };
      return through(
        payment.account,
        async ({ pix }) =>
          pix ? queryPaymentRefund(context, pix, { endToEndId, reference }) : notSent(NO_KEY),
        notSent,
      );
    },
    registerNotices: (settings, url) =>
      through(settings, (account) => registerSlipNotices(context, account, url), notSent),
    readNotice: (body) => dialect.readNotice(body),
    health: (settings) =>
      through(
        settings,
        async ({ access }) => {
          const over = certificateProblem(access, clock.now());
          if (over !== undefined) return { healthy: false, reason: over };
          const token = await tokens.fetchNew(access);
          return token.kind === 'token' ? { healthy: true } : { healthy: false, reason: token.reason };
        },
        (reason) => ({ healthy: false, reason }),
      ),
  };
}

const NO_KEY = 'the account has no Pix key';

function invalid(reason: string) {
  return { outcome: 'invalid_request', reason, answer: {} } as const;
}

function notSent(reason: string) {
  return { outcome: 'not_sent', reason } as const;
}
