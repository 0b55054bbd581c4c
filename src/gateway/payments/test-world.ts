import { randomUUIDv7 } from 'node:crypto';
import type { TestEngine } from '../../../test/support/databases.ts';
import { joinMigrations, type RoomMigrations } from '../../platform/database/index.ts';
import { createDerivedTokens } from '../../platform/derived-tokens.ts';
import { localTime } from '../../platform/time/clock.ts';
import { createKnownAges } from '../../platform/time/known-ages.ts';
import { OPEN_VAULT } from '../../platform/vault/test-vault.ts';
import { createIntention } from '../intentions/create-intention.ts';
import { type PayResult, payIntention } from '../intentions/pay-intention.ts';
import type { BuyerPayment } from '../intentions/ready-try.ts';
import { createAuthenticationStore } from '../kinds/card/authentication/authentication-store.ts';
import { authenticatedBuyers } from '../kinds/card/authentication/resume.ts';
import { type CardChoice, cardOffer, createCardTries, saleStandOf } from '../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import {
  type Acquirers,
  acquirerMigrations,
  type BuyerDevice,
  type CardAcquirer,
  createAcquirers,
  createCardStorage,
  createSimulator,
  createSimulatorStorage,
  momentOf,
} from '../providers/index.ts';
import { onlyRoute } from '../providers/routing/test-routes.ts';
import { createStoredCards, type StoredCards, storedCardMigrations } from '../stored-cards/index.ts';
import { move } from '../transactions/movements/move.ts';
import type { RequestedMovement } from '../transactions/movements/plan.ts';
import type { MoveResult } from '../transactions/movements/results.ts';
import { type RecoverDependencies, recover } from '../transactions/recovery/recover.ts';
import type { Order } from '../transactions/rules/order.ts';
import { createRecoverySchedule } from '../transactions/rules/schedule.ts';
import type { Transaction } from '../transactions/rules/transaction.ts';
import { createCaseStore } from '../transactions/stores/case-store.ts';
import type { LinkUses } from '../transactions/stores/link-uses.ts';
import { createUnstoredOutcomes } from '../transactions/stores/unstored-outcomes.ts';
import { openTestRoom } from '../transactions/test-room.ts';
import {
  newReference,
  type TestSaleOrder,
  testAuthenticationPages,
  testNewTransaction,
  testOrder,
} from '../transactions/test-sale.ts';
import { type AuthorizeDependencies, authorize } from './authorize.ts';
import { BY_CARD_ALONE } from './test-no-pix.ts';

