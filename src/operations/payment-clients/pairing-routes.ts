import type { FastifyInstance } from 'fastify';
import type { WorkSignals } from '../sales/index.ts';
import { findTerminalNames, type TerminalTables } from '../terminals/index.ts';
import { type AuthenticateOptions, keyIn, unknownKey } from './authenticate.ts';
import { type PairingOptions, startPairing } from './pair.ts';
import { shownPairingCode } from './pairing.ts';
import { findPairingByKey, type PairingTables } from './pairing-store.ts';
import { requestReader } from './read-request.ts';
import { PairingBody, PairingQuery } from './schema.ts';
import { clientKeyHash, findPaymentClient, type PaymentClient, type PaymentClientTables } from './store.ts';

const PATH = '/payment-client/v1/pairing';
const BODY_LIMIT_BYTES = 4 * 1024;
/** A person confirms it: nobody waits for less. */
const ASK_EVERY_MS = 1_000;

export interface PairingRoutes extends PairingOptions, AuthenticateOptions {
  readonly signals: Pick<WorkSignals, 'wait' | 'stopped'>;
}

/** How a payment client gets its key (docs/payment-client.md, "Key"). */
export function registerPairingRoutes(app: FastifyInstance, options: PairingRoutes): void {
  const { accounts, database, clock } = options;
  const readBody = requestReader(PairingBody);
  const readQuery = requestReader(PairingQuery);
  const route = { schema: { hide: true }, bodyLimit: BODY_LIMIT_BYTES };

  app.post(PATH, route, async (request, reply) => {
    const { terminalId, version } = readBody(request.body ?? {});
    accounts.failures.check(request.clientAddress);
    // Codes count like keys that are not known: nobody can ask for thousands.
    accounts.failures.record(request.clientAddress);
    const asked = { terminalId, version, address: request.clientAddress };
    const { pairing, key } = await startPairing(options, asked);
    return reply.code(201).send({
      code: shownPairingCode(pairing.code),
      // Shown this once: it works as soon as the code is confirmed.
      key: key.reveal(),
      expiresInSeconds: Math.floor((pairing.expiresAt - clock.now()) / 1_000),
    });
  });

  app.post(`${PATH}/status`, route, async (request) => {
    const { wait = 0 } = readQuery(request.query);
    const key = keyIn(request);
    if (!key) throw unknownKey(request, accounts);
    const hash = clientKeyHash(key);
    const until = performance.now() + wait * 1_000;
    for (;;) {
      const client = await findPaymentClient(database.read<PaymentClientTables>(), hash);
      if (client) return pairedAnswer(options, client);
      const pairing = await findPairingByKey(database.read<PairingTables>(), hash);
      if (!pairing || pairing.expiresAt <= clock.now()) throw unknownKey(request, accounts);
      const leftMs = until - performance.now();
      if (leftMs <= 0 || options.signals.stopped) return { paired: false };
      await options.signals.wait(`pairing ${pairing.id}`, Math.min(leftMs, ASK_EVERY_MS));
    }
  });
}

async function pairedAnswer({ database }: PairingRoutes, { terminalId }: PaymentClient): Promise<object> {
  const names = await findTerminalNames(database.read<TerminalTables>(), [terminalId]);
  return { paired: true, terminalId, terminal: names.get(terminalId) ?? '' };
}
