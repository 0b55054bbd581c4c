import type { Written } from '../../accounts/options.ts';
import { type Database, nextId } from '../../platform/database/index.ts';
import { blockOf, networkOf } from '../../platform/network.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import {
  newPairingCode,
  PAIRING_LIVES_MS,
  type Pairing,
  pairingCodeHash,
  readPairingCode,
} from './pairing.ts';
import {
  countPairings,
  countPairingsOf,
  deleteOverduePairings,
  displaceOldest,
  insertPairing,
  type PairingTables,
  takePairing,
} from './pairing-store.ts';
import { refuseClient } from './refusals.ts';
import { clientKeyHash, insertPaymentClient, type PaymentClient, type PaymentClientTables } from './store.ts';

/** Pairings of all sellers that wait for confirmation. */
const MAX_WAITING = 1_000;
/** Of one address, or of one network of an IPv6 customer. */
const MAX_WAITING_OF_ADDRESS = 20;
const SWEPT_AT_ONCE = 100;
const KEY_BYTES = 24;

export interface PairingOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Under which codes are stored. */
  readonly codeKey: Buffer;
  randomBytes(size: number): Buffer;
  /** A whole number from 0 to below `limit`. */
  randomInt(limit: number): number;
}

/** What a payment client sends when it requests pairing. */
export interface PairingRequest {
  readonly terminalId: number | undefined;
  readonly version: string | undefined;
  readonly address: string;
}

/**
 * Returns a code for the payment client to show, and the key that becomes valid when the code is confirmed. Once as many
 * wait as may, it takes the place of the oldest one of the block of addresses that has most: whoever has many addresses
 * closes the pairing for nobody else. Refusal: pairings_busy.
 */
export async function startPairing(
  { database, clock, codeKey, randomBytes, randomInt }: PairingOptions,
  request: PairingRequest,
): Promise<{ readonly pairing: Pairing; readonly code: string; readonly key: Secret }> {
  const key = new Secret(randomBytes(KEY_BYTES).toString('hex'));
  const code = newPairingCode(randomInt);
  const address = networkOf(request.address);
  const pairing = await database.write(async (transaction) => {
    const id = await nextId(transaction, 'payment_client_pairing');
    const tables = transaction.tables<PairingTables>();
    const now = clock.now();
    await deleteOverduePairings(tables, now, SWEPT_AT_ONCE);
    if ((await countPairingsOf(tables, address)) >= MAX_WAITING_OF_ADDRESS) {
      throw refuseClient('pairings_busy', { retryAfterSeconds: 60 });
    }
    if ((await countPairings(tables)) >= MAX_WAITING) await displaceOldest(tables);
    const made: Pairing = {
      id,
      codeHash: pairingCodeHash(codeKey, code),
      keyHash: clientKeyHash(key),
      ...request,
      address,
      block: blockOf(request.address),
      createdAt: now,
      expiresAt: now + PAIRING_LIVES_MS,
    };
    await insertPairing(tables, made);
    return made;
  });
  return { pairing, code, key };
}

/**
 * Pairs the payment client that shows this code with a terminal of the person; it becomes the terminal's newest client.
 * Refusals: not_found, pairing_terminal_archived, pairing_code_unknown, pairing_other_terminal.
 */
export async function confirmPairing(
  { database, clock, codeKey }: Pick<PairingOptions, 'database' | 'clock' | 'codeKey'>,
  wanted: { readonly personId: number; readonly terminalId: number; readonly code: string },
  written: Written<PaymentClient>,
): Promise<PaymentClient> {
  const { personId, terminalId } = wanted;
  const code = readPairingCode(wanted.code);
  if (code === undefined) throw refuseClient('pairing_code_unknown', { field: 'code' });
  return database.write(async (transaction) => {
    const id = await nextId(transaction, 'payment_client');
    const now = clock.now();
    const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
    if (!terminal) throw operationRefuse('not_found', { message: 'Terminal não encontrado.' });
    if (terminal.archived) throw refuseClient('pairing_terminal_archived');
    const pairing = await takePairing(transaction.tables<PairingTables>(), pairingCodeHash(codeKey, code));
    if (!pairing || pairing.expiresAt <= now) throw refuseClient('pairing_code_unknown', { field: 'code' });
    if (pairing.terminalId !== undefined && pairing.terminalId !== terminalId) {
      throw refuseClient('pairing_other_terminal', { field: 'code' });
    }
    const client: PaymentClient = {
      id,
      personId,
      terminalId,
      keyHash: pairing.keyHash,
      createdAt: now,
      seenAt: now,
      version: pairing.version,
      revokedAt: undefined,
    };
    await insertPaymentClient(transaction.tables<PaymentClientTables>(), client);
    await written(transaction, client);
    return client;
  });
}
