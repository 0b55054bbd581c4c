import type { ConnectorOptions } from '../../connector-kind.ts';
import {
  createHttpLink,
  createTokenCache,
  deadlineIn,
  type Exchange,
  tokenIn,
  tokenWithin,
  withoutSecrets,
} from '../../http/index.ts';
import type { StatementAnswer, StatementQuestion, StatementSource } from '../../statements/index.ts';
import { redeTiming } from '../call/timing.ts';
import { type StatementAccount, statementAccount } from './account.ts';
import { readStatementPage } from './read-page.ts';

const WINDOW_DAYS = 30;
const PAGE = '100';
const USUAL_LIFE_SECONDS = 1_440;
const NOTHING = 204;
const ROOT = '/merchant-statement';

/** Rede's statements (docs/contract/statements.md). Its only state are connections and tokens. */
export function createRedeStatements({
  clock,
  production,
  timeScale,
  ending,
}: ConnectorOptions): StatementSource {
  const timing = redeTiming(timeScale);
  const link = createHttpLink({ connectMs: timing.connectMs, ending });
  const tokens = createTokenCache<StatementAccount>({
    clock,
    nameOf: ({ name }) => name,
    request: async ({ tokenAddress, authorization, form }) =>
      tokenIn(
        await link.exchange(
          {
            method: 'POST',
            url: new URL(tokenAddress),
            headers: {
              authorization,
              'content-type': 'application/x-www-form-urlencoded',
              accept: 'application/json',
            },
            body: form,
          },
          deadlineIn(timing.tokenMs),
        ),
        USUAL_LIFE_SECONDS,
      ),
  });

  const askWith = async (account: StatementAccount, path: string): Promise<Exchange> => {
    const deadline = deadlineIn(timing.otherMs);
    const send = async (token: { reveal(): string }) =>
      link.exchange(
        {
          method: 'GET',
          url: new URL(account.base + ROOT + path),
          headers: {
            authorization: `Bearer ${token.reveal()}`,
            accept: 'application/json',
            // Some routes want the shop here, others in the query.
            'merchant-id': account.pv,
            'user-agent': 'Guiche',
          },
        },
        deadline,
      );
    const first = await tokenWithin(deadline, tokens.get(account));
    if (first.kind === 'none') return { kind: 'not_sent', reason: first.reason };
    const exchange = await send(first.token);
    if (!(exchange.kind === 'answered' && exchange.status === 401)) {
      return withoutSecrets(exchange, [...account.secrets, first.token]);
    }
    const second = await tokenWithin(deadline, tokens.insteadOf(account, first.token));
    if (second.kind === 'none') return { kind: 'not_sent', reason: second.reason };
    return withoutSecrets(await send(second.token), [...account.secrets, second.token]);
  };

  return {
    provider: 'REDE',
    windowDays: WINDOW_DAYS,
    isOn: ({ settings }) => settings.statement?.reveal() === 'on',
    ask: async (settings, question, cursor) => {
      const account = statementAccount(settings, production);
      if (typeof account === 'string') return { outcome: 'invalid_request', reason: account };
      return answerIn(await askWith(account, pathOf(question, account, cursor)));
    },
    read: (_settings, question, text) => readStatementPage(question, text),
  };
}

function pathOf(question: StatementQuestion, { pv }: StatementAccount, cursor: string | undefined): string {
  const page = { size: PAGE, ...(cursor !== undefined && { pageKey: cursor }) };
  if ('payout' in question) {
    const path = question.about === 'parts' ? `/v2/payments/installments/${pv}` : '/v1/payments/charges';
    return `${path}/${encodeURIComponent(question.payout.payoutId)}?${new URLSearchParams(page)}`;
  }
  const path = { sales: '/v2/sales', payouts: '/v1/payments', debits: '/v1/charges' }[question.about];
  const period = {
    startDate: question.period.from,
    endDate: question.period.to,
    parentCompanyNumber: pv,
    subsidiaries: pv,
  };
  return `${path}?${new URLSearchParams({ ...period, ...page })}`;
}

function answerIn(exchange: Exchange): StatementAnswer {
  if (exchange.kind !== 'answered') return { outcome: exchange.kind, reason: exchange.reason };
  const { status, text } = exchange;
  // Rede answers an empty list without a body.
  if (status === NOTHING) return { outcome: 'answered', text: '' };
  if (status === 200) return { outcome: 'answered', text };
  const reason = `HTTP ${status}`;
  if (status === 401)
    return { outcome: 'invalid_request', reason: `${reason}: the credentials have no access to statements` };
  if (status === 403)
    return { outcome: 'invalid_request', reason: `${reason}: the shop has not released its statements` };
  if (status === 429) return { outcome: 'not_sent', reason };
  return status < 500 ? { outcome: 'invalid_request', reason } : { outcome: 'unknown', reason };
}
