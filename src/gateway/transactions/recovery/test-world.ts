import { randomUUIDv7 } from 'node:crypto';
import type { TestEngine } from '../../../../test/support/databases.ts';
import { Secret } from '../../../platform/index.ts';
import {
  type Acquirers,
  acquirerMigrations,
  createAcquirers,
  createSimulator,
  createSimulatorStorage,
} from '../../acquirers/index.ts';
import { resolveAuthentication } from '../authentication/resume.ts';
import { createCaseStore, createSchedule, type Device, type Transaction } from '../record/index.ts';
import { type AuthorizeDependencies, authorize } from '../sale/authorize.ts';
import type { NewTransaction } from '../sale/new-transaction.ts';
import { newReference, openTestRoom } from '../test-room.ts';
import { type RecoverDependencies, recover } from './recover.ts';

export const MERCHANT = 7;
const START = Date.UTC(2026, 10, 20, 12);
const MAX_STEPS = 300;

/** The real use cases on a real database with the real simulator; only the clock is moved by hand. */
export async function openTestWorld(engine: TestEngine, options: { lateApproval?: 'accept' | 'undo' } = {}) {
  const room = await openTestRoom(engine, acquirerMigrations);
  let now = START;
  const clock = { now: () => now };
  const attention: string[] = [];
  const dead = new Set<string>();
  const problems: unknown[] = [];
  const simulator = createSimulator({
    clock,
    sleep: async (ms) => {
      now += ms;
    },
    timeScale: 1,
    faults: {},
    storage: createSimulatorStorage(room.database),
    random: () => 0.5,
    onStorageError: (error) => problems.push(error),
    publicUrl: () => 'http://localhost:8080',
  });
  const acquirers: Acquirers = createAcquirers({
    accounts: { of: async () => [], byId: async () => undefined } as never,
    live: new Map(),
    simulator: (provider) => simulator.connector(provider),
    onConnectorError: (_, error) => problems.push(error),
  });
  const cases = createCaseStore(room.database);
  const common = { store: room.store, acquirers, clock, schedule: createSchedule(1) };
  const selling: AuthorizeDependencies = {
    ...common,
    cardData: { openCardHash: async () => Promise.reject(new Error('no cardHash was sent')) },
    production: false,
    holder: 'this-one',
    watchLife: () => () => true,
    newId: randomUUIDv7,
    newReference,
    newToken: () => newReference(),
    authenticationUrls: (token) => ({ start: `https://g.test/3ds/${token}`, back: 'https://g.test/back' }),
    onOutcome: () => undefined,
    onConnectorError: (_, error) => problems.push(error),
    onOutcomeNotStored: (error) => problems.push(error),
  };
  const recovering: RecoverDependencies = {
    ...common,
    cases,
    timeScale: 1,
    resolveAuthentication: (transaction, attempt, origin) =>
      resolveAuthentication({ ...selling }, transaction, attempt, origin),
    lateApproval: async () => options.lateApproval ?? 'accept',
    deadOnes: async (ids) => ids.filter((id) => dead.has(id)),
    onNeedsAttention: ({ reason }) => attention.push(reason),
    onConnectorError: (_, error) => problems.push(error),
    onStepFailed: (_, error) => problems.push(error),
  };

  const nextDue = async (transactionId: string): Promise<number | undefined> => {
    const open = (await cases.ofTransaction(transactionId)).filter((row) => row.state === 'open');
    return open.length === 0 ? undefined : Math.min(...open.map((row) => row.next_at));
  };

  return {
    ...room,
    cases,
    simulator,
    selling,
    recovering,
    dead,
    attention,
    problems,
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
    sell: (number: string, over: Partial<NewTransaction['order']> = {}): Promise<Transaction> =>
      authorize(
        selling,
        { merchantId: MERCHANT, origin: { cause: 'merchant', requestId: 'r' }, idempotency: undefined },
        saleOf(number, over),
      ),
    recover: () => recover(recovering, new AbortController().signal),
    /** Moves the clock to each time that something of this sale is due, until nothing is any more. */
    settle: async (transactionId: string): Promise<Transaction> => {
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const due = await nextDue(transactionId);
        if (due === undefined) break;
        now = Math.max(now, due);
        await recover(recovering, new AbortController().signal);
      }
      const settled = await room.store.findAny(transactionId);
      if (!settled) throw new Error('the sale is gone');
      return settled;
    },
    book: (reference: string) => simulator.control.book({ reference }),
  };
}

export type TestWorld = Awaited<ReturnType<typeof openTestWorld>>;

export function saleOf(number: string, over: Partial<NewTransaction['order']>): NewTransaction {
  return {
    referenceId: undefined,
    amount: 1_000,
    provider: undefined,
    providerVersion: undefined,
    order: {
      kind: 'credit',
      capture: false,
      installments: 1,
      interestType: 3,
      authenticate: 3,
      saveCard: false,
      recurrent: false,
      ...over,
    },
    buyer: {
      isSent: over.userAgent !== undefined,
      complete: () => {
        const { userAgent, device } = over;
        if (userAgent === undefined || !device) throw new Error('no browser was sent');
        return { userAgent, ...(device as Device) };
      },
    },
    cardHash: undefined,
    cardFields: {
      number: new Secret(number),
      cvv: new Secret('123'),
      expirationMonth: '12',
      expirationYear: '2035',
      holderName: undefined,
      brand: undefined,
    },
  };
}
