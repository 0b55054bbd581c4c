import type { Written } from '../../accounts/options.ts';
import { isWithin } from '../../platform/time/is-within.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { type IssuedClientKey, issueClientKey, type KeyIssueOptions } from './issue-key.ts';
import { confirmPairing } from './pair.ts';
import {
  hasPixClient,
  type PaymentClient,
  type PaymentClientTables,
  revokeClients,
  selectWorkingClients,
} from './store.ts';

/** A client polls at least every 25 s, and that is stored once a minute. In milliseconds. */
const ONLINE_WITHIN_MS = 2 * 60_000;

/** State of the newest payment client of a terminal. Times in milliseconds since 1970. */
export interface Presence {
  readonly online: boolean;
  readonly version: string | undefined;
  readonly seenAt: number | undefined;
  readonly pairedAt: number;
}

/** The payment clients of terminals, for screens and commands. */
export interface PaymentClients {
  /** A key without pairing; the terminal's earlier clients get no more work. Refusal: not_found. */
  issue(
    request: { readonly personId: number; readonly terminalId: number },
    written: Written<PaymentClient>,
  ): Promise<IssuedClientKey>;
  /** Of the terminals that have one. */
  /** Whether one of the person, or of this terminal, takes Pix. */
  takePix(personId: number, terminalId?: number): Promise<boolean>;
  presenceOf(terminalIds: readonly number[]): Promise<ReadonlyMap<number, Presence>>;
  /** Refusals: not_found, pairing_terminal_archived, pairing_code_unknown, pairing_other_terminal. */
  confirm(
    request: { readonly personId: number; readonly terminalId: number; readonly code: string },
    written: Written<PaymentClient>,
  ): Promise<PaymentClient>;
  /** Revokes the keys of all clients of the terminal. Refusal: not_found. */
  unpair(
    request: { readonly personId: number; readonly terminalId: number },
    written: Written<undefined>,
  ): Promise<void>;
}

export function createPaymentClients(
  options: KeyIssueOptions & { readonly codeKey: Buffer },
): PaymentClients {
  const { database, clock, codeKey } = options;
  return {
    issue: (request, written) => issueClientKey(options, request, written),
    presenceOf: async (terminalIds) => {
      const clients = await selectWorkingClients(database.read<PaymentClientTables>(), terminalIds);
      return new Map(clients.map((client) => [client.terminalId, presence(client, clock.now())]));
    },
    takePix: (personId, terminalId) =>
      hasPixClient(database.read<PaymentClientTables>(), personId, terminalId),
    confirm: (request, written) => confirmPairing({ database, clock, codeKey }, request, written),
    unpair: ({ personId, terminalId }, written) =>
      database.write(async (transaction) => {
        const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
        if (!terminal) throw operationRefuse('not_found', { message: 'Terminal não encontrado.' });
        await revokeClients(transaction.tables<PaymentClientTables>(), terminalId, clock.now());
        await written(transaction, undefined);
      }),
  };
}

function presence({ seenAt, createdAt, version }: PaymentClient, now: number): Presence {
  const online = seenAt !== undefined && isWithin(ONLINE_WITHIN_MS, seenAt, now);
  return { online, version, seenAt, pairedAt: createdAt };
}
