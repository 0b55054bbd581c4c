import type { Written } from '../../accounts/options.ts';
import { type Database, nextId } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { clientKeyHash, insertPaymentClient, type PaymentClient, type PaymentClientTables } from './store.ts';

const KEY_BYTES = 24;

export interface KeyIssueOptions {
  readonly database: Database;
  readonly clock: Clock;
  randomBytes(size: number): Buffer;
}

/** The key is returned here and never again: it is stored as a hash. */
export interface IssuedClientKey {
  readonly client: PaymentClient;
  readonly key: Secret;
}

/**
 * Makes a payment client of the terminal with its key; it becomes the newest, which alone gets work. Refusal: not_found.
 */
export async function issueClientKey(
  { database, clock, randomBytes }: KeyIssueOptions,
  { personId, terminalId }: { readonly personId: number; readonly terminalId: number },
  written: Written<PaymentClient>,
): Promise<IssuedClientKey> {
  const key = new Secret(randomBytes(KEY_BYTES).toString('hex'));
  const client = await database.write(async (transaction) => {
    const id = await nextId(transaction, 'payment_client');
    const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
    if (!terminal) throw operationRefuse('not_found', { message: 'Terminal não encontrado.' });
    const made: PaymentClient = {
      id,
      personId,
      terminalId,
      keyHash: clientKeyHash(key),
      createdAt: clock.now(),
      seenAt: undefined,
      version: undefined,
      revokedAt: undefined,
    };
    await insertPaymentClient(transaction.tables<PaymentClientTables>(), made);
    await written(transaction, made);
    return made;
  });
  return { client, key };
}
