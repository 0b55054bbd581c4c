import { paySimulated } from '../../gateway/money/index.ts';
import {
  type BankNotice,
  createBankStorage,
  createCardStorage,
  createSimulatedBank,
  createSimulator,
  createSimulatorStorage,
  parseFaults,
  registerSimulatorRoutes,
  type SimulatedBank,
  type Simulator,
  txidOf,
} from '../../gateway/providers/index.ts';
import { isLoopback } from '../../platform/http/index.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { Secret } from '../../platform/secret.ts';
import { localTime } from '../../platform/time/clock.ts';
import type { SetClock } from '../../platform/time/set-clock.ts';
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
    sleep,
    timeScale: config.simulator.timeScale,
    faults,
    storage: createSimulatorStorage(rooms.database, rooms.vault),
    cards: createCardStorage(rooms.database),
    random: Math.random,
    onStorageError: (error) => log.error({ err: error }, 'simulator book'),
    publicUrl,
  });
}

/** The sandbox's bank. `onNotice` gets what it tells of payments; false: it tells it again later. */
export function buildSimulatedBank(
  { config, rooms, log, publicUrl }: Pick<RoomParts, 'config' | 'rooms' | 'log' | 'publicUrl'>,
  onNotice: (notice: BankNotice) => Promise<boolean>,
): SimulatedBank {
  return createSimulatedBank({
    clock: rooms.clock,
    sleep,
    timeScale: config.simulator.timeScale,
    storage: createBankStorage(rooms.database),
    dayOf: localTime(config.timeZone).day,
    onStorageError: (error) => log.error({ err: error }, 'simulated bank'),
    // Without a name of its own the service listens where its address says.
    host: () => `localhost:${config.publicUrl === undefined ? new URL(publicUrl()).port : config.port}`,
    txidOfTransaction: async (id) => {
      const attempts = isUuid(id) ? await rooms.transactions.attemptsOf(id) : [];
      // The buyer of an intention may have tried to pay by card since.
      const last = attempts.findLast(({ mask = '' }) => mask === '');
      return last && txidOf(last.reference);
    },
    txidOfBarcode: async (barcode) => {
      const reference = await rooms.slips.byBarcode(barcode);
      return reference === undefined ? undefined : txidOf(reference);
    },
    onNotice,
  });
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}

const FOLLOW_EVERY_MS = 2_000;

/** Other instances may have set the sandbox's clock. */
function followSetClock(clock: SetClock): Job {
  return { name: 'sandbox clock', where: 'everywhere', everyMs: FOLLOW_EVERY_MS, run: () => clock.follow() };
}

/** The buyers' page, and the control interface for this machine and for operators. */
export function simulatorRoom(
  { rooms, publicUrl }: RoomParts,
  { simulator, bank }: { readonly simulator: Simulator; readonly bank: SimulatedBank },
): Room {
  const { setClock } = rooms;
  return {
    jobs: [bank.job, ...(setClock ? [followSetClock(setClock)] : [])],
    register: (app) =>
      registerSimulatorRoutes(app, {
        simulator,
        bank,
        clock: setClock,
        payouts: (day) => paySimulated(rooms, day),
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
