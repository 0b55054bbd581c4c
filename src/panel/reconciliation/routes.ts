import Type from 'typebox';
import { type Money, readingState, STATEMENT_CLASSES, type StoredLine } from '../../gateway/money/index.ts';
import { reasonText } from '../../gateway/payments/index.ts';
import { readLater } from '../../platform/http/index.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { pageUpTo } from '../interface/list-page.ts';
import { dayOf, invalidFilter, oneOf, type Query, readLimit, textOf } from '../interface/read-query.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { providerName } from '../sales/sale-row.ts';
import { CLASS_TITLES } from './explain.ts';
import { missingLines, missingSums } from './missing.ts';
import { payoutRoutes } from './payout-routes.ts';
import { countsInSums, reconciledLine } from './reconciled-line.ts';
import { type LineOfFile, reconciliationCsv } from './reconciliation-csv.ts';
import { type ClassSums, LINE_CLASSES, NoteBody, type ReadingRow } from './schema.ts';

export interface ReconciliationOptions {
  readonly money: Pick<Money, 'reader' | 'statements'>;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}

const CSV_TYPE = 'text/csv; charset=utf-8';
const ROWS_OF_FILE_PAGE = 500;
/** As of the file of sales. */
const MOST_ROWS_OF_FILE = 1_000_000;
const PLACE = /^(\d{4}-\d{2}-\d{2})_([\da-f-]{36})$/;
/** Read one by one, since a repeated key becomes a list. */
const FilterQuery = readLater(Type.Object({}));

/** What acquirers say that they paid, against what is expected: differences, and what to do about them. */
export function reconciliationRoutes(options: ReconciliationOptions): readonly AnyPanelRoute[] {
  const { money } = options;
  const found = async (id: string, personId: number | undefined): Promise<StoredLine> => {
    const line = isUuid(id) ? await money.statements.told.find(id) : undefined;
    const isOwn = line && (personId === undefined || line.merchantId === personId);
    if (!isOwn) throw refusePanel('statement_line_unknown');
    return line;
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/reconciliation',
      access: 'sales.read',
      compressed: true,
      query: FilterQuery,
      run: async ({ personId, query }) => {
        const asked = query as Query;
        const filter = filterOf(asked, personId);
        const limit = readLimit(asked);
        if (filter.class === 'missing')
          return missingLines(money.reader, filter, limit, textOf(asked, 'cursor'));
        const rows = await money.statements.told.list(filter, { limit: limit + 1, after: placeOf(asked) });
        return pageUpTo(rows, limit, { write: reconciledLine, placeOf: ({ day, id }) => `${day}_${id}` });
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/reconciliation/:id/confirm',
      access: 'sales.refund',
      run: async (call) => {
        const line = await found(call.params.id ?? '', call.personId);
        const isDone = await money.statements.decisions.confirm(line, (write) =>
          call.audit(write, `transaction:${line.suggestedId}`),
        );
        if (!isDone) throw refusePanel('statement_line_decided');
        return {};
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/reconciliation/:id/note',
      access: 'sales.refund',
      body: NoteBody,
      run: async (call) => {
        const line = await found(call.params.id ?? '', call.personId);
        const note = call.body.note.trim();
        await money.statements.decisions.note(line.id, note === '' ? undefined : note, (write) =>
          call.audit(write, `statement_line:${line.id}`),
        );
        return {};
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/reconciliation.csv',
      access: 'sales.export',
      query: FilterQuery,
      run: async (call) => {
        const filter = filterOf(call.query as Query, call.personId);
        await call.auditAlone();
        call.reply.header('Content-Disposition', 'attachment; filename="conciliacao.csv"');
        return call.reply.type(CSV_TYPE).send(reconciliationCsv(pagesOf(money, filter)));
      },
    }),
    ...payoutRoutes(options),
    sumsRoute(options),
  ];
}

type Told = ReconciliationOptions['money'];

function sumsRoute({ money, clock, time }: ReconciliationOptions): AnyPanelRoute {
  return panelRoute({
    method: 'GET',
    path: '/reconciliation/sums',
    access: 'sales.read',
    query: FilterQuery,
    run: async ({ personId, query }) => {
      const filter = filterOf(query as Query, personId);
      const [sums, missing, read] = await Promise.all([
        money.statements.told.sums({ ...filter, classes: undefined }),
        missingSums(money.reader, filter),
        money.statements.readings.list(),
      ]);
      const items = LINE_CLASSES.flatMap((name): readonly ClassSums[] => {
        if (name === 'missing') return missing.count === 0 ? [] : [missing];
        const own = sums.filter((sum) => sum.class === name && countsInSums(sum));
        if (own.length === 0) return [];
        const total = (member: 'count' | 'net' | 'difference') =>
          own.reduce((all, sum) => all + sum[member], 0);
        const sum = { count: total('count'), net: total('net'), difference: total('difference') };
        return [{ class: name, title: CLASS_TITLES[name], ...sum }];
      });
      const mine = read.filter((one) => personId === undefined || one.merchantId === personId);
      const today = time.day(clock.now());
      return { items, readings: mine.flatMap((one) => readingRow(one, today) ?? []) };
    },
  });
}

/** Page after page, while the file is sent: what is missing, then what statements tell. */
async function* pagesOf(
  { reader, statements }: Told,
  filter: ReturnType<typeof filterOf>,
): AsyncGenerator<readonly LineOfFile[]> {
  let left = MOST_ROWS_OF_FILE;
  if (filter.class === undefined || filter.class === 'missing') {
    let cursor: string | undefined;
    do {
      const page = await missingLines(reader, filter, ROWS_OF_FILE_PAGE, cursor);
      yield page.items.map((line) => ({ line, isCounted: true }));
      left -= page.items.length;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined && left > 0);
  }
  if (filter.class === 'missing') return;
  let after: StoredLine | undefined;
  do {
    const page = await statements.told.list(filter, { limit: ROWS_OF_FILE_PAGE, after });
    yield page.map((one) => ({ line: reconciledLine(one), isCounted: countsInSums(one) }));
    left -= page.length;
    after = left > 0 && page.length === ROWS_OF_FILE_PAGE ? page.at(-1) : undefined;
  } while (after);
}

/** Refusal: field_invalid. */
function filterOf(query: Query, merchantId: number | undefined) {
  const name = oneOf(query, 'class', STATEMENT_CLASSES);
  return {
    merchantId,
    class: name,
    classes: name && [name],
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
  };
}

function placeOf(query: Query) {
  const cursor = textOf(query, 'cursor');
  if (cursor === undefined) return undefined;
  const [, day, id] = PLACE.exec(cursor) ?? [];
  if (day === undefined || id === undefined) throw invalidFilter('cursor', 'O cursor não é o de uma página.');
  return { day, id };
}

/** Undefined: nobody reads it any more. */
function readingRow(
  reading: Awaited<ReturnType<Money['statements']['readings']['list']>>[number],
  today: string,
): ReadingRow | undefined {
  const state = readingState(reading, today);
  return (
    state && {
      accountId: reading.accountId,
      provider: providerName(reading.provider),
      personId: reading.merchantId,
      state,
      readUntil: reading.readUntil ?? null,
      progress: reading.progress ?? null,
      problem: reading.problem === undefined ? null : reasonText(reading.problem),
      corrections: reading.corrections,
    }
  );
}
