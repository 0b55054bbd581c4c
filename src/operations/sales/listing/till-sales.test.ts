import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { SQLITE_BY_DAY, type TestEngine } from '../../../../test/support/databases.ts';
import type { Database } from '../../../platform/database/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { openOperationsRoom } from '../../test-room.ts';
import { changeSale } from '../record/change.ts';
import { PAYMENT_ORIGIN, PAYMENT_STATUS, PAYMENT_TYPE } from '../record/external-payment.ts';
import { ADD_TO_TILL_DAYS, listedSalesMigrations } from '../record/listed-sales-table.ts';
import { mayBecome, SALE_STATUS, SALE_STATUSES, type Sale, type SaleStatus } from '../record/sale.ts';
import { saleFiguresOf } from '../record/sale-figures.ts';
import { marksOfClient } from '../record/sale-marks.ts';
import { insertPayment, insertSale, updatePayment } from '../record/store.ts';
import { SALES as SALES_TABLE, type SaleTables } from '../record/tables.ts';
import { addToTillDays, listAsTransaction } from '../record/till-days.ts';
import { ensureTillDays } from './fill-till-days.ts';
import { newestTillSales, tillBranches } from './select-till-sales.ts';
import type { TillSaleFilter } from './till-sale-filter.ts';
import { createTillSalesReader, type TillSalesReader } from './till-sales-reader.ts';

const time = localTime('America/Sao_Paulo');
/** Around the end of Brazil's last summer time, 17 February 2019. */
const FROM = Date.UTC(2019, 1, 14, 12);
const STEP_MS = 5 * 60 * 60_000 + 17;
const SALES = 96;
const CASH = 41;
const TEF_CREDIT = 21;
const KEEP_CARD = 1;
/** Sales looked at for the sums of a filter. */
const MAX_LOOKED_AT = 5_000;
const CLIENTS = [
  { name: 'João  da Silva', document: '11144477735' },
  { name: 'Ana', document: '39053344705' },
  undefined,
];
/** Histories of sales; the last status of each is the current one. */
const LIVES: readonly (readonly SaleStatus[])[] = [
  [10],
  [6, 10],
  [6, 25],
  [15],
  [20],
  [10, 18],
  [10, 18, 19, 20],
  [6],
  [10, 18, 10],
  [10, 20],
  [],
];

