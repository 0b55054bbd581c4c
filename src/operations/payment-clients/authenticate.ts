import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../../accounts/accounts.ts';
import { type Database, groupReads } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { refuseClient } from './refusals.ts';
import {
  clientKeyHash,
  findNewestClients,
  findPaymentClients,
  type PaymentClient,
  type PaymentClientTables,
} from './store.ts';

export interface AuthenticateOptions {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'activePersons' | 'failures'>;
}

/** Finds who sent a request. Thousands of clients may poll at the same moment, so they share queries. */
export interface ClientAuthentication {
  /**
   * Refusals: client_unknown, too_many_failures. A replaced or revoked client may still report the result of the work it
   * took.
   */
  clientOf(request: FastifyRequest): Promise<PaymentClient>;
  /** The client, if it may take work. Refusals: client_unknown, client_replaced, person_inactive. */
  workingClientOf(request: FastifyRequest): Promise<PaymentClient>;
}

export function createClientAuthentication({
  database,
  accounts,
}: AuthenticateOptions): ClientAuthentication {
  const tables = () => database.read<PaymentClientTables>();
  const findByHash = groupReads((hashes: readonly string[]) => findPaymentClients(tables(), hashes));
  const findNewest = groupReads((terminalIds: readonly number[]) => findNewestClients(tables(), terminalIds));
  const isActive = groupReads(async (personIds: readonly number[]) => {
    const active = await accounts.activePersons(personIds);
    return { get: (id) => active.has(id) };
  });
  const clientOf = async (request: FastifyRequest): Promise<PaymentClient> => {
    const key = keyIn(request);
    const client = key && (await findByHash(clientKeyHash(key)));
    if (!client) throw unknownKey(request, accounts);
    return client;
  };
  return {
    clientOf,
    workingClientOf: async (request) => {
      const client = await clientOf(request);
      if (client.revokedAt !== undefined) throw unknownKey(request, accounts);
      const [newest, active] = await Promise.all([findNewest(client.terminalId), isActive(client.personId)]);
      if (newest !== client.id) throw refuseClient('client_replaced');
      if (!active) throw refuseClient('person_inactive');
      return client;
    },
  };
}

/** The key in a request; undefined: it has none. */
export function keyIn({ headers }: Pick<FastifyRequest, 'headers'>): Secret | undefined {
  const [, key] = /^Bearer\s+(\S{1,200})$/i.exec(headers.authorization ?? '') ?? [];
  return key === undefined ? undefined : new Secret(key);
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
