import { keysOfText } from '../../../platform/text/search-key.ts';
import { Status } from '../rules/transaction.ts';

/** The lists that everybody asks for. */
export type SaleView = 'all' | 'confirmed' | 'to_capture' | 'verifying' | 'denied' | 'refunds';

/** Which sales are meant. Absent: any. */
export interface SaleFilter {
  readonly merchantId?: number | undefined;
  readonly view?: SaleView | undefined;
  /** Local days `yyyy-MM-dd`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Reference, NSU, TID, authorization, last four digits, customer or id. */
  readonly search?: string | undefined;
  /** Ids of sales that the search finds besides; without a search they are ignored. */
  readonly searchedIds?: readonly string[] | undefined;
  /** What they are looked up by, in place of a text: any of these. */
  readonly searchKeys?: readonly SearchKey[] | undefined;
  readonly statuses?: readonly number[] | undefined;
  /** In capitals. */
  readonly brands?: readonly string[] | undefined;
  readonly kind?: string | undefined;
  readonly installmentsMin?: number | undefined;
  readonly installmentsMax?: number | undefined;
  /** Centavos. */
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
  /** In capitals. */
  readonly provider?: string | undefined;
  readonly demo?: boolean | undefined;
}

/** The statuses of a view; undefined if the status alone does not decide it: a link may have been denied too. */
export const VIEW_STATUSES: Readonly<Record<SaleView, readonly number[] | undefined>> = {
  all: undefined,
  confirmed: [Status.captured],
  to_capture: [Status.authorized],
  verifying: [Status.started, Status.pending],
  denied: undefined,
  refunds: undefined,
};

/** Whether the figures by day answer it: nothing but merchant, period, view and statuses is asked for. */
export function isByDay({ merchantId, from, to, view, statuses, ...others }: SaleFilter): boolean {
  return view !== 'refunds' && Object.values(others).every((value) => value === undefined);
}

/** A column that is searched, and what it must equal or begin with; or the ids that are looked for. */
export type SearchKey = TextKey | { readonly match: 'among'; readonly ids: readonly string[] };

interface TextKey {
  readonly column:
    | 'id'
    | 'reference_id'
    | 'nsu'
    | 'provider_reference'
    | 'authorization_code'
    | 'last4'
    | 'customer_document'
    | 'customer_key';
  readonly value: string;
  readonly match: 'equal' | 'beginning';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LAST4 = /^\d{4}$/;

/** Where a text of the search field can stand: each place is looked up by its index. */
export function searchKeysOf(text: string): readonly SearchKey[] {
  const wanted = text.trim();
  if (UUID.test(wanted)) return [{ column: 'id', value: wanted.toLowerCase(), match: 'equal' }];
  const equal = (column: TextKey['column'], value: string): SearchKey => ({
    column,
    value,
    match: 'equal',
  });
  const last4 = wanted.replace(/^[•*.\s]+/, '');
  const { document, name } = keysOfText(wanted);
  return [
    equal('reference_id', wanted),
    equal('nsu', wanted),
    equal('provider_reference', wanted),
    equal('authorization_code', wanted),
    ...(LAST4.test(last4) ? [equal('last4', last4)] : []),
    ...(document === undefined ? [] : [equal('customer_document', document)]),
    ...(name === undefined ? [] : [{ column: 'customer_key', value: name, match: 'beginning' } as const]),
  ];
}
