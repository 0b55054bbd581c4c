import { isBank } from '../../gateway/providers/index.ts';
import type { Rooms } from '../rooms.ts';

export const NOTICES_TOLD = ['here', 'elsewhere', 'nowhere', 'unknown'] as const;

/** Where the bank of an account tells payments. */
export interface BankNotices {
  readonly personId: number;
  readonly provider: string;
  /** `unknown`: it was not asked yet. */
  readonly told: (typeof NOTICES_TOLD)[number];
}

/** Of all accounts at banks, as their banks said when they were last asked. */
export async function bankNotices({
  merchantAccounts,
  pixAccounts,
}: {
  readonly merchantAccounts: Pick<Rooms['merchantAccounts'], 'list'>;
  readonly pixAccounts: Pick<Rooms['pixAccounts'], 'all'>;
}): Promise<readonly BankNotices[]> {
  const [accounts, kept] = await Promise.all([merchantAccounts.list(undefined), pixAccounts.all()]);
  const toldOf = new Map(kept.map(({ accountId, told }) => [accountId, told]));
  return accounts
    .filter(({ provider }) => isBank(provider))
    .map(({ id, personId, provider }) => ({ personId, provider, told: toldOf.get(id) ?? 'unknown' }));
}
