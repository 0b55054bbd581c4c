import type { WriteTransaction } from '../../../platform/database/index.ts';
import { findDefaultProduct, findProducts, type ProductTables } from '../../products/index.ts';
import { itemTotal } from '../../quantity.ts';
import type { Settings } from '../../terminals/index.ts';
import { invalid } from '../record/refusals.ts';
import { type PricedItem, priceItems, type RequestedItem } from './price-items.ts';

const MAX_CENTAVOS = 999_999_999_999;

/** The value of a sale, in centavos. */
export interface SaleValue {
  readonly items: readonly PricedItem[];
  /** Before surcharge and discount. */
  readonly original: number;
  readonly surcharge: number;
  readonly discount: number;
  readonly final: number;
}

/** Of a sale that takes no money. */
export const NO_VALUE: SaleValue = { items: [], original: 0, surcharge: 0, discount: 0, final: 0 };

/** Prices a sale from the person's products and the settings of its terminal. Refusal: field_invalid. */
export async function valueOfSale(
  transaction: WriteTransaction,
  request: {
    readonly personId: number;
    readonly items: readonly RequestedItem[];
    readonly total: number | undefined;
    readonly surcharge: number;
    readonly discount: number;
  },
  settings: Pick<Settings, 'allowsDiscount' | 'allowsSurcharge'>,
): Promise<SaleValue> {
  const { personId, surcharge, discount, total } = request;
  if (surcharge > 0 && !settings.allowsSurcharge) {
    throw invalid('surcharge', 'O terminal não permite acréscimo ({surcharge}).');
  }
  if (discount > 0 && !settings.allowsDiscount) {
    throw invalid('discount', 'O terminal não permite desconto ({discount}).');
  }
  const tables = transaction.tables<ProductTables>();
  const ids = request.items.flatMap(({ productId }) => productId ?? []);
  const products = await findProducts(tables, personId, ids);
  const byId = new Map(products.map((product) => [product.id, product]));
  const usual = await findDefaultProduct(tables, personId);
  const mayDiffer = settings.allowsDiscount || settings.allowsSurcharge;
  const items = priceItems(request.items, { byId, usual }, { total, mayDiffer });
  const original = items.length === 0 ? (total ?? 0) : items.reduce((sum, item) => sum + itemTotal(item), 0);
  const final = original + surcharge - discount;
  if (final <= 0 || final > MAX_CENTAVOS) {
    throw invalid('total', 'O valor da venda deve ser maior que zero e menor que 10 bilhões.');
  }
  return { items, original, surcharge, discount, final };
}
