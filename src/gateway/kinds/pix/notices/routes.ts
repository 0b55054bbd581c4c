import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT_BYTES, httpRefuse } from '../../../../platform/http/index.ts';
import { createAddressWindow } from '../../../../platform/limits/address-window.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { readPixNotice } from '../../../providers/index.ts';
import { NOTICES_PATH, type NoticeAddresses } from './addresses.ts';
import { createNoticeBudget } from './notice-budget.ts';
import type { TakenNotice } from './take-notice.ts';

/** Tokens that nobody was given, tried from one network in a minute. */
const MAX_WRONG_TOKENS = 60;
const RETRY_AFTER_SECONDS = 1;

/** Counted as it is answered: `taken`, or why not. */
export type NoticeResult = 'taken' | 'unknown_token' | 'too_many' | 'unreadable';

export interface NoticeRoutes {
  readonly addresses: Pick<NoticeAddresses, 'accountOf' | 'remembered'>;
  readonly pix: { noticed(notice: TakenNotice): Promise<void> };
  /** Where banks tell slips, behind the address of an account, and how they are named. */
  readonly slips: {
    readonly tail: string;
    named(accountId: number, body: unknown): Promise<readonly string[]>;
    namedByPix(txids: readonly string[]): Promise<readonly string[]>;
  };
  readonly clock: Clock;
  onNotice(result: NoticeResult): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the account at a bank for which a notice came. */
    noticedAccount: number | undefined;
  }
}

/**
 * Where banks tell payments. Banks put `/pix` behind the address that is registered; some test it without. Who calls is not
 * asked: nothing of a notice is believed but ids, which the bank is then asked about.
 */
export function registerNoticeRoutes(
  app: FastifyInstance,
  { addresses, pix, slips, clock, onNotice }: NoticeRoutes,
): void {
  const budget = createNoticeBudget(clock);
  const wrongTokens = createAddressWindow({ clock, perMinute: MAX_WRONG_TOKENS });

  const admit = async (request: FastifyRequest): Promise<void> => {
    const { clientAddress } = request;
    const { token } = request.params as { token: string };
    const retryAfterSeconds = wrongTokens.waitSeconds(clientAddress);
    // Banks may come from the same address as who guesses: through a proxy that nobody named.
    if (retryAfterSeconds !== undefined && addresses.remembered(token) === undefined) {
      onNotice('too_many');
      throw httpRefuse('too_many_requests', { retryAfterSeconds });
    }
    const accountId = await addresses.accountOf(token);
    if (accountId === undefined) {
      wrongTokens.record(clientAddress);
      onNotice('unknown_token');
      throw httpRefuse('not_found');
    }
    if (!budget.take(accountId, bytesOf(request))) {
      onNotice('too_many');
      throw httpRefuse('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    request.isKnown = true;
    request.noticedAccount = accountId;
  };

  const taken =
    (namedIn: (accountId: number, body: unknown) => Promise<readonly string[]>) =>
    async (request: FastifyRequest): Promise<object> => {
      const { noticedAccount: accountId, body } = request;
      if (accountId === undefined) throw new Error('a notice came in without its account');
      if (body === undefined) {
        onNotice('unreadable');
        throw httpRefuse('body_invalid');
      }
      await pix.noticed({ accountId, references: await namedIn(accountId, body) });
      onNotice('taken');
      return {};
    };
  const ofPix = taken(async (_, body) => {
    const named = readPixNotice(body);
    // A hybrid slip that was paid by its Pix has a name of the bank's own.
    const strange = named.flatMap(({ reference, txid }) => (reference === undefined ? (txid ?? []) : []));
    return [...named.flatMap(({ reference }) => reference ?? []), ...(await slips.namedByPix(strange))];
  });

  app.decorateRequest('noticedAccount', undefined);
  for (const path of [`${NOTICES_PATH}:token/pix`, `${NOTICES_PATH}:token`]) {
    app.post(path, { schema: { hide: true }, onRequest: admit }, ofPix);
  }
  const ofSlips = taken((accountId, body) => slips.named(accountId, body));
  app.post(`${NOTICES_PATH}:token${slips.tail}`, { schema: { hide: true }, onRequest: admit }, ofSlips);
}

/** As announced; a body in chunks may have as much as any. */
function bytesOf({ raw: { headers } }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : BODY_LIMIT_BYTES;
}
