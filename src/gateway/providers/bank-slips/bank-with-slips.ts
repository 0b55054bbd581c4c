import type { ChargeProvider, RegisterOutcome } from '../charge-provider.ts';
import type { AccountSettings } from '../provider.ts';
import type { SlipProvider } from '../slips/slip-provider.ts';
import { isForSlips, isForSlipsAlone } from './account.ts';
import { BY_HAND } from './notices.ts';

/** Behind the address for notices of an account: where its slips are told. */
export const SLIP_NOTICES = '/boletos';

/** A bank at which an account may have slips besides, or alone: it tells of both, and works when what it is for works. */
export function bankWithSlips(bank: ChargeProvider, slips: SlipProvider): ChargeProvider {
  const isFor = ({ settings }: AccountSettings) => isForSlips(bank.provider, settings);
  const isForAlone = ({ settings }: AccountSettings) => isForSlipsAlone(bank.provider, settings);
  return {
    ...bank,
    health: (account) => (isForAlone(account) ? slips.health(account) : bank.health(account)),
    received: async (account, period) =>
      isForAlone(account)
        ? { outcome: 'listed', payments: [], nextPage: undefined }
        : bank.received(account, period),
    registerNotices: async (account, url): Promise<RegisterOutcome> => {
      const byPix = isForAlone(account) ? undefined : await bank.registerNotices(account, url);
      if (byPix && (byPix.outcome !== 'registered' || !isFor(account))) return byPix;
      const bySlip = await slips.registerNotices(account, `${url}${SLIP_NOTICES}`);
      return byPix && bySlip.outcome === 'refused' && bySlip.reason === BY_HAND ? byPix : bySlip;
    },
    noticesOf: async (account) =>
      isForAlone(account)
        ? { outcome: 'unknown', reason: 'the bank does not tell where it sends notices of slips' }
        : bank.noticesOf(account),
  };
}
