import type { AccountSettings, ChargeIds } from '../provider.ts';
import { type CieloAccount, cieloAccount } from './call/settings.ts';
import { type CieloCharge, cieloCharge } from './context.ts';

/** Makes calls with an account, or returns `unusable` for settings with which nothing can be sent. */
export function withCieloAccount(production: boolean) {
  const through = <Outcome, Unusable>(
    settings: AccountSettings,
    work: (account: CieloAccount) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ): Promise<Outcome | Unusable> => {
    const account = cieloAccount(settings, production);
    return typeof account === 'string' ? Promise.resolve(unusable(account)) : work(account);
  };
  const charging = <Outcome, Unusable>(
    ids: ChargeIds,
    work: (charge: CieloCharge) => Promise<Outcome>,
    unusable: (reason: string) => Unusable,
  ) => through(ids.account, (account) => work(cieloCharge(ids, account)), unusable);
  return { through, charging };
}

export function invalidForCielo(reason: string) {
  return { outcome: 'invalid_request', reason, answer: {} } as const;
}

export function notSentToCielo(reason: string) {
  return { outcome: 'not_sent', reason } as const;
}
