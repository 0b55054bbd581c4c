import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { ENGINES } from '../../../../test/support/databases.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { cardPaymentOf } from '../../kinds/card/index.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { newResult, Status, type Transaction } from '../rules/transaction.ts';
import { ensureDays } from '../stores/day-figures-store.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';
import { openTestRoom, type TestRoom } from '../test-room.ts';
import { testEvent, testOrder, testPayment, testTransaction } from '../test-sale.ts';
import { denialsOfMerchant } from './denials.ts';
import { hoursOf } from './hours.ts';
import type { SaleFilter, SaleView } from './sale-filter.ts';
import { branchesOf } from './sale-query.ts';
import { createSalesReader, type SalesReader } from './sales-reader.ts';

const ZONE = 'America/Sao_Paulo';
const time = localTime(ZONE);
/** Around the beginning and the end of Brazil's last summer time: 4 November 2018 and 17 February 2019. */
const FROM = Date.UTC(2018, 9, 20, 12);
const DAYS = 140;
const SALES = 400;
const HOUR_MS = 60 * 60_000;
const NAMES = ['Ana Souza', 'João da Silva', 'JOAO  PEDRO', undefined] as const;
const BRANDS = ['VISA', 'MASTERCARD', 'Elo'] as const;

for (const engine of ENGINES) {
  describe(`reading sales on ${engine}`, () => {
    let room: TestRoom;
    let reader: SalesReader;
    let sales: Transaction[];

    before(async () => {
      room = await openTestRoom(engine);
      reader = createSalesReader({ kinds: PAYMENT_KINDS, database: room.database, time });
      sales = await randomSales(room);
    });
    after(() => room.close());

    test('figures by day are those of all sales added up, across months and summer time', async () => {
      for (const merchantId of [1, 2, undefined]) {
        const days = await reader.days({ merchantId, from: '2018-10-20', to: '2019-03-31' });
        const own = sales.filter((sale) => merchantId === undefined || sale.merchantId === merchantId);
        const expected = Map.groupBy(own, ({ createdAt, result, order }) =>
          countedUnder({
            day: dayOf(createdAt),
            status: result.status,
            deniedTry: isDeniedTry(result),
            kind: PAYMENT_KINDS.of(order.payment).searched(order.payment).kind ?? '',
          }),
        );
        assert.ok(new Set(days.map(({ kind }) => kind)).size > 1);
        const seen = days.filter(({ sales: count }) => count !== 0);
        assert.equal(seen.length, expected.size);
        for (const row of seen) {
          const { day, status, deniedTry, kind } = row;
          const members = expected.get(countedUnder(row)) ?? [];
          assert.deepEqual(row, { day, status, deniedTry, kind, ...bruteForce(members) });
        }
      }
    });

    test('figures counted again are those that were kept', async () => {
      const wanted = { from: '2018-01-01', to: '2020-01-01' };
      const kept = (await reader.days(wanted)).filter(({ sales: count }) => count !== 0);
      await ensureDays(room.database, 'counted again', time.day, 7);
      const recounted = await reader.days(wanted);
      const inOrder = (rows: Awaited<ReturnType<SalesReader['days']>>) =>
        [...rows].sort((one, other) => countedUnder(one).localeCompare(countedUnder(other)));
      assert.deepEqual(inOrder(recounted), inOrder(kept));
    });

    test('the hours of a day are those of its confirmed sales, and say when there are more than are looked at', async () => {
      const [day] = [...Map.groupBy(sales, ({ createdAt }) => dayOf(createdAt))].toSorted(
        ([, one], [, other]) => other.length - one.length,
      )[0] ?? [''];
      const expected = sales.filter((sale) => dayOf(sale.createdAt) === day);
      const { quarters, bounded } = await reader.hours({ day });
      assert.equal(bounded, false);
      const sums = Map.groupBy(expected, ({ createdAt }) => Math.floor(createdAt / (15 * 60_000)));
      assert.deepEqual(
        quarters,
        [...sums]
          .toSorted(([one], [other]) => one - other)
          .map(([quarter, members]) => {
            const { captured, capturedSum } = bruteForce(members);
            return { quarter, captured, capturedSum };
          }),
      );
      const few = await hoursOf(room.database.readAside(), { day }, time, expected.length - 1);
      assert.equal(few.bounded, true);
    });

    test('list and summary are those of the sales that a filter takes, whatever it is', async () => {
      const lookingAtFew = createSalesReader({
        kinds: PAYMENT_KINDS,
        database: room.database,
        time,
        maxLookedAt: { inOrder: 60, found: 40 },
      });
      for (const filter of FILTERS) {
        const expected = sales.filter((sale) => takes(filter, sale)).sort(newestFirst);
        const listed = await all(reader, filter);
        assert.deepEqual(
          listed.map(({ id }) => id),
          expected.map(({ id }) => id),
          JSON.stringify(filter),
        );
        assert.deepEqual(
          (await all(lookingAtFew, filter)).map(({ id }) => id),
          expected.map(({ id }) => id),
          `in pages that look at few sales: ${JSON.stringify(filter)}`,
        );
        const summary = await reader.summary(filter);
        const { sales: count, capturedSum, refundedSum } = bruteForce(expected);
        const { views, ...figures } = summary;
        assert.deepEqual(
          figures,
          { count, bounded: false, capturedSum, refundedSum },
          JSON.stringify(filter),
        );
        const { view: _, statuses: __, ...others } = filter;
        for (const view of ['all', 'confirmed', 'to_capture', 'verifying', 'denied', 'refunds'] as const) {
          const ofView = sales.filter((sale) => takes({ ...others, view }, sale));
          assert.deepEqual(
            views[view],
            { count: ofView.length, bounded: false },
            `${view} ${JSON.stringify(filter)}`,
          );
        }
      }
    });

    test('a page, a sum and the figures of days take one statement each, or two where an index does not serve', async () => {
      const counted = countStatements(room.database);
      const counting = createSalesReader({ kinds: PAYMENT_KINDS, database: counted.database, time });
      const page = (filter: SaleFilter) => () => counting.list({ merchantId: 1, ...filter }, { limit: 20 });
      const sum = (filter: SaleFilter) => () => counting.summary({ merchantId: 1, ...filter });
      const period = { from: '2018-10-20', to: '2019-03-31' };
      for (const [work, statements] of [
        [page({}), 1],
        [page({ view: 'denied' }), 1],
        [page({ view: 'verifying' }), 2],
        [page({ brands: ['VISA'] }), 2],
        [page({ search: 'joao' }), 2],
        [page({ search: 'nobody' }), 1],
        [sum(period), 1],
        [sum({ brands: ['VISA'] }), 2],
        [sum({ search: 'joao' }), 2],
        [() => counting.days({ merchantId: 1, ...period, evenBefore: [Status.authorized] }), 1],
      ] as const) {
        assert.equal(await counted.during(work), statements, String(work));
      }
    });

    test('figures of days are also those of some statuses on all days before', async () => {
      const period = { merchantId: 1, from: '2019-01-15', to: '2019-02-15' };
      const statuses = [Status.authorized, Status.pending];
      const both = await reader.days({ ...period, evenBefore: statuses });
      const all = await reader.days({ ...period, from: '2018-01-01' });
      const expected = all.filter(
        ({ day, status }) => day >= period.from || statuses.includes(status as never),
      );
      assert.ok(expected.some(({ day }) => day < period.from));
      const byKey = (rows: typeof all) => new Map(rows.map((row) => [countedUnder(row), row]));
      assert.deepEqual(byKey(both), byKey(expected));
    });

    test('a sale is found by each of its numbers and names, and only by its own merchant', async () => {
      const [sale] = sales.filter(
        ({ nsu, order }) => nsu !== undefined && order.customer?.name === 'Ana Souza',
      );
      assert.ok(sale);
      const searches = [
        sale.id.toUpperCase(),
        sale.referenceId,
        sale.nsu,
        sale.result.providerReference,
        sale.result.authorizationCode,
        '•••• 5682',
        'ana so',
        '111.444.777-35',
      ];
      for (const search of searches) {
        const ids: readonly string[] = (
          await all(reader, { merchantId: sale.merchantId, search: search ?? '' })
        ).map(({ id }) => id);
        assert.ok(ids.includes(sale.id), `by ${search}`);
        const others = await all(reader, { merchantId: 3 - sale.merchantId, search: search ?? '' });
        assert.ok(!others.some(({ id }) => id === sale.id), `${search} of another merchant`);
      }
      assert.deepEqual(await all(reader, { merchantId: 1, search: 'nobody has this' }), []);
    });

    test('the most frequent reasons of denials are those of the sales denied in a period, with the newest text', async () => {
      for (const merchantId of [1, 2, undefined]) {
        for (const [from, to] of [
          ['2018-10-01', '2019-04-01'],
          ['2018-11-04', '2018-12-31'],
          ['2019-02-16', '2019-02-17'],
        ] as const) {
          const filter = { merchantId, from, to, view: 'denied' } as const;
          assert.deepEqual(
            await reader.denials(filter),
            denialsOf(sales.filter((sale) => takes(filter, sale))),
            JSON.stringify(filter),
          );
        }
      }
    });

    // PostgreSQL reads so small a table as a whole, whatever its indexes.
    if (engine === 'sqlite') {
      const plannedFor = async ({ sql, parameters }: CompiledQuery) => {
        const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await room.database
          .read<TransactionTables>()
          .executeQuery<{ detail: string }>(explained);
        const steps = rows.map(({ detail }) => detail);
        return { detail: steps[0] ?? '', steps };
      };
      const planOf = async (query: CompiledQuery) => (await plannedFor(query)).detail;

      test('reasons of denials are counted from their index alone', async () => {
        const tables = room.database.read<TransactionTables>();
        const filter = { merchantId: 1, from: '2018-11-01', to: '2019-01-01' };
        assert.match(
          await planOf(denialsOfMerchant(tables, filter, time).compile()),
          /SEARCH .* COVERING INDEX transactions_denied \(merchant_id=\? AND created_at>\? AND created_at<\?\)/,
        );
      });

      test('a merchant’s denied sales, refused tries of links among them, are listed from one index in its order', async () => {
        const tables = room.database.read<TransactionTables>();
        for (const period of [{}, { from: '2018-11-01', to: '2019-01-01' }]) {
          const [only, ...others] = branchesOf(tables, { merchantId: 1, view: 'denied', ...period }, time);
          assert.ok(only?.isExact && others.length === 0);
          const { detail, steps } = await plannedFor(only.candidates(20, idAt(FROM, 0)).compile());
          assert.match(detail, /SEARCH .* INDEX transactions_denied \(merchant_id=\? AND created_at/);
          assert.ok(!steps.some((step) => step.includes('ORDER BY')), 'nothing is sorted');
        }
      });

      test('each place of a search is looked up in its index, also on later pages and without a merchant', async () => {
        const tables = room.database.read<TransactionTables>();
        for (const merchantId of [1, undefined]) {
          for (const { candidates } of branchesOf(tables, { merchantId, search: '1234' }, time)) {
            const query = candidates(20, idAt(FROM, 0)).compile();
            const column = /"(reference_id|nsu|provider_reference|authorization_code|last4)" = \?/.exec(
              query.sql,
            )?.[1];
            assert.match(await planOf(query), new RegExp(`SEARCH .* INDEX transactions_\\w+ \\(${column}=`));
          }
        }
      });
    }

    // Last: the other tests know of all sales.
    test('pages of a name are those of all its sales, also of the same millisecond', async () => {
      const own = [5, 5, 5, 4, 4, 4, 4, 3, 2, 2].map((moment, index) =>
        testTransaction({
          id: idAt(FROM + moment, index),
          merchantId: 3,
          createdAt: FROM + moment,
          order: testOrder({ customer: { name: `Clara ${index}`, document: '111.444.777-35' } }),
        }),
      );
      for (const transaction of own) {
        const none = { attempt: undefined, idempotency: undefined };
        await room.store.insertSale({ transaction, ...none, event: testEvent('refused') });
      }
      const listed: string[] = [];
      let before: string | undefined;
      do {
        const { sales: page } = await reader.list({ merchantId: 3, search: 'clara' }, { limit: 2, before });
        listed.push(...page.map(({ id }) => id));
        before = page.at(-1)?.id;
      } while (before !== undefined);
      assert.deepEqual(
        listed,
        own.toSorted(newestFirst).map(({ id }) => id),
      );
    });
  });
}

/** Making one takes longer than all that it formats here. */
const DAY_FORMAT = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const dayOf = (at: number) => DAY_FORMAT.format(at);

const FILTERS: readonly SaleFilter[] = [
  {},
  { merchantId: 1 },
  { merchantId: 1, from: '2018-11-04', to: '2018-11-04' },
  { merchantId: 2, from: '2019-02-10', to: '2019-02-17' },
  { from: '2018-12-31', to: '2019-01-01' },
  ...(['confirmed', 'to_capture', 'verifying', 'denied', 'refunds'] as const).map((view) => ({
    merchantId: 1,
    view,
    from: '2018-11-01',
  })),
  { merchantId: 1, statuses: [Status.captured, Status.denied] },
  { merchantId: 1, statuses: [Status.intention] },
  { merchantId: 1, statuses: [Status.intention, Status.denied], view: 'denied' },
  { merchantId: 2, brands: ['VISA'], view: 'denied' },
  { view: 'denied', from: '2018-11-15' },
  { merchantId: 1, view: 'confirmed', statuses: [Status.denied] },
  { merchantId: 1, brands: ['VISA', 'ELO'], kind: 'credit', installmentsMin: 2 },
  { merchantId: 2, amountMin: 5_000, amountMax: 20_000, view: 'confirmed' },
  { merchantId: 1, demo: true },
  { merchantId: 2, demo: false, view: 'confirmed' },
  { merchantId: 1, search: 'joao' },
  { merchantId: 1, search: '5682', view: 'denied' },
  { merchantId: 1, provider: 'REDE', installmentsMax: 1, to: '2018-12-01' },
];

const VIEW_TAKES: Readonly<Record<SaleView, (sale: Transaction) => boolean>> = {
  all: () => true,
  confirmed: ({ result }) => result.status === 6,
  to_capture: ({ result }) => result.status === 5,
  verifying: ({ result }) => result.status === 0 || result.status === 10,
  denied: ({ result }) => result.status === 7 || isDeniedTry(result),
  refunds: (sale) => bruteForce([sale]).refunded === 1,
};

function takes(filter: SaleFilter, sale: Transaction): boolean {
  const { customer, provider } = sale.order;
  const payment = cardPaymentOf(sale.order);
  const day = dayOf(sale.createdAt);
  const name = (customer?.name ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    (filter.merchantId ?? sale.merchantId) === sale.merchantId &&
    (filter.demo ?? sale.demo === 1) === (sale.demo === 1) &&
    VIEW_TAKES[filter.view ?? 'all'](sale) &&
    (filter.from ?? day) <= day &&
    (filter.to ?? day) >= day &&
    (filter.statuses?.includes(sale.result.status) ?? true) &&
    (filter.brands?.includes(payment.card?.brand?.toUpperCase() ?? '') ?? true) &&
    (filter.kind ?? payment.type) === payment.type &&
    payment.installments >= (filter.installmentsMin ?? 0) &&
    payment.installments <= (filter.installmentsMax ?? 99) &&
    sale.amount >= (filter.amountMin ?? 0) &&
    sale.amount <= (filter.amountMax ?? Number.MAX_SAFE_INTEGER) &&
    (filter.provider ?? provider) === provider &&
    (filter.search === undefined || name.startsWith(filter.search) || filter.search === '5682')
  );
}

function bruteForce(members: readonly Transaction[]) {
  const sum = (pick: (sale: Transaction) => number) => members.reduce((total, sale) => total + pick(sale), 0);
  const captured = ({ result }: Transaction) => result.capturedAmount ?? 0;
  const refunded = ({
    result: { capturedAmount = 0, refundedAmount = 0, disputedAmount = 0 },
  }: Transaction) => (capturedAmount > 0 ? refundedAmount + disputedAmount : 0);
  return {
    sales: members.length,
    captured: sum((sale) => (captured(sale) > 0 ? 1 : 0)),
    capturedSum: sum(captured),
    refunded: sum((sale) => (refunded(sale) > 0 || sale.result.status === 8 ? 1 : 0)),
    refundedSum: sum(refunded),
  };
}

/** A link that is not paid, and whose last try was denied. */
function isDeniedTry({ status, lastTry }: Transaction['result']): boolean {
  return lastTry === 7 && (status === 1 || status === 4 || status === 12);
}

function countedUnder({
  day,
  status,
  deniedTry,
  kind,
}: Pick<Awaited<ReturnType<SalesReader['days']>>[number], 'day' | 'status' | 'deniedTry' | 'kind'>): string {
  return `${day} ${status} ${deniedTry} ${kind}`;
}

const CODES = ['51', '05', '54', '14', '57', '41', '91', '62'];
const MAX_REASONS = 6;

function denialOf(providerCode: string, index: number) {
  return { providerCode, providerMessage: `recusada ${index}` };
}

function denialsOf(denied: readonly Transaction[]) {
  const groups = Map.groupBy(denied, ({ result }) => result.providerCode ?? '');
  return [...groups]
    .map(([code, members]) => ({ code, count: members.length, newest: members.toSorted(newestFirst)[0] }))
    .toSorted(
      (one, other) =>
        other.count - one.count || newestFirst(one.newest as Transaction, other.newest as Transaction),
    )
    .slice(0, MAX_REASONS)
    .map(({ code, count, newest }) => ({ code, reason: newest?.result.providerMessage ?? '', count }));
}

const newestFirst = (one: Transaction, other: Transaction) => (one.id < other.id ? 1 : -1);

async function all(reader: SalesReader, filter: SaleFilter): Promise<readonly Transaction[]> {
  const found: Transaction[] = [];
  let before: string | undefined;
  for (;;) {
    const page = await reader.list(filter, { limit: 37, before });
    found.push(...page.sales);
    before = page.lookedUntil?.id ?? page.sales.at(-1)?.id;
    if (page.sales.length < 37 && !page.lookedUntil) return found;
  }
}

/** Begun as sent, then given an end that is often changed once more, as captures and refunds do. */
async function randomSales({ store }: TestRoom): Promise<Transaction[]> {
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(Math.random() * items.length)] as Item;
  return Promise.all(
    Array.from({ length: SALES }, async (_, index) => {
      const createdAt = FROM + Math.floor(Math.random() * DAYS * 24) * HOUR_MS + (index % 3) * (HOUR_MS / 2);
      const amount = 100 * (1 + Math.floor(Math.random() * 300));
      const name = pick(NAMES);
      const transaction = testTransaction({
        id: idAt(createdAt, index),
        merchantId: 1 + (index % 2),
        referenceId: `pedido-${index}`,
        demo: index % 7 === 0 ? 1 : undefined,
        amount,
        createdAt,
        updatedAt: createdAt,
        order: testOrder({
          customer: name === undefined ? undefined : { name, document: '111.444.777-35' },
          payment: {
            installments: pick([1, 1, 3, 10]),
            type: pick(['credit', 'debit']),
            card: { ...testPayment().card, brand: pick(BRANDS) },
          },
        }),
      });
      await store.insertSale({
        transaction,
        attempt: undefined,
        idempotency: undefined,
        event: testEvent('refused'),
      });
      const providerIds = {
        providerReference: `TID${index}`,
        authorizationCode: `A${index}`,
      };
      const captured = newResult(Status.captured, { ...providerIds, capturedAmount: amount });
      const deniedTry = (status: Status) =>
        newResult(status, { ...denialOf(pick(CODES), index), lastTry: Status.denied });
      const ends = pick([
        [captured],
        [captured, { ...captured, refundedAmount: amount / 2 }],
        [captured, { ...captured, disputedAmount: amount }],
        [captured, { ...captured, status: Status.canceling }],
        [
          { ...captured, status: Status.canceling },
          { ...captured, status: Status.canceled, refundedAmount: amount },
        ],
        [
          newResult(Status.authorized, providerIds),
          newResult(Status.canceled, { ...providerIds, refundedAmount: amount }),
        ],
        [newResult(Status.authorized, { ...providerIds, refundedAmount: 1 })],
        [newResult(Status.denied, denialOf(pick(CODES), index))],
        [newResult(Status.failed)],
        [newResult(Status.intention)],
        [newResult(Status.intention, { lastTry: Status.failed })],
        [deniedTry(Status.intention)],
        [deniedTry(Status.intention), deniedTry(Status.expired)],
        [deniedTry(Status.intention), deniedTry(Status.intentionCanceled)],
        [deniedTry(Status.intention), newResult(Status.pending)],
        [deniedTry(Status.intention), captured],
        [],
      ] as const);
      let current: Transaction = transaction;
      for (const result of ends) {
        const change = {
          transaction: current,
          at: createdAt + 1_000,
          result,
          events: [testEvent('answered')],
        } as const;
        assert.ok(await store.change(change));
        const stored = await store.find(current.merchantId, current.id);
        assert.ok(stored);
        current = stored;
      }
      return index % 5 === 0 ? withNsu(store, current, `${1000 + index}`) : current;
    }),
  );
}

async function withNsu(
  store: TestRoom['store'],
  transaction: Transaction,
  nsu: string,
): Promise<Transaction> {
  const attempt = {
    reference: `R${nsu}`,
    transactionId: transaction.id,
    accountId: 0,
    state: 'sending',
    createdAt: transaction.createdAt,
    holder: 'one',
    mask: undefined,
  } as const;
  const { id, merchantId } = transaction;
  await store.change({
    transaction,
    at: transaction.createdAt,
    newAttempt: attempt,
    events: [testEvent('sent')],
  });
  const [stated] = await store.attemptsOf(id);
  const current = await store.find(merchantId, id);
  assert.ok(stated && current);
  await store.change({
    transaction: current,
    at: current.createdAt,
    attempt: { from: 'sending', to: { ...stated, state: 'approved', nsu } },
    events: [testEvent('answered')],
  });
  const stored = await store.find(merchantId, id);
  assert.equal(stored?.nsu, nsu);
  return stored as Transaction;
}

function idAt(at: number, index: number): string {
  const digits = at.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${index.toString(16).padStart(3, '0')}-8000-${String(index).padStart(12, '0')}`;
}
