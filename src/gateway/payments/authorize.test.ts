import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Refusal } from '../../platform/refusal.ts';
import { Secret } from '../../platform/secret.ts';
import { createKnownAges } from '../../platform/time/known-ages.ts';
import { type CardPayment, cardPaymentOf } from '../kinds/card/index.ts';
import { refuseCard } from '../kinds/card/refusals.ts';
import type { CardSale } from '../kinds/card/sale/card-sale.ts';
import { PAYMENT_KINDS } from '../kinds/index.ts';
import {
  type AuthorizeOutcome,
  type AuthorizeRequest,
  type BuyerDevice,
  type Capabilities,
  type CardAcquirer,
  createSimulator,
} from '../providers/index.ts';
import { onlyRoute } from '../providers/routing/test-routes.ts';
import type { SaleResult } from '../transactions/flow/results.ts';
import type { SaleRequest } from '../transactions/flow/started-sale.ts';
import { withAttemptUnderWay } from '../transactions/rules/events-of-change.ts';
import { createRecoverySchedule } from '../transactions/rules/schedule.ts';
import { newResult, Status } from '../transactions/rules/transaction.ts';
import type { TransactionStore } from '../transactions/stores/store.ts';
import { createUnstoredOutcomes } from '../transactions/stores/unstored-outcomes.ts';
import { openTestRoom, type TestRoom } from '../transactions/test-room.ts';
import {
  HOLDER,
  newReference,
  testAuthenticationPages,
  testEvent,
  testNewTransaction,
} from '../transactions/test-sale.ts';
import { type AuthorizeDependencies, authorize } from './authorize.ts';
import { BY_CARD_ALONE } from './test-no-pix.ts';

const MERCHANT = 7;
const REQUEST: SaleRequest = {
  merchantId: MERCHANT,
  origin: { kind: 'merchant', requestId: 'request-1' },
  idempotency: undefined,
};
const approved: AuthorizeOutcome = {
  outcome: 'approved',
  captured: false,
  answer: { theirId: '1', authorizationCode: '654321' },
};

const capabilities: Capabilities = createSimulator({
  clock: { now: Date.now },
  sleep: async () => undefined,
  timeScale: 1,
  faults: {},
  storage: {} as never,
  cards: {} as never,
  random: () => 0,
  onStorageError: () => undefined,
  publicUrl: () => '',
})
  .connector('REDE')
  .capabilities('VISA', 'credit');

const BROWSER: BuyerDevice = {
  userAgent: 'Browser',
  colorDepth: 24,
  deviceType3ds: 'BROWSER',
  javaEnabled: false,
  language: 'pt-BR',
  screenHeight: 1,
  screenWidth: 1,
  timeZoneOffset: 3,
};

const PLAIN_CARD = '4235647728025682';

const asked = (payment: Partial<CardPayment> = {}, card: Partial<CardSale['cardFields']> = {}): CardSale => {
  const sale = testNewTransaction(PLAIN_CARD, { payment });
  return { ...sale, cardFields: { ...sale.cardFields, ...card } };
};

function fromBrowser(request: CardSale): CardSale {
  return { ...request, buyer: { kind: 'complete', device: BROWSER } };
}