for (const engine of SQLITE_BY_DAY) {
  describe(`sales of tills, listed, on ${engine}`, () => {
    test('list, figures and search agree with the matching sales, added up one by one', async (t) => {
      const { database, addPerson } = await openOperationsRoom(t, engine);
      const persons = [(await addPerson()).id, (await addPerson()).id] as const;
      const sales = await makeSales(database, persons);
      const reader = createTillSalesReader({ database, time });
      const lookingAtFew = createTillSalesReader({ database, time, maxLookedAt: 12, maxMatches: 3 });
      const own = sales.filter((sale) => sale.transactionId === undefined && sale.methodId !== KEEP_CARD);
      assert.ok(own.length < sales.filter(({ methodId }) => methodId !== KEEP_CARD).length);
      assert.ok(sales.some(({ methodId, creditedAt }) => methodId === KEEP_CARD && creditedAt !== undefined));
      for (const { filter, takes } of filters(persons[0])) {
        const expected = own.filter(takes).toSorted((one, other) => other.createdAt - one.createdAt);
        assert.deepEqual(
          await all(reader, filter),
          expected.map(({ id }) => id),
          JSON.stringify(filter),
        );
        assert.deepEqual(
          await all(lookingAtFew, filter),
          expected.map(({ id }) => id),
          `in pages that look at few sales: ${JSON.stringify(filter)}`,
        );
        if (filter.statuses || filter.refunds) continue;
        const { groups, bounded } = await reader.summary(filter);
        assert.equal(bounded, false);
        assert.deepEqual(summed(groups), bruteForce(expected), JSON.stringify(filter));
        assert.deepEqual(groups, groups.toSorted(lowestStatusFirst), 'in the order of the statuses');
      }
      const wanted = { personId: persons[1], from: '2019-02-01', to: '2019-03-31' };
      const kept = byDay(await reader.days(wanted));
      const ofPerson = own.filter(({ personId }) => personId === persons[1]);
      assert.deepEqual(
        [...new Set(kept.map(({ day }) => day))],
        [...new Set(ofPerson.map(({ createdAt }) => dayOf(createdAt)))].sort(),
      );
      assert.deepEqual(summed(kept), bruteForce(ofPerson));

      await ensureTillDays(database, 'America/Sao_Paulo', time.day);
      assert.deepEqual(byDay(await reader.days(wanted)), kept, 'counted again');
      await ensureTillDays(database, 'UTC', localTime('UTC').day);
      assert.deepEqual(summed(await reader.days(wanted)), bruteForce(ofPerson), 'in another time zone');
      const { sales: page } = await reader.list(
        { personId: persons[0], search: 'NSU-12' },
        { limit: 5, after: undefined },
      );
      assert.deepEqual(
        page.map(({ marks }) => [marks.nsu, marks.brand]),
        [['NSU-12', 'VISA']],
      );
    });

    test('a page, a sum and what is beside a transaction take one statement each, or two where an index does not serve', async (t) => {
      const { database, addPerson } = await openOperationsRoom(t, engine);
      const personId = (await addPerson()).id;
      await makeSales(database, [personId, personId]);
      const counted = countStatements(database);
      const reader = createTillSalesReader({ database: counted.database, time });
      const page = (filter: TillSaleFilter) => () =>
        reader.list({ personId, ...filter }, { limit: 20, after: undefined });
      for (const [work, statements] of [
        [page({}), 1],
        [page({ methodIds: [CASH] }), 2],
        [page({ search: 'NSU-12' }), 2],
        [page({ search: 'nobody' }), 1],
        [() => reader.summary({ personId }), 1],
        [() => reader.chargingTransactions({ personId, search: 'ana' }), 1],
        [() => reader.salesOfCharges([1]), 1],
        [() => reader.salesOfCharges([]), 0],
      ] as const) {
        assert.equal(await counted.during(work), statements, String(work));
      }
    });

    test('after an update the figures leave out what only stored a card, and nothing else is filled again', async (t) => {
      const { database, addPerson } = await openOperationsRoom(t, engine);
      const person = (await addPerson()).id;
      const sales = await makeSales(database, [person, person]);
      const zone = 'America/Sao_Paulo';
      await ensureTillDays(database, zone, time.day);
      const reader = createTillSalesReader({ database, time });
      const counted = async () =>
        byDay(await reader.days({ personId: person, from: '2019-01-01', to: '2019-12-31' }));
      const right = await counted();
      await database.write(async (write) => {
        const wrong = {
          personId: person,
          day: '2019-02-14',
          status: SALE_STATUS.credited,
          methodId: 41,
          shard: 3,
        };
        const figures = { sales: 1, captured: 1, capturedSum: 0, refunded: 0, refundedSum: 0 };
        await write.insertRows(ADD_TO_TILL_DAYS, [{ ...wrong, ...figures }]);
        const tables = write.tables<SaleTables>();
        await tables.updateTable('sales').set({ nsu: 'untouched' }).where('id', '=', 3).execute();
      });
      await ensureTillDays(database, zone, time.day);
      assert.notDeepEqual(await counted(), right);
      const migration = listedSalesMigrations['0584-till-days-without-stored-cards'];
      await database.write(async (write) => migration?.up(write.tables()));
      await ensureTillDays(database, zone, time.day);
      assert.deepEqual(await counted(), right);
      assert.equal(sales.find(({ id }) => id === 3)?.methodId, TEF_CREDIT);
      const { sales: found } = await reader.list({ search: 'untouched' }, { limit: 1, after: undefined });
      assert.deepEqual(
        found.map(({ sale }) => sale.id),
        [3],
      );
    });

    test('a rare filter looks at the newest sales only, and says so', async (t) => {
      const { database, addPerson } = await openOperationsRoom(t, engine);
      const person = (await addPerson()).id;
      const rare = saleAt(person, 0, CASH);
      const usual = Array.from({ length: MAX_LOOKED_AT - 1 }, (_, index) =>
        saleAt(person, index + 1, TEF_CREDIT),
      );
      await database.write((write) => write.insertRows(SALES_TABLE, [rare, ...usual]));
      const reader = createTillSalesReader({ database, time });
      const filter = { personId: person, methodIds: [CASH] };
      const all = await reader.summary(filter);
      assert.deepEqual([all.groups.map(({ sales }) => sales), all.bounded], [[1], true]);
      await database.write((write) =>
        write.insertRows(SALES_TABLE, [saleAt(person, MAX_LOOKED_AT, TEF_CREDIT)]),
      );
      assert.deepEqual(await reader.summary(filter), { groups: [], bounded: true });
      const day = { personId: person, methodIds: [CASH], to: time.day(FROM) };
      const ofDay = await reader.summary(day);
      assert.deepEqual([ofDay.groups.map(({ sales }) => sales), ofDay.bounded], [[1], false]);
    });

    test('a name that many sales have is searched in the newest sales, a rare one in all', async (t) => {
      const { database, addPerson } = await openOperationsRoom(t, engine);
      const personId = (await addPerson()).id;
      await makeSales(database, [personId, personId]);
      const { database: counting, during } = countStatements(database);
      const page = { limit: 2, after: undefined };
      const search = { personId, search: 'joao' };
      const limits = { maxLookedAt: 4, maxMatches: 3 };
      const reader = createTillSalesReader({ database: counting, time, ...limits });
      const found = await reader.list(search, page);
      assert.ok(found.lookedUntil, 'four of the newest sales, of which less than two have the name');
      assert.equal(await during(() => reader.list(search, page)), 3);
      assert.equal((await reader.summary(search)).bounded, false, 'all are among the newest');
      assert.ok((await reader.chargingTransactions(search)).length > 0);
      const patient = createTillSalesReader({ database, time });
      for (const text of ['joao', 'ana']) {
        const wanted = { personId, search: text };
        assert.deepEqual(
          await reader.chargingTransactions(wanted),
          await patient.chargingTransactions(wanted),
          text,
        );
        assert.deepEqual(await reader.summary(wanted), await patient.summary(wanted), text);
      }
      const all = await patient.list({ personId, search: 'NSU-12' }, page);
      assert.deepEqual([all.sales.length, all.lookedUntil], [1, undefined]);
    });

    test('every part of a filter uses its own index', async (t) => {
      const { database } = await openOperationsRoom(t, engine);
      const plans = async (filter: TillSaleFilter) => {
        const branches = tillBranches(database.read<SaleTables>(), filter, time);
        const after = { createdAt: FROM, id: 1 };
        return Promise.all(
          branches.map((branch) => planOf(database, engine, branch.places(50, after).compile())),
        );
      };
      for (const [filter, index] of [
        [{ personId: 1 }, /sales_listed\b/],
        [{ personId: 1, from: '2019-02-14', to: '2019-02-14' }, /sales_listed\b/],
        [{ personId: 1, statuses: [SALE_STATUS.refused] }, /sales_listed_by_status/],
        [{}, /sales_listed_of_all\b/],
        [{ statuses: [SALE_STATUS.refused] }, /sales_listed_of_all_by_status/],
      ] as const) {
        for (const plan of await plans(filter)) {
          // Without statistics of real sales PostgreSQL chooses any index.
          assert.match(plan, engine === 'sqlite' ? index : /sales_listed/, JSON.stringify(filter));
          assert.doesNotMatch(plan, /TEMP B-TREE|Sort/, JSON.stringify(filter));
        }
      }
      const period = { personId: 1, from: '2019-02-14', methodIds: [CASH], brands: ['ELO'] };
      const { taken } = newestTillSales(database.read<SaleTables>(), period, time, MAX_LOOKED_AT);
      const looked = await planOf(database, engine, taken.select('id').compile());
      assert.match(looked, engine === 'sqlite' ? /sales_listed\b/ : /sales_listed/);
      assert.doesNotMatch(looked, /TEMP B-TREE|Sort/);
      const search = await plans({ personId: 1, search: 'ana 12' });
      for (const column of ['reference', 'nsu', 'authorization_code', 'client_key']) {
        assert.ok(
          engine === 'postgres' || search.some((plan) => plan.includes(`sales_by_${column}`)),
          `${column}: ${search.join('\n\n')}`,
        );
      }
    });
  });
}

