import type { LocalTime } from '../../platform/time/clock.ts';
import { listSales, type SalesSources } from '../sales/list-sales.ts';
import type { SalesFilter } from '../sales/read-filter.ts';
import { START } from '../sales/sales-place.ts';
import type { SaleRow } from '../sales/schema.ts';

const ROWS_AT_ONCE = 500;
/** The limit of spreadsheets. */
const MAX_ROWS = 1_000_000;

export interface ExportSources extends SalesSources {
  readonly time: LocalTime;
}

/** The filtered sales, newest first, read page by page as they are asked for. */
export async function* pagesOfSales(
  sources: SalesSources,
  filter: SalesFilter,
): AsyncGenerator<readonly SaleRow[], void, undefined> {
  let after = START;
  for (let read = 0; read < MAX_ROWS; ) {
    const { rows, next } = await listSales(sources, filter, { limit: ROWS_AT_ONCE, after });
    yield rows;
    if (!next) return;
    read += rows.length;
    after = next;
  }
}