for (const engine of SQLITE_BY_DAY) {
  describe(`authorizing on ${engine}`, () => {
    let room: TestRoom;
    let store: TransactionStore;
    before(async () => {
      room = await openTestRoom(engine);
      store = room.store;
    });
    after(() => room.close());

    /** The acquirer is outside the system: it answers what the test says and its calls are recorded. */
    function through(
      answers: (attempt: AuthorizeRequest, call: number) => Promise<AuthorizeOutcome>,
      options: {
        capabilities?: Partial<Capabilities>;
        production?: boolean;
        store?: Partial<TransactionStore>;
        settings?: Readonly<Record<string, Secret>>;
        keepForSale?: AuthorizeDependencies['storedCards']['keepForSale'];
      } = {},
    ) {
      const calls: AuthorizeRequest[] = [];
      const errors: unknown[] = [];
      const connector = {
        provider: 'REDE',
        version: '1',
        live: true,
        capabilities: () => ({ ...capabilities, ...options.capabilities }),
        authorize: (attempt: AuthorizeRequest) => {
          calls.push(attempt);
          return answers(attempt, calls.length);
        },
      } as unknown as CardAcquirer;
      const acquirers = onlyRoute({
        connector,
        accountId: 3,
        settings: async () => ({ accountId: '3', settings: options.settings ?? {} }),
      });
      const dependencies: AuthorizeDependencies = {
        kinds: PAYMENT_KINDS,
        store: { ...store, ...options.store },
        acquirers,
        ...BY_CARD_ALONE,
        cardData: { openCardHash: () => assert.fail('no cardHash was sent') },
        clock: { now: Date.now },
        production: options.production ?? false,
        storedCards: {
          fingerprintOf: () => 'fingerprint of the card',
          learn: async () => undefined,
          use: () => assert.fail('no stored card was named'),
          keepForSale: options.keepForSale ?? (() => assert.fail('no card was to be kept')),
        },
        tries: { usedBy: async () => [] },
        retryGuardOf: async () => 'warn',
        onAboveLimit: () => undefined,
        failsOver: async () => true,
        newId: randomUUIDv7,
        newReference,
        authenticationPages: testAuthenticationPages,
        schedule: createRecoverySchedule(1),
        holder: HOLDER,
        createFence: async () => () => true,
        onOutcome: () => undefined,
        unstored: createUnstoredOutcomes(),
        ages: createKnownAges(),
        onOutcomeNotStored: (error) => errors.push(error),
      };
      const sell = (request: CardSale) => authorize(dependencies, REQUEST, request);
      const run = async (request: CardSale) => (await sell(request)).transaction;
      return { run, sell, calls, errors };
    }

    const eventsOf = async (id: string) =>
      (await room.history.of(id)).map(({ kind, details }) => [
        kind,
        'outcome' in details ? details.outcome : undefined,
      ]);

    const countAll = async () => (await store.list({ merchantId: MERCHANT, limit: 10_000 })).length;

    test('commits the attempt as status 10 before the acquirer is called', async () => {
      let seen: unknown;
      const { run } = through(async () => {
        const [stored] = await store.list({ merchantId: MERCHANT, limit: 1 });
        const attempts = await store.attemptsOf(stored?.id ?? '');
        const events = withAttemptUnderWay(await room.history.of(stored?.id ?? ''), attempts);
        seen = [
          stored?.result.status,
          attempts.map(({ state, holder }) => [state, holder]),
          events.map(({ kind, origin }) => [kind, origin]),
        ];
        return approved;
      });
      const transaction = await run(asked());
      assert.deepEqual(seen, [10, [['sending', HOLDER]], [['sent', REQUEST.origin]]]);
      assert.deepEqual(await store.find(MERCHANT, transaction.id), transaction);
      assert.equal(transaction.version, 1);
      assert.deepEqual(await eventsOf(transaction.id), [
        ['sent', undefined],
        ['answered', 'approved'],
      ]);
      assert.deepEqual(await room.casesOf(transaction.id), []);
    });

    test('answers an approved sale although its card takes longer to be kept than a buyer waits', async (t) => {
      let keepings = 0;
      const { sell } = through(async () => approved, {
        keepForSale: () => {
          keepings += 1;
          t.mock.timers.enable({ apis: ['setTimeout'] });
          setImmediate(() => t.mock.timers.tick(3_000));
          return new Promise(() => undefined);
        },
      });
      assert.equal((await sell(asked({ saveCard: true }))).kind, 'approved');
      assert.equal(keepings, 1);
    });

    test('calls once, with the reference of the attempt, and keeps the card in memory only', async () => {
      const { run, calls } = through(async () => approved);
      const transaction = await run(asked());
      const [attempt] = await store.attemptsOf(transaction.id);
      assert.equal(calls.length, 1);
      assert.equal(calls[0]?.acquirerReference, attempt?.reference);
      const card = calls[0]?.card;
      assert.equal(card && 'number' in card && card.number.reveal(), '4235647728025682');
      assert.deepEqual([attempt?.state, attempt?.accountId, attempt?.theirId], ['approved', 3, '1']);
      assert.deepEqual([attempt?.holder, attempt?.origin], [undefined, undefined]);
      assert.ok(!JSON.stringify(await store.find(MERCHANT, transaction.id)).includes('4235647728025682'));
    });

    test('repeats once with a new reference when the host provably received nothing', async () => {
      const { run, calls } = through(async (_, call) =>
        call === 1 ? { outcome: 'not_sent', reason: 'refused' } : approved,
      );
      const transaction = await run(asked());
      const attempts = await store.attemptsOf(transaction.id);
      assert.equal(transaction.result.status, 5);
      assert.deepEqual(
        attempts.map((attempt) => attempt.state),
        ['not_sent', 'approved'],
      );
      assert.notEqual(calls[0]?.acquirerReference, calls[1]?.acquirerReference);
      assert.deepEqual(await eventsOf(transaction.id), [
        ['sent', undefined],
        ['answered', 'not_sent'],
        ['sent', undefined],
        ['answered', 'approved'],
      ]);
    });

    test('ends in 11 when the second try is not sent either', async () => {
      const { run, calls } = through(async () => ({ outcome: 'not_sent', reason: 'refused' }));
      assert.equal((await run(asked())).result.status, 11);
      assert.equal(calls.length, 2);
    });

    test('never repeats when the outcome is unknown: a case is opened to find out', async () => {
      const { run, calls } = through(async () => ({ outcome: 'unknown', reason: 'reset' }));
      const transaction = await run(asked());
      assert.equal(transaction.result.status, 10);
      assert.equal(calls.length, 1);
      const [attempt] = await store.attemptsOf(transaction.id);
      assert.equal(attempt?.state, 'unknown');
      const [opened, ...more] = await room.casesOf(transaction.id);
      assert.deepEqual(more, []);
      assert.deepEqual(
        [opened?.kind, opened?.subject, opened?.accountId, opened?.state],
        ['attempt', attempt?.reference, 3, 'open'],
      );
      assert.equal(opened?.nextAt, transaction.updatedAt + 2_000);
    });

    test('answers status 10, never “try again”, when the outcome cannot be stored', async () => {
      const { run, errors } = through(async () => approved, {
        store: { change: () => Promise.reject(new Error('the disk is full')) },
      });
      const transaction = await run(asked());
      assert.equal(transaction.result.status, 10);
      assert.equal(errors.length, 1);
      assert.deepEqual(await store.find(MERCHANT, transaction.id), transaction);
      assert.equal((await store.attemptsOf(transaction.id))[0]?.state, 'sending');
    });

    test('retries through a temporary failure of the database, because the outcome is only in memory', async () => {
      let faults = 2;
      const { run, errors } = through(async () => approved, {
        store: {
          change: (change) => {
            faults -= 1;
            return faults >= 0 ? Promise.reject(new Error('away')) : store.change(change);
          },
        },
      });
      const transaction = await run(asked());
      assert.deepEqual([transaction.result.status, errors], [5, []]);
    });

    test('recognizes its own commit when it went through but reported failure', async () => {
      const { run } = through(async () => approved, {
        store: {
          change: async (change) => {
            await store.change(change);
            return false;
          },
        },
      });
      const transaction = await run(asked());
      assert.equal(transaction.result.status, 5);
      assert.deepEqual(await eventsOf(transaction.id), [
        ['sent', undefined],
        ['answered', 'approved'],
      ]);
    });

    test('stores the outcome over a concurrent change', async () => {
      const { run } = through(async () => {
        const [open] = await store.list({ merchantId: MERCHANT, limit: 1 });
        assert.ok(open);
        await store.change({ transaction: open, at: Date.now(), events: [testEvent('queried')] });
        return approved;
      });
      const { id, result, version } = await run(asked());
      assert.deepEqual([result.status, version], [5, 2]);
      assert.equal((await store.attemptsOf(id))[0]?.state, 'approved');
    });

    test('reports the result, and for a refusal what can be done about it', async () => {
      const decline = {
        code: '51',
        message: 'Não.',
        declineClass: 'soft_customer',
        reversible: true,
      } as const;
      const away = {
        outcome: 'buyer_awaited',
        nextAction: { kind: 'redirect', url: 'https://a.test' },
        expiresAt: 1,
        answer: {},
      } as const;
      const outcomes: readonly (readonly [AuthorizeOutcome, SaleResult['kind']])[] = [
        [approved, 'approved'],
        [{ outcome: 'declined', decline, answer: {} }, 'denied'],
        [away, 'buyer_awaited'],
        [{ outcome: 'unknown', reason: 'reset' }, 'pending'],
        [{ outcome: 'not_sent', reason: 'refused' }, 'failed'],
      ];
      for (const [outcome, kind] of outcomes) {
        const result = await through(async () => outcome).sell(asked());
        assert.equal(result.kind, kind);
        if (result.kind === 'denied') assert.equal(result.declineClass, 'soft_customer');
      }
    });

    test('refuses a card number that was typed into another field as well', async () => {
      const { run, calls } = through(async () => approved);
      const number = '4235647728025682';
      const exposed = [
        asked({}, { holderName: number }),
        asked({}, { brand: number }),
        { ...asked(), order: { ...asked().order, description: `cartão 4235 6477 2802 5682` } },
        { ...asked(), order: { ...asked().order, customer: { name: 'Ana', document: number } } },
        { ...asked(), referenceId: number },
      ];
      for (const request of exposed) {
        await assert.rejects(
          run(request),
          (error) => error instanceof Refusal && error.code === 'card_number_exposed',
        );
      }
      assert.equal(calls.length, 0);
    });

    test('answers with the stored record when somebody else ended the attempt meanwhile', async () => {
      const denied = newResult(Status.denied, { providerCode: '51' });
      const { run } = through(async (attempt) => {
        const [open] = await store.list({ merchantId: MERCHANT, status: 10, limit: 1 });
        assert.ok(open);
        const [sent] = await store.attemptsOf(open.id);
        assert.equal(sent?.reference, attempt.acquirerReference);
        const done = await store.change({
          transaction: open,
          at: Date.now(),
          result: denied,
          attempt: { from: 'sending', to: { ...sent, state: 'declined', endedAt: 1 } },
          events: [testEvent('resolved')],
        });
        assert.ok(done);
        return approved;
      });
      const transaction = await run(asked());
      assert.deepEqual(transaction.result, denied);
      assert.equal((await store.attemptsOf(transaction.id))[0]?.state, 'declined');
      const late = (await room.history.of(transaction.id)).find(({ kind }) => kind === 'late_answer');
      const { reference: subject } = (await store.attemptsOf(transaction.id))[0] ?? {};
      assert.deepEqual(late?.details, { subject, outcome: 'approved', theirId: '1' });
    });

    test('does not believe an approval of another amount or card: recovery asks', async () => {
      for (const seen of [{ amount: 999 }, { cardLast4: '0000' }, { cardBin: '000000' }]) {
        const { run } = through(async () => ({ ...approved, answer: { ...approved.answer, seen } }));
        const transaction = await run(asked());
        assert.equal(transaction.result.status, 10);
        assert.equal((await room.casesOf(transaction.id))[0]?.kind, 'attempt');
      }
      const fitting = { amount: 1000, cardBin: '423564', cardLast4: '5682' };
      const { run } = through(async () => ({ ...approved, answer: { ...approved.answer, seen: fitting } }));
      assert.equal((await run(asked())).result.status, 5);
    });

    test('redirects a buyer who must be authenticated to this service, and stores the acquirer’s page', async () => {
      const expiresAt = Date.now() + 60_000;
      const page = 'https://acquirer.test/page';
      const { run, calls } = through(
        async () => ({
          outcome: 'buyer_awaited',
          nextAction: { kind: 'redirect', url: page },
          expiresAt,
          answer: { theirId: '9' },
        }),
        { capabilities: { threeDSecure: 'embedded' } },
      );
      const transaction = await run(fromBrowser(asked({ authenticate: 1 })));
      assert.equal(transaction.result.status, 0);
      const start = testAuthenticationPages.redirectUrlOf(transaction) ?? '';
      assert.match(start, /^https:\/\/g\.test\/3ds\/[\w-]{43}$/);
      const { onFailure, successUrl, failureUrl } = calls[0]?.authentication ?? {};
      assert.deepEqual(
        [onFailure, successUrl, failureUrl],
        ['decline', `${start}/return`, `${start}/return`],
      );
      const [opened] = await room.casesOf(transaction.id);
      assert.equal(opened?.kind, 'buyer');
      assert.equal((await store.attemptsOf(transaction.id))[0]?.state, 'waiting');
    });

    test('does not authenticate an optional sale where the acquirer cannot, whatever browser data was sent', async () => {
      const incomplete = { kind: 'incomplete', refusal: refuseCard('user_agent_required') } as const;
      const { run, calls } = through(async () => approved, { capabilities: { threeDSecure: 'none' } });
      for (const buyer of [incomplete, { kind: 'complete', device: BROWSER } as const]) {
        const { result } = await run({ ...asked({ authenticate: 2 }), buyer });
        assert.equal(result.status, 5);
        assert.equal(calls.at(-1)?.authentication, undefined);
      }
    });

    test('checks the browser data when the sale is authenticated', async () => {
      const refusal = refuseCard('user_agent_required');
      const { run, calls } = through(async () => approved, { capabilities: { threeDSecure: 'embedded' } });
      for (const authenticate of [1, 2] as const) {
        const buyer = { kind: 'incomplete', refusal } as const;
        await assert.rejects(run({ ...asked({ authenticate }), buyer }), refusal);
      }
      assert.equal(calls.length, 0);
    });

    test('answers and sends the brand that the number shows when the merchant names another', async () => {
      const { run, calls } = through(async () => approved);
      for (const [sent, answered] of [
        ['Visa', 'Visa'],
        ['master card', 'VISA'],
        ['AMEX', 'VISA'],
        ['Cartão da loja', 'Cartão da loja'],
        [undefined, 'VISA'],
      ] as const) {
        const { order } = await run(asked({}, { brand: sent }));
        assert.deepEqual([cardPaymentOf(order).card?.brand, calls.at(-1)?.card.brand], [answered, 'VISA']);
      }
      const unknown = { number: new Secret('9999999999999995') };
      const { order } = await run(asked({}, { ...unknown, brand: 'Master' }));
      assert.deepEqual(
        [cardPaymentOf(order).card?.brand, calls.at(-1)?.card.brand],
        ['Master', 'MASTERCARD'],
      );
    });

    test('declines installments that the acquirer cannot do, without calling it', async () => {
      const options = {
        capabilities: { installments: { plans: ['store'], max: 12, minAmountEach: 500 } } as const,
      };
      const { run, calls } = through(async () => approved, options);
      for (const [installments, status] of [
        [13, 7],
        [3, 7],
        [2, 5],
        [1, 5],
      ] as const) {
        assert.equal(
          (await run(asked({ installments }))).result.status,
          status,
          `${installments} installments`,
        );
      }
      assert.equal(calls.length, 2);
    });

    test('sells issuer installments as store installments where the account says so', async () => {
      const installments = { plans: ['store'], max: 12, minAmountEach: 1 } as const;
      const request = asked({ installments: 3, interestType: 4 });
      for (const [value, plan] of [
        ['store', 'store'],
        ['refuse', undefined],
      ] as const) {
        const { run, calls } = through(async () => approved, {
          capabilities: { installments },
          settings: { issuerInstallments: new Secret(value) },
        });
        if (plan === undefined) {
          await assert.rejects(run(request), { code: 'interest_type_unsupported' });
          assert.equal(calls.length, 0);
          continue;
        }
        const sold = await run(request);
        assert.deepEqual(calls[0]?.installments, { count: 3, plan });
        // As sent: the shop finds its own order in the answer.
        assert.equal(cardPaymentOf(sold.order).interestType, 4);
      }
    });

    test('refuses a bad request, with nothing stored and nothing sent', async () => {
      const before = await countAll();
      const { run, calls } = through(async () => approved, {
        production: true,
        capabilities: { threeDSecure: 'none', installments: { plans: ['store'], max: 12, minAmountEach: 1 } },
      });
      const real = { number: new Secret('4111111111111111') };
      const faults: [CardSale, string][] = [
        [fromBrowser(asked({ type: 'debit', authenticate: 1 }, real)), 'three_d_secure_unavailable'],
        [asked({ authenticate: 1 }, real), 'three_d_secure_unavailable'],
        [asked({}, { number: new Secret('4235647728025683') }), 'card_number_invalid'],
        [asked({}, { number: undefined }), 'card_data_required'],
        [asked({}, { cvv: new Secret('12') }), 'cvv_invalid'],
        [asked({}, { expirationMonth: '13' }), 'expiration_month_invalid'],
        [asked({}, { expirationYear: '203' }), 'expiration_year_invalid'],
        [asked(), 'card_number_for_tests'],
        [asked({ installments: 2, interestType: 4 }, real), 'interest_type_unsupported'],
      ];
      for (const [request, code] of faults) {
        await assert.rejects(
          run(request),
          (error) => error instanceof Refusal && error.code === code && error.status === 400,
          code,
        );
      }
      assert.equal(calls.length, 0);
      assert.equal(await countAll(), before);
    });
  });
}
