import type { TestEngine } from '../../../../test/support/databases.ts';
import type { AuthorizeOutcome, ChargeIds, Connector, HostAnswer, Route } from '../../acquirers/index.ts';
import type { HistoryEvent } from '../../history/index.ts';
import {
  type AttemptRow,
  type AuthenticationStore,
  createAuthenticationStore,
  createSchedule,
  endOf,
  newCase,
  Status,
  type Transaction,
} from '../record/index.ts';
import { newReference, openTestRoom, type TestRoom, testEvent, testTransaction } from '../test-room.ts';
import type { VisitDependencies } from './visit.ts';

export const LIFE_MS = 15 * 60_000;
export const THEIR_ID = '987';

/** What the acquirer says next; it is the outside world. */
type Script = (ids: ChargeIds) => Promise<AuthorizeOutcome>;

export interface BuyerRoom extends TestRoom {
  readonly authentications: AuthenticationStore;
  readonly dependencies: VisitDependencies;
  /** How often the acquirer was asked since the last `answers`. */
  readonly asked: ChargeIds[];
  readonly outcomes: string[];
  readonly errors: unknown[];
  advance(ms: number): void;
  now(): number;
  answers(script: AuthorizeOutcome | Script): void;
  /** A sale whose buyer was sent away a moment ago. */
  sendAway(
    over?: Partial<Transaction>,
  ): Promise<{ transaction: Transaction; token: string; reference: string }>;
  attemptOf(transaction: Transaction): Promise<AttemptRow>;
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
  outcome: 'authentication_required',
  redirectUrl: 'https://bank.example/',
  expiresAt: 1,
  answer: {},
} as const satisfies AuthorizeOutcome;

let tokens = 0;

export async function openBuyerRoom(engine: TestEngine): Promise<BuyerRoom> {
  const room = await openTestRoom(engine);
  let now = 1_700_000_000_000;
  let script: Script = async () => stillAway;
  const asked: ChargeIds[] = [];
  const outcomes: string[] = [];
  const errors: unknown[] = [];
  const clock = { now: () => now };
  const connector = {
    provider: 'REDE',
    continueAfterAuthentication: (ids: ChargeIds) => {
      asked.push(ids);
      return script(ids);
    },
  } as unknown as Connector;
  const route: Route = {
    connector,
    accountId: 3,
    settings: async () => ({ accountId: '3', settings: {} }),
  };
  const authentications = createAuthenticationStore(room);
  const schedule = createSchedule(1);

  return {
    ...room,
    authentications,
    asked,
    outcomes,
    errors,
    dependencies: {
      store: room.store,
      authentications,
      acquirers: { routeOf: async ({ accountId }) => (accountId === 3 ? route : undefined) },
      clock,
      schedule,
      timeScale: 1,
      onOutcome: (provider, outcome) => outcomes.push(`${provider} ${outcome}`),
      onConnectorError: (_provider, error) => errors.push(error),
    },
    advance: (ms) => {
      now += ms;
    },
    now: () => now,
    answers: (next) => {
      asked.length = 0;
      script = typeof next === 'function' ? next : async () => next;
    },
    sendAway: async (over = {}) => {
      const started = testTransaction({ createdAt: now, updatedAt: now, ...over });
      const reference = newReference();
      tokens += 1;
      const token = `token-${tokens}`;
      const attempt = { reference, transactionId: started.id, accountId: 3, holder: 'me', createdAt: now };
      await room.store.begin({
        transaction: started,
        attempt,
        idempotency: undefined,
        event: testEvent(started, 'sent'),
      });
      const transaction: Transaction = {
        ...started,
        version: 1,
        result: {
          status: Status.started,
          providerReference: THEIR_ID,
          redirectUrl: `https://here.example/3ds/${token}`,
        },
      };
      await room.store.finish({
        attempt: {
          reference,
          end: endOf({ ...stillAway, answer: { theirId: THEIR_ID } }),
          endedAt: now,
        },
        transaction,
        openCase: newCase({
          subject: reference,
          transactionId: started.id,
          accountId: 3,
          kind: 'authentication',
          openedAt: now,
          nextAt: now + 60_000,
        }),
        authentication: {
          token,
          transaction_id: started.id,
          attempt_reference: reference,
          page_url: 'https://bank.example/3ds?x=1',
          expires_at: now + LIFE_MS,
          left_at: 0,
          asked_at: 0,
        },
        idempotencyId: undefined,
        event: testEvent(transaction, 'answered'),
      });
      room.told.length = 0;
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
