import type { TestEngine } from '../../../../../test/support/databases.ts';
import type { HistoryEvent } from '../../../history/index.ts';
import type {
  AuthorizeOutcome,
  CardAcquirer,
  ChargeIds,
  HostAnswer,
  Route,
} from '../../../providers/index.ts';
import type { Attempt } from '../../../transactions/rules/attempt.ts';
import { newCase } from '../../../transactions/rules/case.ts';
import { createRecoverySchedule } from '../../../transactions/rules/schedule.ts';
import { newResult, Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import { openTestRoom, type TestRoom } from '../../../transactions/test-room.ts';
import { beginTestSale, endTestSale, testAuthenticationPages } from '../../../transactions/test-sale.ts';
import { PAYMENT_KINDS } from '../../index.ts';
import {
  type AuthenticationStore,
  createAuthenticationStore,
  writeAuthentications,
} from './authentication-store.ts';
import type { VisitDependencies } from './visit.ts';

export const LIFE_MS = 15 * 60_000;
export const THEIR_ID = '987';
export const PAGE_URL = 'https://bank.example/3ds?x=1';

/** The acquirer's next answer. The acquirer is outside the system, so it is faked. */
type Script = (ids: ChargeIds) => Promise<AuthorizeOutcome>;

export interface BuyerRoom extends TestRoom {
  readonly authentications: AuthenticationStore;
  readonly dependencies: VisitDependencies;
  /** The queries since the last `answers`. */
  readonly queried: ChargeIds[];
  readonly outcomes: string[];
  advance(ms: number): void;
  now(): number;
  answers(script: AuthorizeOutcome | Script): void;
  /** A sale whose buyer was redirected a moment ago. */
  sendAway(
    over?: Partial<Transaction>,
  ): Promise<{ transaction: Transaction; token: string; reference: string }>;
  attemptOf(transaction: Transaction): Promise<Attempt>;
  eventsOf(transaction: Transaction): Promise<readonly HistoryEvent[]>;
}

export const answer: HostAnswer = {
  theirId: THEIR_ID,
  nsu: '55',
  rawCode: '00',
  authorizationCode: '123456',
  eci: 5,
  seen: { amount: 1000, cardBin: '423564', cardLast4: '5682' },
};
export const approved: AuthorizeOutcome = { outcome: 'approved', captured: false, answer };
export const declined: AuthorizeOutcome = {
  outcome: 'declined',
  decline: { code: '202', message: 'Não autenticado.', declineClass: 'authentication', reversible: true },
  answer: { theirId: THEIR_ID, rawCode: '202', eci: 7 },
};
export const stillAway = {
  outcome: 'buyer_awaited',
  nextAction: { kind: 'redirect', url: 'https://bank.example/' },
  expiresAt: 1,
  answer: {},
} as const satisfies AuthorizeOutcome;

let tokens = 0;

export async function openBuyerRoom(engine: TestEngine): Promise<BuyerRoom> {
  const room = await openTestRoom(engine);
  let now = 1_700_000_000_000;
  let script: Script = async () => stillAway;
  const queried: ChargeIds[] = [];
  const outcomes: string[] = [];
  const clock = { now: () => now };
  const connector = {
    provider: 'REDE',
    capabilities: () => undefined,
    authorize: () => Promise.reject(new Error('the sale was authorized before')),
    continueAfterAuthentication: (ids: ChargeIds) => {
      queried.push(ids);
      return script(ids);
    },
  } as unknown as CardAcquirer;
  const route: Route = {
    connector,
    accountId: 3,
    settings: async () => ({ accountId: '3', settings: {} }),
  };
  const authentications = createAuthenticationStore(room);
  const schedule = createRecoverySchedule(1);

  return {
    ...room,
    authentications,
    queried,
    outcomes,
    dependencies: {
      kinds: PAYMENT_KINDS,
      store: room.store,
      authentications,
      acquirers: { routeOf: async ({ accountId }) => (accountId === 3 ? route : undefined) },
      clock,
      schedule,
      timeScale: 1,
      onOutcome: (provider, outcome) => outcomes.push(`${provider} ${outcome}`),
    },
    advance: (ms) => {
      now += ms;
    },
    now: () => now,
    answers: (next) => {
      queried.length = 0;
      script = typeof next === 'function' ? next : async () => next;
    },
    sendAway: async (over = {}) => {
      tokens += 1;
      const seed = `seed-${tokens}`;
      const token = testAuthenticationPages.urlsOf(seed).start.split('/').at(-1) ?? '';
      const times = { createdAt: now, updatedAt: now };
      const begun = await beginTestSale(room.store, { ...times, ...over }, { accountId: 3 });
      const { reference, transactionId } = begun.attempt;
      const away = { ...stillAway, answer: { theirId: THEIR_ID } };
      const transaction = await endTestSale(room.store, begun, away, {
        at: now,
        result: newResult(Status.started, {
          providerReference: THEIR_ID,
          redirectUrl: testAuthenticationPages.kept(seed),
        }),
        openCase: newCase({
          subject: reference,
          transactionId,
          accountId: 3,
          kind: 'buyer',
          openedAt: now,
          nextAt: now + 60_000,
        }),
        rowBeside: {
          writer: writeAuthentications,
          row: {
            ...testAuthenticationPages.stored(seed, PAGE_URL),
            transactionId,
            attemptReference: reference,
            expiresAt: now + LIFE_MS,
            leftAt: 0,
            askedAt: 0,
          },
        },
      });
      room.notified.length = 0;
      return { transaction, token, reference };
    },
    attemptOf: async ({ id }) => {
      const attempt = (await room.store.attemptsOf(id)).at(-1);
      if (!attempt) throw new Error('no attempt');
      return attempt;
    },
    eventsOf: ({ id }) => room.history.of(id),
  };
}