async function planOf(
  database: Database,
  engine: TestEngine,
  { sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<string> {
  if (engine === 'sqlite') {
    const { rows } = await database
      .read()
      .executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    return JSON.stringify(rows);
  }
  return database.write(async (write) => {
    const tables = write.tables();
    // This few rows are read faster without an index.
    await tables.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
    await tables.executeQuery(CompiledQuery.raw('set local enable_bitmapscan = off'));
    const { rows } = await tables.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
    return JSON.stringify(rows);
  });
}

/** As a till, a payment client and the gateway would create them, one history after the other. */
async function makeSales(database: Database, persons: readonly [number, number]): Promise<readonly Sale[]> {
  const made: Sale[] = [];
  for (let index = 0; index < SALES; index += 1) {
    const life = LIVES[index % LIVES.length] ?? [];
    const isCash = life[0] === SALE_STATUS.credited;
    const keepsCard = index % 13 === 1;
    const createdAt = FROM + index * STEP_MS;
    const sale = newSale({
      id: index + 1,
      personId: persons[index % 2] ?? 0,
      createdAt,
      day: time.day(createdAt),
      methodId: isCash ? CASH : keepsCard ? KEEP_CARD : TEF_CREDIT,
      status: isCash ? SALE_STATUS.credited : SALE_STATUS.pending,
      creditedAt: isCash ? createdAt : undefined,
      finalValue: keepsCard && !isCash ? 0 : 100 + index,
      reference: index % 3 === 0 ? `mesa ${index % 12}` : undefined,
    });
    made.push(
      await database.write(async (write) => {
        const tables = write.tables<SaleTables>();
        const client = CLIENTS[index % CLIENTS.length];
        await insertSale(tables, sale, { items: [itemOf(sale)], marks: marksOfClient(client) });
        await addToTillDays(write, { after: sale });
        await insertPayment(tables, paymentOf(sale, '{}'));
        const result = JSON.stringify({ nsu: `NSU-${index}`, brand: 'Visa', acquirer: 'Rede' });
        if (!isCash) await updatePayment(tables, paymentOf(sale, result));
        if (index % 17 === 5) {
          await listAsTransaction(write, sale, `transaction-${index}`);
          return { ...sale, transactionId: `transaction-${index}` };
        }
        let current = sale;
        for (const status of isCash ? life.slice(1) : life) {
          assert.ok(mayBecome(current.status, status));
          const change = { status, at: createdAt + 1_000, origin: 'test' };
          current = await changeSale(write, { notifyOfSale: async () => {} }, current, change);
        }
        return current;
      }),
    );
  }
  return made;
}

/** The newest have the highest numbers. */
function saleAt(personId: number, index: number, methodId: number): Sale {
  const createdAt = FROM + index * STEP_MS;
  return newSale({
    id: index + 1,
    personId,
    createdAt,
    day: time.day(createdAt),
    methodId,
    status: SALE_STATUS.credited,
    creditedAt: createdAt,
    finalValue: 100,
    reference: undefined,
  });
}

function newSale(
  sale: Partial<Sale> &
    Pick<
      Sale,
      | 'id'
      | 'personId'
      | 'createdAt'
      | 'day'
      | 'methodId'
      | 'status'
      | 'creditedAt'
      | 'finalValue'
      | 'reference'
    >,
): Sale {
  return {
    terminalId: 1,
    version: 1,
    updatedAt: sale.createdAt,
    token: '000000',
    quantity: 10_000,
    originalValue: sale.finalValue,
    surcharge: 0,
    discount: 0,
    installments: 1,
    installmentKind: 2,
    integrationId: undefined,
    note: undefined,
    clientId: undefined,
    operatorId: undefined,
    orderId: undefined,
    requestHash: '',
    transactionId: undefined,
    ...sale,
  };
}

function itemOf({ id, finalValue }: Sale) {
  return {
    saleId: id,
    position: 1,
    productId: 1,
    name: 'Café',
    quantity: 10_000,
    price: finalValue,
    stocked: 0 as const,
  };
}

function paymentOf({ id, personId, createdAt }: Sale, result: string) {
  return {
    id,
    personId,
    terminalId: 1,
    saleId: id,
    type: PAYMENT_TYPE.payment,
    status: PAYMENT_STATUS.finished,
    origin: PAYMENT_ORIGIN.terminal,
    installmentKind: 2 as const,
    createdAt,
    updatedAt: createdAt,
    autoStart: 0 as const,
    takeUntil: undefined,
    clientId: undefined,
    heardAt: undefined,
    unsettled: undefined,
    result,
  };
}

function lowestStatusFirst(one: { readonly status: number }, other: { readonly status: number }): number {
  return one.status - other.status;
}

/** An independent implementation of the filter, for comparison with the queries. */
function filters(personId: number): readonly { filter: TillSaleFilter; takes: (sale: Sale) => boolean }[] {
  const isOwn = (sale: Sale) => sale.personId === personId;
  const nameOf = ({ id }: Sale) => CLIENTS[(id - 1) % CLIENTS.length]?.name ?? '';
  return [
    { filter: {}, takes: () => true },
    { filter: { personId }, takes: isOwn },
    {
      filter: { personId, from: '2019-02-16', to: '2019-02-17' },
      takes: (sale) => isOwn(sale) && ['2019-02-16', '2019-02-17'].includes(dayOf(sale.createdAt)),
    },
    {
      filter: { personId, statuses: [SALE_STATUS.refused, SALE_STATUS.expired] },
      takes: (sale) => isOwn(sale) && (sale.status === 25 || sale.status === 15),
    },
    {
      filter: { personId, refunds: true },
      takes: (sale) => isOwn(sale) && saleFiguresOf(sale).refunded === 1,
    },
    {
      filter: { personId, search: 'joao da' },
      takes: (sale) => isOwn(sale) && nameOf(sale).startsWith('João'),
    },
    {
      filter: { search: '390.533.447-05', from: '2019-02-20' },
      takes: (sale) => nameOf(sale) === 'Ana' && dayOf(sale.createdAt) >= '2019-02-20',
    },
    { filter: { personId, search: 'mesa 6' }, takes: (sale) => isOwn(sale) && sale.reference === 'mesa 6' },
    {
      filter: { methodIds: [CASH], amountMin: 120, amountMax: 150 },
      takes: (sale) => sale.methodId === CASH && sale.finalValue >= 120 && sale.finalValue <= 150,
    },
    { filter: { brands: ['VISA'], acquirer: 'REDE' }, takes: (sale) => sale.methodId === TEF_CREDIT },
    { filter: { personId, search: '7' }, takes: (sale) => isOwn(sale) && sale.id === 7 },
  ];
}

async function all(reader: TillSalesReader, filter: TillSaleFilter): Promise<readonly number[]> {
  const found: number[] = [];
  let after: { createdAt: number; id: number } | undefined;
  for (;;) {
    const page = await reader.list(filter, { limit: 11, after });
    found.push(...page.sales.map(({ sale }) => sale.id));
    const last = page.lookedUntil ?? page.sales.at(-1)?.sale;
    if (!last || (page.sales.length < 11 && !page.lookedUntil)) return found;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

function bruteForce(sales: readonly Sale[]): Readonly<Record<string, object>> {
  const groups = Map.groupBy(sales, ({ status }) => status);
  return summed(
    [...groups.values()].flatMap((members) =>
      members.map((sale) => ({ status: sale.status, ...saleFiguresOf(sale) })),
    ),
  );
}

type Group = ReturnType<typeof saleFiguresOf> & { readonly status: SaleStatus };

function summed(groups: readonly Group[]): Readonly<Record<string, object>> {
  const sums = SALE_STATUSES.map((status) => {
    const members = groups.filter((group) => group.status === status);
    const sum = (pick: (group: Group) => number) => members.reduce((total, group) => total + pick(group), 0);
    return [
      status,
      {
        sales: sum(({ sales }) => sales),
        captured: sum(({ captured }) => captured),
        capturedSum: sum(({ capturedSum }) => capturedSum),
        refunded: sum(({ refunded }) => refunded),
        refundedSum: sum(({ refundedSum }) => refundedSum),
      },
    ] as const;
  });
  return Object.fromEntries(sums.filter(([, { sales }]) => sales > 0));
}

function byDay<Day extends Group & { readonly day: string }>(days: readonly Day[]): readonly Day[] {
  return days
    .filter(({ sales }) => sales !== 0)
    .toSorted((one, other) => one.day.localeCompare(other.day) || one.status - other.status);
}

function dayOf(at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(at);
}
