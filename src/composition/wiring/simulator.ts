import {
  createCardStorage,
  createSimulator,
  createSimulatorStorage,
  parseFaults,
  registerSimulatorRoutes,
  type Simulator,
} from '../../gateway/providers/index.ts';
import { isLoopback } from '../../platform/http/index.ts';
import { Secret } from '../../platform/secret.ts';
import { ConfigError } from '../config/config.ts';
import type { Room, RoomParts } from '../room.ts';
import type { Rooms } from '../rooms.ts';

/** The sandbox's acquirer. Throws ConfigError for faults that cannot be read. */
export function buildSimulator({
  config,
  rooms,
  log,
  publicUrl,
}: Pick<RoomParts, 'config' | 'rooms' | 'log' | 'publicUrl'>): Simulator {
  const faults = parseFaults(config.simulator.faults);
  if (typeof faults === 'string') throw new ConfigError('GUICHE_SIM_FAULTS', faults);
  return createSimulator({
    clock: rooms.clock,
    sleep: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds).unref()),
    timeScale: config.simulator.timeScale,
    faults,
    storage: createSimulatorStorage(rooms.database, rooms.vault),
    cards: createCardStorage(rooms.database),
    random: Math.random,
    onStorageError: (error) => log.error({ err: error }, 'simulator book'),
    publicUrl,
  });
}

/** The buyers' page, and the control interface for this machine and for operators. */
export function simulatorRoom({ rooms, publicUrl }: RoomParts, simulator: Simulator): Room {
  return {
    jobs: [],
    register: (app) =>
      registerSimulatorRoutes(app, {
        simulator,
        publicUrl,
        mayControl: async (request) => isLoopback(request) || (await holdsOperatorKey(rooms, request.query)),
      }),
    close: () => undefined,
  };
}

async function holdsOperatorKey(rooms: Rooms, query: unknown): Promise<boolean> {
  const { key } = query as { key?: unknown };
  if (typeof key !== 'string') return false;
  return (await rooms.accounts.verifyKey(new Secret(key)))?.role === 'operator';
}
