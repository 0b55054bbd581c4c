import type { Written } from '../../accounts/index.ts';
import { type Clock, type Database, nextId, Secret } from '../../platform/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { newPairingCode, PAIRING_LIVES_MS, type Pairing, readPairingCode } from './pairing.ts';
import {
  countPairings,
  countPairingsOf,
  deleteOverduePairings,
  insertPairing,
  type PairingTables,
  takePairing,
} from './pairing-store.ts';
import { refuseClient } from './refusals.ts';
import { clientKeyHash, insertPaymentClient, type PaymentClient, type PaymentClientTables } from './store.ts';

/** Pairings of all sellers that wait for confirmation. */
const MAX_WAITING = 1_000;
/** So that no single address uses up the total. */
const MAX_WAITING_OF_ADDRESS = 20;
const SWEPT_AT_ONCE = 100;
const KEY_BYTES = 24;

export interface PairingOptions {
  readonly database: Database;
  readonly clock: Clock;
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
 * Returns a code for the payment client to show, and the key that becomes valid when the code is confirmed. Refusal:
 * pairings_busy.
 */
export async function startPairing(
  { database, clock, randomBytes, randomInt }: PairingOptions,
  request: PairingRequest,
): Promise<{ readonly pairing: Pairing; readonly key: Secret }> {
  const key = new Secret(randomBytes(KEY_BYTES).toString('hex'));
  const pairing = await database.write(async (transaction) => {
    const id = await nextId(transaction, 'payment_client_pairing');
    const tables = transaction.tables<PairingTables>();
    const now = clock.now();
    await deleteOverduePairings(tables, now, SWEPT_AT_ONCE);
    const ofAddress = await countPairingsOf(tables, request.address);
    if (ofAddress >= MAX_WAITING_OF_ADDRESS || (await countPairings(tables)) >= MAX_WAITING) {
      throw refuseClient('pairings_busy', { retryAfterSeconds: 60 });
    }
    const made: Pairing = {
      id,
      code: newPairingCode(randomInt),
      keyHash: clientKeyHash(key),
      ...request,
      createdAt: now,
      expiresAt: now + PAIRING_LIVES_MS,
    };
    await insertPairing(tables, made);
    return made;
  });
  return { pairing, key };
}

/**
 * Pairs the payment client that shows this code with a terminal of the person; it becomes the terminal's newest client.
 * Refusals: not_found, pairing_code_unknown, pairing_other_terminal.
 */
export async function confirmPairing(
  { database, clock }: Pick<PairingOptions, 'database' | 'clock'>,
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
    const pairing = await takePairing(transaction.tables<PairingTables>(), code);
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
