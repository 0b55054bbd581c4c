import { keysOfText } from '../../../platform/text/search-key.ts';
import type { SaleStatus } from '../record/sale.ts';

/** Filter of the sales that no transaction of the gateway charges. Absent: any. Money in centavos. */
export interface TillSaleFilter {
  readonly personId?: number | undefined;
  readonly statuses?: readonly SaleStatus[] | undefined;
  /** Only sales that were refunded or are being refunded. */
  readonly refunds?: boolean | undefined;
  /** Local days `yyyy-MM-dd`, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Reference, NSU, authorization, client or number of the sale. */
  readonly search?: string | undefined;
  readonly methodIds?: readonly number[] | undefined;
  /** In capitals. */
  readonly brands?: readonly string[] | undefined;
  /** In capitals. */
  readonly acquirer?: string | undefined;
  readonly installmentsMin?: number | undefined;
  readonly installmentsMax?: number | undefined;
  readonly amountMin?: number | undefined;
  readonly amountMax?: number | undefined;
}

/** Whether the figures by day suffice: the filter has only person, period and statuses. */
export function isAnsweredByDays(filter: TillSaleFilter): boolean {
  const { personId: _p, from: _f, to: _t, statuses: _s, refunds: _r, ...others } = filter;
  return Object.values(others).every((value) => value === undefined);
}

/** A column that is searched, and what it must equal or begin with. */
export type TillSearchKey =
  | { readonly column: 'id'; readonly value: number }
  | {
      readonly column: 'reference' | 'nsu' | 'authorization_code' | 'client_document';
      readonly value: string;
    }
  | { readonly column: 'client_key'; readonly beginning: string };

const NUMBER = /^[1-9]\d{0,14}$/;

/** The columns in which a search text may occur; each is searched with its index. */
export function tillSearchKeys(text: string): readonly TillSearchKey[] {
  const wanted = text.trim();
  const { document, name } = keysOfText(wanted);
  return [
    ...(NUMBER.test(wanted) ? [{ column: 'id', value: Number(wanted) } as const] : []),
    { column: 'reference', value: wanted },
    { column: 'nsu', value: wanted },
    { column: 'authorization_code', value: wanted },
    ...(document === undefined ? [] : [{ column: 'client_document', value: document } as const]),
    ...(name === undefined ? [] : [{ column: 'client_key', beginning: name } as const]),
  ];
}
