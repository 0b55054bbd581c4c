import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listSales, type SalesSources } from './list-sales.ts';
import { START } from './sales-place.ts';

const LOOKED_AT = 7;

interface Made {
  readonly id: string;
  readonly createdAt: number;
  readonly matches: boolean;
}

/** A reader that looks at LOOKED_AT sales for each page. */
function boundedReader(sales: readonly Made[], isAfter: (sale: Made, place: unknown) => boolean) {
  return (limit: number, place: unknown) => {
    const rest = sales.filter((sale) => place === undefined || isAfter(sale, place));
    const looked = rest.slice(0, LOOKED_AT);
    const found = looked.filter(({ matches }) => matches).slice(0, limit);
    const last = looked.at(-1);
    const isEnd = looked.length < LOOKED_AT || found.length === limit;
    return { found, lookedUntil: isEnd ? undefined : last };
  };
}

/** Newest first, at every `step`th millisecond; every `rare`th matches. */
function made(count: number, step: number, rare: number): readonly Made[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(count - index).padStart(6, '0'),
    createdAt: (count - index) * step,
    matches: index % rare === rare - 1,
  }));
}

/** Of a service without other work, and of one in which each step takes long. */
const CLOCKS = { quiet: () => 0, busy: () => performance.now() * 1e6 };

for (const [title, ofGateway, ofTill, clock] of [
  ['both kinds are rare', made(60, 10, 9), made(90, 7, 13), 'quiet'],
  ['both kinds are rare, and the service is busy', made(60, 10, 9), made(90, 7, 13), 'busy'],
  ['one kind is rare', made(60, 10, 1), made(90, 7, 40), 'quiet'],
  ['one kind has nothing', made(60, 10, 61), made(90, 7, 8), 'busy'],
] as const) {
  test(`pages that look at a bounded number of sales give all of both kinds once, newest first: ${title}`, async () => {
    const gateway = boundedReader(ofGateway, ({ id }, before) => id < String(before));
    const till = boundedReader(ofTill, (sale, after) => sale.createdAt < (after as Made).createdAt);
    const sources = {
      accounts: { namesOfPersons: async () => new Map() },
      sales: {
        list: async (_filter: unknown, { limit, before }: { limit: number; before?: string }) => {
          const { found, lookedUntil } = gateway(limit, before);
          const order = { payment: { kind: 'card' }, customer: undefined, provider: 'REDE' };
          return { sales: found.map((sale) => ({ ...sale, order, result: {} })), lookedUntil };
        },
      },
      tillSales: {
        list: async (_filter: unknown, { limit, after }: { limit: number; after: unknown }) => {
          const { found, lookedUntil } = till(limit, after);
          const listed = found.map((sale) => ({ sale: { ...sale, id: Number(sale.id) }, marks: {} }));
          return {
            sales: listed,
            lookedUntil: lookedUntil && { ...lookedUntil, id: Number(lookedUntil.id) },
          };
        },
        salesOfCharges: async () => new Map(),
      },
    } as unknown as SalesSources;
    const filter = { gateway: {}, till: { all: {}, statuses: undefined, refunds: false } };
    const times: number[] = [];
    let after: typeof START | undefined = START;
    let pages = 0;
    while (after) {
      const { rows, next }: Awaited<ReturnType<typeof listSales>> = await listSales(sources, filter, {
        limit: 5,
        after,
        nowMs: CLOCKS[clock],
      });
      times.push(...rows.map(({ createdAt }) => Date.parse(createdAt)));
      after = next;
      pages += 1;
      assert.ok(pages < 200, 'each page goes on where the one before ended');
    }
    const wanted = [...ofGateway, ...ofTill]
      .filter(({ matches }) => matches)
      .map(({ createdAt }) => createdAt)
      .toSorted((one, other) => other - one);
    assert.deepEqual(times, wanted);
  });
}
