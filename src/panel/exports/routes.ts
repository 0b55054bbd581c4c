import type { Readable } from 'node:stream';
import Type from 'typebox';
import { readLater } from '../../platform/http/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { readSalesFilter } from '../sales/read-filter.ts';
import { type ExportColumn, exportColumns } from './export-columns.ts';
import { type ExportSources, pagesOfSales } from './export-sales.ts';
import { exportFileName } from './file-name.ts';
import { salesCsv } from './sales-csv.ts';
import { salesXlsx, XLSX_TYPE } from './sales-xlsx.ts';
import { type ExportedSale, type PayersOf, withPayers } from './with-payers.ts';

export interface ExportRoutesOptions extends ExportSources {
  readonly clock: Clock;
  readonly payersOf: PayersOf;
}

const CSV_TYPE = 'text/csv; charset=utf-8';
/** Read by read-filter.ts, which accepts repeated keys as lists. */
const Query = readLater(Type.Object({}));

/** The filtered sales as files, sent while they are read. */
export function exportRoutes(options: ExportRoutesOptions): readonly AnyPanelRoute[] {
  const { time } = options;
  return [
    fileRoute(options, {
      ending: 'csv',
      type: CSV_TYPE,
      write: async (pages, columns) => salesCsv(pages, columns, time),
    }),
    fileRoute(options, {
      ending: 'xlsx',
      type: XLSX_TYPE,
      write: (pages, columns) => salesXlsx(pages, columns, time),
    }),
  ];
}

interface FileFormat {
  readonly ending: 'csv' | 'xlsx';
  readonly type: string;
  write(pages: AsyncIterable<readonly ExportedSale[]>, columns: readonly ExportColumn[]): Promise<Readable>;
}

function fileRoute(options: ExportRoutesOptions, { ending, type, write }: FileFormat): AnyPanelRoute {
  return panelRoute({
    method: 'GET',
    path: `/sales.${ending}`,
    access: 'sales.export',
    query: Query,
    run: async (call) => {
      const filter = readSalesFilter(call.query, call.personId);
      const { columns } = call.query as { columns?: unknown };
      const name = await fileNameOf(options, call);
      await call.auditAlone();
      const file = await write(
        withPayers(pagesOfSales(options, filter), options.payersOf),
        exportColumns(typeof columns === 'string' ? columns : undefined),
      );
      call.reply.header('Content-Disposition', `attachment; filename="${name}.${ending}"`);
      return call.reply.type(type).send(file);
    },
  });
}

async function fileNameOf(
  { accounts, clock, time }: ExportRoutesOptions,
  { personId, query }: PanelCall<unknown, unknown>,
): Promise<string> {
  const names = personId === undefined ? undefined : await accounts.namesOfPersons([personId]);
  const { from, to } = query as { from?: string; to?: string };
  return exportFileName(names?.get(personId ?? 0), { from, to }, time.day(clock.now()));
}
