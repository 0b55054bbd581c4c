import type { Accounts } from '../../accounts/accounts.ts';
import type { KeyHolder } from '../../accounts/credentials/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { Client } from './client.ts';
import { findAnyClient } from './store.ts';
import type { ClientTables } from './tables.ts';

/**
 * The client with this id, if the key may act for its seller; `sellerId`, when the request names one, must be that
 * seller. Refusal: not_found, also for other sellers' clients.
 */
export async function getClient(
  { database, accounts }: { database: Database; accounts: Pick<Accounts, 'mayActFor'> },
  holder: KeyHolder | undefined,
  request: { readonly id: number; readonly sellerId: number | undefined },
): Promise<Client> {
  const client = await findAnyClient(database.read<ClientTables>(), request.id);
  const allowed = client && holder && (await accounts.mayActFor(holder, client.personId)) === 'allowed';
  if (!allowed || (request.sellerId ?? client.personId) !== client.personId)
    throw operationRefuse('not_found');
  return client;
}
