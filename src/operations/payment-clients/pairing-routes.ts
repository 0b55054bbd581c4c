import type { FastifyInstance } from 'fastify';
import { createHeldRequests } from '../interface/held-requests.ts';
import type { WorkSignals } from '../sales/index.ts';
import { DEFAULT_SETTINGS, findTerminal, type TerminalTables } from '../terminals/index.ts';
import { type AuthenticateOptions, keyIn, unknownKey } from './authenticate.ts';
import { type PairingOptions, startPairing } from './pair.ts';
import { type Pairing, shownPairingCode } from './pairing.ts';
import { findPairingByKey, type PairingTables } from './pairing-store.ts';
import { requestReader } from './read-request.ts';
import { refuseClient } from './refusals.ts';
import { PairingBody, PairingQuery } from './schema.ts';
import { clientKeyHash, findPaymentClients, type PaymentClient, type PaymentClientTables } from './store.ts';

const PATH = '/payment-client/v1/pairing';
const BODY_LIMIT_BYTES = 4 * 1024;
/** A person confirms the code, so polling more often gains nothing. */
const ASK_EVERY_MS = 1_000;
/** A client that lost its connection polls again before the end of its first request is noticed. */
const MAX_POLLS_AT_ONCE = 2;

export interface PairingRoutes extends PairingOptions, AuthenticateOptions {
  readonly signals: Pick<WorkSignals, 'wait' | 'wake' | 'stopped'>;
}

/** How a payment client gets its key (docs/guias/cliente-de-pagamento.md, "Key"). */
export function registerPairingRoutes(app: FastifyInstance, options: PairingRoutes): void {
  const { accounts, database, clock, signals } = options;
  const readBody = requestReader(PairingBody);
  const readQuery = requestReader(PairingQuery);
  const polls = createHeldRequests(MAX_POLLS_AT_ONCE);
  const route = { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES };

  app.post(PATH, route, async (request, reply) => {
    const { terminalId, version } = readBody(request.body ?? {});
    accounts.failures.check(request.clientAddress);
    // Requests for codes count as failed keys, so that nobody can request thousands.
    accounts.failures.record(request.clientAddress);
    const pairingRequest = { terminalId, version, address: request.clientAddress };
    const { pairing, code, key } = await startPairing(options, pairingRequest);
    return reply.code(201).send({
      code: shownPairingCode(code),
      // Returned only here; valid as soon as the code is confirmed.
      key: key.reveal(),
      expiresInSeconds: Math.floor((pairing.expiresAt - clock.now()) / 1_000),
    });
  });

  app.post(`${PATH}/status`, route, async (request, reply) => {
    const { wait = 0 } = readQuery(request.query);
    const key = keyIn(request);
    if (!key) throw unknownKey(request, accounts);
    const hash = clientKeyHash(key);
    const waiting = await findPairingByKey(database.read<PairingTables>(), hash);
    const end = waiting ? polls.start(waiting.id) : () => {};
    if (!end) throw refuseClient('polls_busy', { retryAfterSeconds: 1 });
    let hungUp = false;
    reply.raw.once('close', () => {
      hungUp = true;
      if (waiting) signals.wake(changeOfPairing(waiting));
    });
    try {
      const until = performance.now() + wait * 1_000;
      const client = await confirmedClient(options, { hash, until, isOver: () => hungUp });
      if (!client) throw unknownKey(request, accounts);
      return client === 'waiting' ? { paired: false } : await pairedAnswer(options, client);
    } finally {
      end();
    }
  });
}

/**
 * Waits for the confirmation and returns the client of the key; undefined: the key expired, or is neither paired nor
 * waiting.
 */
async function confirmedClient(
  { database, clock, signals }: PairingRoutes,
  { hash, until, isOver }: { readonly hash: string; readonly until: number; isOver(): boolean },
): Promise<PaymentClient | 'waiting' | undefined> {
  for (;;) {
    const client = (await findPaymentClients(database.read<PaymentClientTables>(), [hash])).get(hash);
    if (client) return client.revokedAt === undefined ? client : undefined;
    const pairing = await findPairingByKey(database.read<PairingTables>(), hash);
    if (!pairing || pairing.expiresAt <= clock.now()) return undefined;
    const leftMs = until - performance.now();
    if (leftMs <= 0 || signals.stopped || isOver()) return 'waiting';
    await signals.wait(changeOfPairing(pairing), Math.min(leftMs, ASK_EVERY_MS));
  }
}

function changeOfPairing({ id }: Pick<Pairing, 'id'>): string {
  return `pairing ${id}`;
}

/** The terminal, and those of its settings that the payment client obeys. */
async function pairedAnswer(
  { database }: PairingRoutes,
  { personId, terminalId }: PaymentClient,
): Promise<object> {
  const terminal = await findTerminal(database.read<TerminalTables>(), personId, terminalId);
  const settings = terminal?.settings ?? DEFAULT_SETTINGS;
  return {
    paired: true,
    terminalId,
    terminal: terminal?.name ?? '',
    identificadorTef: settings.tefIdentifier,
    rastrearIntervalo: settings.trackingInterval,
    impressaoAutomatica: settings.printsAutomatically,
    imprimirProdutos: settings.printsProducts,
    imprimirCupomCliente: settings.printsBuyerReceipt,
    imprimirCupomLojista: settings.printsMerchantReceipt,
  };
}
