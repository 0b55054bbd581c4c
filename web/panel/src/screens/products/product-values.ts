import type { FiscalFields, ProductBody, ProductDetail } from '../../../../../src/panel/products/schema.ts';
import { missing } from '../../ui/forms/missing.ts';
import { quantityOf, quantityTyped } from './quantity.ts';

/** Initial values of the product form. */
export function productValues(product: ProductDetail | undefined, firstCategory: number | undefined) {
  return {
    name: product?.name ?? '',
    categoryId: String(product?.categoryId ?? firstCategory ?? ''),
    newCategory: 'Geral',
    description: product?.description ?? '',
    reference: product?.reference ?? '',
    ean: product?.ean ?? '',
    asksPrice: product ? product.price === null : false,
    price: product?.price ?? null,
    stockControlled: product?.stockControlled ?? false,
    quantity: quantityTyped(product?.quantity),
    service: product?.service ?? false,
    active: product?.active ?? true,
    ...fiscalValues(product?.fiscal ?? {}),
  };
}

function fiscalValues(fiscal: FiscalFields) {
  return {
    ncm: fiscal.ncm ?? '',
    cfop: fiscal.cfop ?? '',
    exTipi: fiscal.exTipi ?? '',
    origin: fiscal.origin ?? '',
    taxUnit: fiscal.taxUnit ?? '',
    taxQuantity: quantityTyped(fiscal.taxQuantity),
    tradeUnit: fiscal.tradeUnit ?? '',
    tradeQuantity: quantityTyped(fiscal.tradeQuantity),
    notes: fiscal.notes ?? '',
    tax: fiscal.tax ?? '',
  };
}

export type ProductValues = ReturnType<typeof productValues>;

/** A price of nothing is one: a product can be given away. */
export function missingOf({ name, categoryId, newCategory, asksPrice, price }: ProductValues) {
  return {
    name: missing.text(name, 'Informe o nome.'),
    categoryId: categoryId === '' ? missing.text(newCategory, 'Informe a categoria.') : undefined,
    price: asksPrice || price !== null ? undefined : 'Informe o preço, ou deixe que a venda pergunte.',
  };
}

/**
 * The request body from the form; an empty text clears the stored one. The quantity is sent only if it differs from the
 * `loaded` one: sales may have changed it meanwhile.
 */
export function productBody(
  values: ProductValues,
  categoryId: number | undefined,
  loaded: number | null | undefined,
): ProductBody {
  const { asksPrice, price, quantity, stockControlled } = values;
  const { scaled } = quantityOf(quantity);
  return {
    name: values.name,
    ...(categoryId === undefined ? {} : { categoryId }),
    description: values.description,
    reference: values.reference,
    ean: values.ean,
    ...(asksPrice || price === null ? {} : { price }),
    ...(stockControlled && scaled !== undefined && scaled !== loaded ? { quantity: scaled } : {}),
    stockControlled,
    service: values.service,
    active: values.active,
    fiscal: fiscalBody(values),
  };
}

function fiscalBody(values: ProductValues): FiscalFields {
  const { scaled: taxQuantity } = quantityOf(values.taxQuantity);
  const { scaled: tradeQuantity } = quantityOf(values.tradeQuantity);
  return {
    ncm: values.ncm,
    cfop: values.cfop,
    exTipi: values.exTipi,
    origin: values.origin,
    taxUnit: values.taxUnit,
    ...(taxQuantity === undefined ? {} : { taxQuantity }),
    tradeUnit: values.tradeUnit,
    ...(tradeQuantity === undefined ? {} : { tradeQuantity }),
    notes: values.notes,
    tax: values.tax,
  };
}
