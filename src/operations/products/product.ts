import { type Edited, edited, editedText } from '../interface/texts.ts';

export const PRODUCT_STATUSES = [
  { status: 'active', id: 5, name: 'Ativo' },
  { status: 'inactive', id: 10, name: 'Inativo' },
] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]['status'];

const FISCAL_TEXTS = ['ncm', 'cfop', 'exTipi', 'origin', 'taxUnit', 'tradeUnit', 'notes', 'tax'] as const;
type FiscalText = (typeof FISCAL_TEXTS)[number];
const FISCAL_QUANTITIES = ['taxQuantity', 'tradeQuantity'] as const;
type FiscalQuantity = (typeof FISCAL_QUANTITIES)[number];

/** Fiscal fields of a product, for invoices. Stored as sent, not interpreted. */
export type Fiscal = { readonly [Field in FiscalText]?: string | undefined } & {
  readonly [Field in FiscalQuantity]?: number | undefined;
};

type FiscalChanges = { readonly [Field in keyof Fiscal]: Edited<Fiscal[Field]> };

export interface Product {
  readonly id: number;
  readonly personId: number;
  /** The product that every person has from the start, for sales by value. */
  readonly isDefault: boolean;
  readonly name: string;
  readonly description: string | undefined;
  readonly reference: string | undefined;
  readonly ean: string | undefined;
  /** Cents; undefined: asked for at the sale. */
  readonly price: number | undefined;
  /** In stock. */
  readonly quantity: number | undefined;
  readonly stockControlled: boolean;
  readonly type: number;
  readonly service: boolean;
  readonly status: ProductStatus;
  /** Undefined for a default product that was never edited. */
  readonly categoryId: number | undefined;
  readonly photoId: string | undefined;
  readonly fiscal: Fiscal;
}

/** Product fields in a request; undefined: not sent. */
export interface ProductChanges {
  readonly name: string;
  readonly description: Edited<string>;
  readonly reference: Edited<string>;
  readonly ean: Edited<string>;
  readonly asksPrice: boolean | undefined;
  readonly price: Edited<number>;
  readonly quantity: Edited<number>;
  readonly stockControlled: boolean | undefined;
  readonly type: Edited<number>;
  readonly service: boolean | undefined;
  readonly status: ProductStatus | undefined;
  readonly fiscal: FiscalChanges;
}

/** The type that clients send when they insert a product. */
const GOODS = 10;

/** A product without any fields set. */
export function blankProduct(id: number, personId: number): Product {
  return {
    id,
    personId,
    isDefault: false,
    name: '',
    description: undefined,
    reference: undefined,
    ean: undefined,
    price: undefined,
    quantity: undefined,
    stockControlled: false,
    type: GOODS,
    service: false,
    status: 'active',
    categoryId: undefined,
    photoId: undefined,
    fiscal: {},
  };
}

/** Generic name, open value, no stock control (docs/contract/service.md, Product). */
export function defaultProduct(id: number, personId: number): Product {
  return { ...blankProduct(id, personId), isDefault: true, name: 'Produto genérico' };
}

export function changedProduct(
  product: Product,
  changes: ProductChanges,
  links: { readonly categoryId: number; readonly photoId: Edited<string> },
): Product {
  return {
    ...product,
    name: changes.name,
    description: editedText(changes.description, product.description),
    reference: editedText(changes.reference, product.reference),
    ean: editedText(changes.ean, product.ean),
    price: changedPrice(product.price, changes),
    quantity: edited(changes.quantity, product.quantity),
    stockControlled: changes.stockControlled ?? product.stockControlled,
    type: edited(changes.type, product.type) ?? GOODS,
    service: changes.service ?? product.service,
    status: changes.status ?? product.status,
    categoryId: links.categoryId,
    photoId: edited(links.photoId, product.photoId),
    fiscal: changedFiscal(product.fiscal, changes.fiscal),
  };
}

/**
 * The price is asked for at the sale if the request says so, or if it says nothing and no price is known
 * (docs/contract/decided.md 4).
 */
function changedPrice(current: number | undefined, changes: ProductChanges): number | undefined {
  if (changes.asksPrice === true) return undefined;
  const price = edited(changes.price, current);
  return changes.asksPrice === false ? (price ?? 0) : price;
}

function changedFiscal(current: Fiscal, changes: FiscalChanges): Fiscal {
  return {
    ...Object.fromEntries(FISCAL_TEXTS.map((field) => [field, editedText(changes[field], current[field])])),
    ...Object.fromEntries(FISCAL_QUANTITIES.map((field) => [field, edited(changes[field], current[field])])),
  };
}
