import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounts/index.ts';
import { type Database, Secret } from '../../platform/index.ts';
import { refuseClient } from './refusals.ts';
import {
  clientKeyHash,
  findNewestClients,
  findPaymentClient,
  type PaymentClient,
  type PaymentClientTables,
} from './store.ts';

export interface AuthenticateOptions {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson' | 'failures'>;
}

/** The key in a request; undefined: it has none. */
export function keyIn({ headers }: Pick<FastifyRequest, 'headers'>): Secret | undefined {
  const [, key] = /^Bearer\s+(\S{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  return key === undefined ? undefined : new Secret(key);
}

/**
 * Refusals: client_unknown, too_many_failures. A replaced or revoked client may still report the result of the work it
 * took.
 */
export async function clientOf(
  request: FastifyRequest,
  { database, accounts }: AuthenticateOptions,
): Promise<PaymentClient> {
  const key = keyIn(request);
  const client = key && (await findPaymentClient(database.read<PaymentClientTables>(), clientKeyHash(key)));
  if (!client) throw unknownKey(request, accounts);
  return client;
}

/** Counts a key that is not known. Throws too_many_failures once its address has sent too many. */
export function unknownKey(
  { clientAddress }: FastifyRequest,
  { failures }: Pick<AuthenticateOptions['accounts'], 'failures'>,
) {
  failures.check(clientAddress);
  failures.record(clientAddress);
  return refuseClient('client_unknown');
}

/** The client, if it may take work. Refusals: client_unknown, client_replaced, person_inactive. */
export async function workingClientOf(
  request: FastifyRequest,
  options: AuthenticateOptions,
): Promise<PaymentClient> {
  const client = await clientOf(request, options);
  if (client.revokedAt !== undefined) throw unknownKey(request, options.accounts);
  const newest = await findNewestClients(options.database.read<PaymentClientTables>(), [client.terminalId]);
  if (newest.get(client.terminalId) !== client.id) throw refuseClient('client_replaced');
  const person = await options.accounts.findPerson(client.personId);
  if (person?.status !== 'active') throw refuseClient('person_inactive');
  return client;
}
