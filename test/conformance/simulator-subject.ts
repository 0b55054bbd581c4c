import Fastify from 'fastify';
import { memoryStorage } from '../../src/gateway/providers/issuer/index.ts';
import {
  createSimulator,
  memoryCardStorage,
  registerSimulatorRoutes,
} from '../../src/gateway/providers/simulator/index.ts';
import { playBuyer } from './buyer.ts';
import type { BookedCharge, Subject } from './subject.ts';

const START = Date.UTC(2026, 10, 20, 12);
const ACCOUNT = { accountId: '0', settings: {} };
const MANY = 100;

/** The simulated acquirer of the sandbox. Its waits move its clock instead of taking time. */
export async function openSimulator(): Promise<Subject> {
  let now = START;
  let address = '';
  const simulator = createSimulator({
    clock: { now: () => now },
    sleep: async (ms) => {
      now += ms;
    },
    timeScale: 1,
    faults: {},
    storage: memoryStorage(),
    cards: memoryCardStorage(),
    random: Math.random,
    onStorageError: (error) => {
      throw error;
    },
    publicUrl: () => address,
  });
  const pages = Fastify();
  await registerSimulatorRoutes(pages, { simulator, publicUrl: () => address, mayControl: async () => true });
  address = await pages.listen({ host: '127.0.0.1', port: 0 });

  return {
    connector: simulator.connector('REDE'),
    account: ACCOUNT,
    unknownAccount: undefined,
    unreachableAccount: undefined,
    now: () => now,
    advance: async (ms) => {
      now += ms;
    },
    book: async (reference) => (await simulator.control.book({ reference })) as readonly BookedCharge[],
    received: async () => simulator.control.requests({ limit: MANY }).length,
    authenticate: playBuyer,
    secrets: [],
    wireFaults: undefined,
    given: undefined,
    close: async () => {
      simulator.close();
      await pages.close();
    },
  };
}