export const MERCHANT = 7;
export const MERCHANT_ORIGIN = { kind: 'merchant', requestId: 'r' } as const;
const BROWSER: BuyerDevice = {
  userAgent: 'Mozilla/5.0 (test)',
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 800,
  screenWidth: 360,
  timeZoneOffset: 3,
};
const START = Date.UTC(2026, 10, 20, 12);
const MAX_STEPS = 300;
const TWO_ACQUIRERS = { version: 1, rules: [{ name: 'all', accounts: ['REDE', 'CIELO'] }] };
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The real use cases on a real database with the real simulator; only the clock is moved by hand. */
export async function openTestWorld(
  engine: TestEngine,
  options: {
    readonly lateApproval?: 'accept' | 'undo';
    /** Reusable links, whose tables the migrations make. */
    readonly links?: { readonly uses: LinkUses; readonly migrations: RoomMigrations };
  } = {},
) {
  const { uses, migrations = {} } = options.links ?? {};
  const room = await openTestRoom(
    engine,
    joinMigrations(acquirerMigrations, storedCardMigrations, migrations),
    uses,
  );
  let passedMs = 0;
  let aheadMs = 0;
  let rate = 0;
  const elapse = (ms: number): void => {
    passedMs += ms;
    aheadMs += ms * rate;
  };
  const passed = { now: () => START + passedMs };
  const clock = { now: () => Math.round(passed.now() + aheadMs) };
  const ages = createKnownAges(passed.now);
  const attention: string[] = [];
  const dead = new Set<string>();
  const problems: unknown[] = [];
  let goesElsewhere = false;
  const simulator = createSimulator({
    clock: passed,
    sleep: async (ms) => elapse(ms),
    timeScale: 1,
    faults: {},
    storage: createSimulatorStorage(room.database, OPEN_VAULT),
    cards: createCardStorage(room.database),
    random: () => 0.5,
    onStorageError: (error) => problems.push(error),
    publicUrl: () => 'http://localhost:8080',
  });
  const acquirers: Acquirers = createAcquirers({
    accounts: {
      of: async () => [],
      byId: async () => undefined,
      simulatorSettings: async () => ({ issuerAsStore: false }),
    } as never,
    live: new Map(),
    simulator: (provider) => simulator.connector(provider),
    onConnectorError: (_, error) => problems.push(error),
    routing: {
      rules: { activeFor: async () => (goesElsewhere ? TWO_ACQUIRERS : undefined) },
      now: () => momentOf('2026-11-20T09:00:00'),
    },
  });
  const cases = createCaseStore(room.database);
  const authentications = createAuthenticationStore(room);
  const common = {
    kinds: PAYMENT_KINDS,
    store: room.store,
    acquirers,
    clock,
    ages,
    schedule: createRecoverySchedule(1),
  };
  const storedCardParts = {
    database: room.database,
    publicUrl: () => 'https://g.test',
    vault: OPEN_VAULT,
    clock,
    acquirers,
    holder: 'this-one',
    ages,
    timeScale: 1,
    createFence: async () => () => true,
    newId: randomUUIDv7,
    newReference,
    notify: async () => undefined,
    onOutcome: () => undefined,
    onError: (error: unknown) => problems.push(error),
    saleStand: async (id: string, mask: string) => saleStandOf(await common.store.findAny(id), mask),
    findDeadInstances: async (ids: readonly string[]) => ids.filter((id) => dead.has(id)),
    onNeedsAttention: ({ reason }: { readonly reason: string }) => attention.push(reason),
  };
  const storedCards = createStoredCards(storedCardParts);
  const selling: AuthorizeDependencies & {
    readonly acquirers: Acquirers;
    readonly storedCards: StoredCards;
  } & typeof BY_CARD_ALONE = {
    ...common,
    ...BY_CARD_ALONE,
    cardData: { openCardHash: async () => Promise.reject(new Error('no cardHash was sent')) },
    storedCards,
    failsOver: async () => true,
    tries: createCardTries({ database: room.database, clock, time: localTime('America/Sao_Paulo') }),
    retryGuardOf: async () => 'warn',
    onAboveLimit: () => undefined,
    production: false,
    holder: 'this-one',
    createFence: async () => () => true,
    newId: randomUUIDv7,
    newReference,
    authenticationPages: testAuthenticationPages,
    onOutcome: () => undefined,
    unstored: createUnstoredOutcomes(),
    onOutcomeNotStored: (error) => problems.push(error),
  };
  const recovering: RecoverDependencies = {
    ...common,
    cases,
    timeScale: 1,
    buyersOf: () => authenticatedBuyers({ ...selling, authentications }),
    lateApproval: async () => options.lateApproval ?? 'accept',
    findDeadInstances: async (ids) => ids.filter((id) => dead.has(id)),
    onNeedsAttention: ({ reason }) => attention.push(reason),
    onStepFailed: (_, error) => problems.push(error),
  };

  const nextDue = async (transactionId: string): Promise<number | undefined> => {
    const open = (await cases.ofTransaction(transactionId)).filter((row) => row.state === 'open');
    return open.length === 0 ? undefined : Math.min(...open.map((row) => row.nextAt));
  };

  return {
    ...room,
    cases,
    authentications,
    simulator,
    selling,
    recovering,
    dead,
    attention,
    problems,
    /** By the clock of the service. */
    now: clock.now,
    /** By a clock that is never set. */
    passed: passed.now,
    pass: elapse,
    /** Sets the clock of the service that far ahead of the time that passes, or behind, and lets it run too fast or too slow. */
    setClock: (wrong: { readonly aheadMs: number; readonly rate: number }) => {
      ({ aheadMs, rate } = wrong);
    },
    sell: async (number: string, choices: TestSaleOrder = {}): Promise<Transaction> => {
      const request = { merchantId: MERCHANT, origin: MERCHANT_ORIGIN, idempotency: undefined };
      return (await authorize(selling, request, testNewTransaction(number, choices))).transaction;
    },
    /** An intention that its buyer may pay by credit or debit, captured. */
    intend: async (customer?: Order['customer']): Promise<Transaction> => {
      const { payment: _, provider: __, providerVersion: ___, ...order } = testOrder({ customer });
      const { transaction } = await createIntention(
        { ...selling, tokens: createDerivedTokens(Buffer.alloc(32)) },
        { merchantId: MERCHANT, origin: MERCHANT_ORIGIN, idempotency: undefined },
        {
          referenceId: undefined,
          amount: 1_000,
          offers: [cardOffer({ types: 'any', askDocument: true })],
          expiresAt: clock.now() + WEEK_MS,
          linkId: undefined,
          order,
        },
        { statementName: undefined, postBackUrl: undefined },
      );
      return transaction;
    },
    /** A buyer's try to pay it, as it is now. */
    pay: async (
      { id }: Pick<Transaction, 'id'>,
      number: string,
      typed: Partial<Pick<CardChoice, 'type' | 'customer'>> = {},
    ): Promise<PayResult> => {
      const transaction = await room.store.findAny(id);
      if (!transaction) throw new Error('the intention is gone');
      const { type = 'credit', customer } = typed;
      const { cardFields } = testNewTransaction(number);
      const { userAgent, ...device } = BROWSER;
      const payment: BuyerPayment = {
        kind: 'card',
        type,
        installments: 1,
        cardFields,
        customer,
        userAgent,
        device,
        buyer: { kind: 'complete', device: BROWSER },
        keepsCard: true,
      };
      const origin = { kind: 'checkout', requestId: 'r' } as const;
      return payIntention(selling, { origin, payment, idempotency: undefined }, transaction);
    },
    /** Captures or voids through these acquirers. */
    move: (
      { id: transactionId }: Transaction,
      wanted: RequestedMovement,
      choices: { amount?: number | undefined; acquirers?: Acquirers; holder?: string } = {},
    ): Promise<MoveResult> => {
      const { amount, ...changes } = choices;
      return move(
        { ...selling, newReference, onMovement: () => undefined, ...changes },
        {
          merchantId: MERCHANT,
          transactionId,
          wanted,
          amount,
          origin: MERCHANT_ORIGIN,
          idempotency: undefined,
        },
      );
    },
    /** The simulator with the given functions replaced. */
    playing: (part: Partial<CardAcquirer>): Acquirers => {
      const connector = { ...simulator.connector('REDE'), ...part };
      const settings = async () => ({ accountId: '0', settings: {} });
      return onlyRoute({ connector, accountId: 0, settings });
    },
    /** Whether a rule names a second acquirer for what the first one did not charge. */
    goElsewhere: (isOn: boolean): boolean => (goesElsewhere = isOn),
    recover: () => recover(recovering, new AbortController().signal),
    /** Moves the clock to each due time of this sale, until nothing is due any more. */
    settle: async (transactionId: string): Promise<Transaction> => {
      for (let step = 0; step < MAX_STEPS; step += 1) {
        const due = await nextDue(transactionId);
        if (due === undefined) break;
        elapse(Math.max(0, due - clock.now()));
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
