import { pixKind } from '../../gateway/kinds/pix/index.ts';
import { slipKind } from '../../gateway/kinds/slip/index.ts';
import {
  type AccountHealth,
  type Acquirers,
  type Banks,
  type ChargeRoutes,
  createAcquirers,
  createBanks,
  createLiveBanks,
  createLiveConnectors,
  createLivePixAcquirers,
  createLiveSlipBanks,
  createLiveStatements,
  createSlipBanks,
  momentOf,
  type SimulatedBank,
  type Simulator,
  type SlipBanks,
} from '../../gateway/providers/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { RoomParts } from '../room.ts';
import { buildSimulator } from './simulator.ts';

/** Connectors to the acquirers of this version and, in the sandbox, the simulator. */
export function buildAcquirers(
  { config, rooms, log }: Pick<RoomParts, 'config' | 'rooms' | 'log'>,
  simulator: Simulator | undefined,
  {
    ending,
    health,
    ...watching
  }: Pick<Parameters<typeof createAcquirers>[0], 'onCall' | 'aroundCall'> &
    Pick<Parameters<typeof createLiveConnectors>[0], 'ending'> & {
      readonly health?: Pick<AccountHealth, 'admits' | 'tries'>;
    } = {},
): Acquirers {
  const { timeScale } = config.simulator;
  const time = localTime(config.timeZone);
  return createAcquirers({
    accounts: rooms.merchantAccounts,
    live: createLiveConnectors({
      clock: rooms.clock,
      production: config.mode === 'production',
      timeScale,
      ending,
    }),
    simulator: simulator && ((provider) => simulator.connector(provider)),
    onConnectorError: (provider, error) => log.error({ provider, err: error }, 'connector failed'),
    routing: { rules: rooms.routing, health, now: () => momentOf(time.iso(rooms.clock.now())) },
    ...watching,
  });
}

/** Acquirers of this version that tell what they paid. */
export function buildLiveStatements(
  { config, rooms }: Pick<RoomParts, 'config' | 'rooms'>,
  watching: Pick<Parameters<typeof createLiveStatements>[0], 'ending'> = {},
): ReturnType<typeof createLiveStatements> {
  return createLiveStatements({
    clock: rooms.clock,
    production: config.mode === 'production',
    timeScale: config.simulator.timeScale,
    ...watching,
  });
}

/** Connectors of the banks of this version. */
export function buildLiveBanks(
  { config, rooms }: Pick<RoomParts, 'config' | 'rooms'>,
  watching: Pick<Parameters<typeof createLiveBanks>[0], 'ending' | 'onTokenRefused'> = {},
): ReturnType<typeof createLiveBanks> {
  const { timeScale } = config.simulator;
  return createLiveBanks({
    clock: rooms.clock,
    production: config.mode === 'production',
    timeScale,
    ...watching,
  });
}

/** Connectors for Pix of acquirers of cards. */
export function buildLivePixAcquirers(
  { config, rooms }: Pick<RoomParts, 'config' | 'rooms'>,
  watching: Pick<Parameters<typeof createLivePixAcquirers>[0], 'ending'> = {},
): ReturnType<typeof createLivePixAcquirers> {
  return createLivePixAcquirers({
    clock: rooms.clock,
    production: config.mode === 'production',
    timeScale: config.simulator.timeScale,
    ...watching,
  });
}

/** The banks of this version, the acquirers that take Pix too and, in the sandbox, the simulated bank. */
export function buildBanks(
  parts: Pick<RoomParts, 'config' | 'rooms' | 'log'>,
  simulated: SimulatedBank | undefined,
  {
    ending,
    onTokenRefused,
    ...watching
  }: Pick<Parameters<typeof createBanks>[0], 'onCall' | 'aroundCall'> & {
    readonly ending: AbortSignal;
    onTokenRefused(provider: string): void;
  },
): Banks {
  return createBanks({
    accounts: parts.rooms.merchantAccounts,
    live: new Map([
      ...buildLiveBanks(parts, { ending, onTokenRefused }),
      ...buildLivePixAcquirers(parts, { ending }),
    ]),
    simulator: simulated && ((provider) => simulated.connector(provider)),
    onConnectorError: (provider, error) => parts.log.error({ provider, err: error }, 'connector failed'),
    ...watching,
  });
}

/** The banks for slips and, in the sandbox, the simulated one. */
export function buildSlipBanks(
  { config, rooms, log }: Pick<RoomParts, 'config' | 'rooms' | 'log'>,
  simulated: SimulatedBank | undefined,
  {
    ending,
    onTokenRefused,
    ...watching
  }: Pick<Parameters<typeof createBanks>[0], 'onCall' | 'aroundCall'> & {
    readonly ending?: AbortSignal;
    onTokenRefused?: (provider: string) => void;
  },
): SlipBanks {
  const time = localTime(config.timeZone);
  return createSlipBanks({
    accounts: rooms.merchantAccounts,
    live: createLiveSlipBanks({
      clock: rooms.clock,
      production: config.mode === 'production',
      timeScale: config.simulator.timeScale,
      ending,
      onTokenRefused,
    }),
    simulator: simulated && ((provider) => simulated.slipBank(provider)),
    numbers: {
      numberOf: async (reference) => (await rooms.slips.byReference(reference))?.number,
      today: () => time.day(rooms.clock.now()),
    },
    onConnectorError: (provider, error) => log.error({ provider, err: error }, 'connector failed'),
    ...watching,
  });
}

/** Where charges are made, whatever they are paid by. */
export function chargeRoutes(
  acquirers: Acquirers,
  banks: Banks,
  slipBanks: SlipBanks,
): Pick<Acquirers, 'route' | 'choose' | 'noteStored'> & ChargeRoutes {
  const byKind: Readonly<Record<string, ChargeRoutes>> = {
    [pixKind.kind]: banks,
    [slipKind.kind]: slipBanks,
  };
  return {
    route: acquirers.route,
    choose: acquirers.choose,
    noteStored: acquirers.noteStored,
    routeOf: (attempt) => (byKind[attempt.kind] ?? acquirers).routeOf(attempt),
  };
}

/** The same for a command, which asks one of them and ends. */
export function acquirersOfCommand(
  parts: Pick<RoomParts, 'config' | 'rooms' | 'log' | 'publicUrl'>,
): Acquirers {
  return buildAcquirers(parts, parts.config.mode === 'sandbox' ? buildSimulator(parts) : undefined);
}
