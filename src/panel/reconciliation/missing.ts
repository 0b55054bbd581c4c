import {
  type Money,
  type ReceivableFilter,
  readReceivablePlace,
  writeReceivablePlace,
} from '../../gateway/money/index.ts';
import { pageUpTo } from '../interface/list-page.ts';
import { invalidFilter } from '../interface/read-query.ts';
import { CLASS_TITLES } from './explain.ts';
import { missingLine } from './reconciled-line.ts';
import type { ClassSums, ReconciledLine } from './schema.ts';

type Filter = Pick<ReceivableFilter, 'merchantId' | 'from' | 'to'>;
type Reader = Pick<Money['reader'], 'list' | 'missing'>;

/** Lines of ours that no statement has, by the day on which they were due. */
export async function missingLines(
  reader: Reader,
  { merchantId, from, to }: Filter,
  limit: number,
  cursor: string | undefined,
): Promise<{ readonly items: readonly ReconciledLine[]; readonly next: string | null }> {
  const after = cursor === undefined ? undefined : readReceivablePlace(cursor);
  if (cursor !== undefined && !after) throw invalidFilter('cursor', 'O cursor não é o de uma página.');
  const rows = await reader.list({ merchantId, from, to, class: 'missing' }, { limit: limit + 1, after });
  return pageUpTo(rows, limit, { write: missingLine, placeOf: writeReceivablePlace });
}

export async function missingSums(reader: Reader, { merchantId, from, to }: Filter): Promise<ClassSums> {
  const { count, net } = await reader.missing({ merchantId, from, to });
  return { class: 'missing', title: CLASS_TITLES.missing, count, net, difference: -net };
}
