import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpRefuse } from '../../../../platform/http/index.ts';
import { createAddressWindow } from '../../../../platform/limits/address-window.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { type MerchantAccount, type MerchantAccounts, readAcquirerNotice } from '../../../providers/index.ts';
import { ACQUIRER_NOTICES_PATH, type AcquirerNoticeAddresses } from './addresses.ts';
import { type NoticeDependencies, takeAcquirerNotice } from './take-notice.ts';

/** Tokens that nobody was given, tried from one network in a minute. */
const MAX_WRONG_TOKENS = 60;
/** Of one account in a minute: acquirers send them in rounds. */
const MAX_NOTICES = 1_200;
const ACCOUNT = /^[1-9]\d{0,14}$/;

interface AcquirerNoticeRoutes extends NoticeDependencies {
  readonly addresses: Pick<AcquirerNoticeAddresses, 'isOf'>;
  readonly accounts: Pick<MerchantAccounts, 'byId'>;
  readonly clock: Clock;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account at an acquirer for which a notice came. */
    noticedAcquirer: MerchantAccount | undefined;
  }
}

/** Where acquirers tell what changed of a sale. Who calls is not asked: the acquirer is, about the sale that is named. */
export function registerAcquirerNotices(app: FastifyInstance, routes: AcquirerNoticeRoutes): void {
  const { addresses, accounts, clock } = routes;
  const wrongTokens = createAddressWindow({ clock, perMinute: MAX_WRONG_TOKENS });
  const taken = createAddressWindow({ clock, perMinute: MAX_NOTICES });

  const admit = async (request: FastifyRequest): Promise<void> => {
    const { clientAddress } = request;
    const { account: id, token } = request.params as { account: string; token: string };
    const isGood = ACCOUNT.test(id) && addresses.isOf(Number(id), token);
    if (!isGood) {
      const retryAfterSeconds = wrongTokens.waitSeconds(clientAddress);
      if (retryAfterSeconds !== undefined) throw httpRefuse('too_many_requests', { retryAfterSeconds });
      wrongTokens.record(clientAddress);
      throw httpRefuse('not_found');
    }
    const retryAfterSeconds = taken.waitSeconds(id);
    if (retryAfterSeconds !== undefined) throw httpRefuse('too_many_requests', { retryAfterSeconds });
    taken.record(id);
    const account = await accounts.byId(Number(id));
    if (!account) throw httpRefuse('not_found');
    request.isKnown = true;
    request.noticedAcquirer = account;
  };

  const take = async (request: FastifyRequest): Promise<object> => {
    const { noticedAcquirer: account, body } = request;
    if (!account) throw new Error('a notice came in without its account');
    const notice = readAcquirerNotice(account.provider, body);
    if (!notice) throw httpRefuse('body_invalid');
    if ((await takeAcquirerNotice(routes, account, notice)) === 'later') throw httpRefuse('unavailable');
    return {};
  };

  app.decorateRequest('noticedAcquirer', undefined);
  const path = `${ACQUIRER_NOTICES_PATH}:account/:token`;
  app.post(path, { schema: { hide: true }, onRequest: admit }, take);
}
