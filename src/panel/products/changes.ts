import { nameOf } from '../interface/acting-for.ts';
import type { FiscalFields, ProductBody } from './schema.ts';

/**
 * Product changes from a form. An absent field is cleared, except the quantity, which stays: sales may have changed it
 * since the form was opened.
 */
export function changesOf(body: ProductBody) {
  const { price, fiscal = {} } = body;
  return {
    name: nameOf(body),
    description: body.description ?? null,
    reference: body.reference ?? null,
    ean: body.ean ?? null,
    asksPrice: price === undefined,
    price: price ?? null,
    quantity: body.quantity,
    stockControlled: body.stockControlled ?? false,
    type: undefined,
    service: body.service ?? false,
    status: body.active === false ? ('inactive' as const) : ('active' as const),
    fiscal: fiscalOf(fiscal),
  };
}

function fiscalOf(fiscal: FiscalFields) {
  return {
    ncm: fiscal.ncm ?? null,
    cfop: fiscal.cfop ?? null,
    exTipi: fiscal.exTipi ?? null,
    origin: fiscal.origin ?? null,
    taxUnit: fiscal.taxUnit ?? null,
    taxQuantity: fiscal.taxQuantity ?? null,
    tradeUnit: fiscal.tradeUnit ?? null,
    tradeQuantity: fiscal.tradeQuantity ?? null,
    notes: fiscal.notes ?? null,
    tax: fiscal.tax ?? null,
  };
}
