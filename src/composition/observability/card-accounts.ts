import { ACCOUNT_KINDS, createHealthStore, isBank, readStands } from '../../gateway/providers/index.ts';
import type { Rooms } from '../rooms.ts';

/** How all accounts for cards stand, as the instances have shared it; of those of the simulator, the ones in doubt. */
export async function cardAccounts({
  database,
  merchantAccounts,
  clock,
}: Pick<Rooms, 'database' | 'clock'> & {
  readonly merchantAccounts: Pick<Rooms['merchantAccounts'], 'list'>;
}) {
  const [accounts, standOf] = await Promise.all([
    merchantAccounts.list(undefined),
    readStands(createHealthStore(database), clock.now()),
  ]);
  const own = accounts
    .filter(({ provider }) => !isBank(provider))
    .map(({ id, personId, provider }) => ({
      personId,
      provider,
      ...standOf({ accountId: id, provider }),
    }));
  const simulated = ACCOUNT_KINDS.filter(({ provider }) => !isBank(provider)).map(({ provider }) => ({
    personId: undefined,
    provider,
    ...standOf({ accountId: 0, provider }),
  }));
  return [...own, ...simulated.filter(({ state }) => state !== 'healthy')];
}
